/** The canonical spelling of a language tag (`en_us` is `en-US`); null for what names no language that `Intl` writes. */
export function canonicalLanguage(tag: string): string | null {
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(tag.replaceAll('_', '-'));
    return Intl.NumberFormat.supportedLocalesOf(canonical).length > 0 ? canonical : null;
  } catch {
    return null;
  }
}
