import languages from 'language-subtag-registry/data/json/language.json' with { type: 'json' };
import regions from 'language-subtag-registry/data/json/region.json' with { type: 'json' };
import scripts from 'language-subtag-registry/data/json/script.json' with { type: 'json' };
import special from 'language-subtag-registry/data/json/special.json' with { type: 'json' };

/** Most characters of a tag (no registered one needs more): `Intl` takes time by the square of the length. */
const longestTag = 100;

/**
 * The canonical spelling of a language tag (`en_us` is `en-US`); null unless it is well formed and IANA has registered
 * its language, script and region. `Intl` alone knows too few languages: no Haitian Creole, no Hmong.
 */
export function canonicalLanguage(tag: string): string | null {
  if (tag.length > longestTag) return null;
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(tag.replaceAll('_', '-'));
    const { language, script, region } = new Intl.Locale(canonical);
    const isLanguage = Object.hasOwn(languages, language) && !Object.hasOwn(special, language);
    return isLanguage && isRegistered(scripts, script) && isRegistered(regions, region) ? canonical : null;
  } catch {
    return null;
  }
}

function isRegistered(registry: object, subtag: string | undefined): boolean {
  return subtag === undefined || Object.hasOwn(registry, subtag.toLowerCase());
}
