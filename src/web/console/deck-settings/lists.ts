/** The name of a code in English, or the code where it has none. */
function nameOf(type: 'currency' | 'language', code: string): string {
  try {
    return new Intl.DisplayNames('en', { type, fallback: 'code' }).of(code) ?? code;
  } catch {
    return code; // no code at all, while it is typed
  }
}

export const languageName = (tag: string): string => nameOf('language', tag);

/** Codes with their names, by name. The one that is stored is among them, even if the browser does not know it. */
function named(codes: readonly string[], stored: string, nameOfCode: (code: string) => string) {
  const all = [...new Set([...codes, ...(stored === '' ? [] : [stored])])];
  return all
    .map((code) => ({ code, name: nameOfCode(code) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

export function currencies(stored: string) {
  return named(Intl.supportedValuesOf('currency'), stored, (code) => `${nameOf('currency', code)} (${code})`);
}

export function timeZones(stored: string) {
  return named(Intl.supportedValuesOf('timeZone'), stored, (zone) => zone.replaceAll('_', ' '));
}

/** Languages to choose from; any other tag can be typed. Browsers have no list of them. */
const common =
  'ar bg cs da de de-AT de-CH el en-AU en-CA en-GB en-US es es-ES es-MX es-US fi fr fr-CA fr-FR he hi hu id it ja ko nb nl pl pt-BR pt-PT ro ru sk sv th tl tr uk vi zh-CN zh-TW'.split(
    ' ',
  );

export function languages() {
  return named(common, '', languageName);
}
