/** ISO 15924 codes of scripts that only some voices speak. */
const scripts =
  'Arab Armn Beng Cyrl Ethi Geor Grek Gujr Guru Hani Hebr Hira Kana Knda Mlym Mymr Orya Sinh Taml Telu Thai';
/** Scripts that every voice speaks; words in the last two follow the rules of Hindi and Korean. */
const spokenByAll = ['Latn', 'Zyyy', 'Zinh', 'Deva', 'Hang'];
/** Codes of Intl that stand for several scripts. The Japanese voice knows no kanji. */
const spokenBy: Readonly<Record<string, readonly string[]>> = {
  Hans: ['Hani'],
  Hant: ['Hani'],
  Jpan: ['Hira', 'Kana'],
  Kore: [],
};
const ownScripts: Readonly<Record<string, readonly string[]>> = { ...spokenBy, Jpan: ['Hira', 'Kana', 'Hani'] };

/** Highest share of letters that may be omitted, such as a name in another script. */
const mostLeftOut = 0.2;

/** A single Greek letter, as in "kΩ": every voice names it. */
const loneGreek = '(?<!\\p{sc=Grek})\\p{sc=Grek}(?!\\p{sc=Grek})';
const letters = /[\p{L}\p{M}]/gu;
const patterns = new Map<string, RegExp>();

/**
 * Whether a voice speaks a text, or nearly all of it. For other letters espeak says "letter" or their Unicode names.
 */
export function canSpeak(text: string, voice: string): boolean {
  const all = count(text, letters);
  return all === 0 || count(text, foreignTo(voice)) / all <= mostLeftOut;
}

/** Replaces each letter that a voice cannot speak by a space, so that positions stay the same. */
export function withoutForeign(text: string, voice: string): string {
  return text.replaceAll(foreignTo(voice), ' ');
}

/** Whether every voice speaks the whole text. */
export function isPlainScript(text: string): boolean {
  return count(text, foreignTo('en')) === 0;
}

/** A language of the script in which most of a text is written; null for the script of `language` itself. */
export function languageOfScript(text: string, language: string): string | null {
  const usual = scriptOf(new Intl.Locale(language).language);
  const own = ownScripts[usual] ?? [usual];
  const [most] = scripts
    .split(' ')
    .map((script) => ({ script, share: count(text, pattern(`[\\p{sc=${script}}]`)) }))
    .toSorted((left, right) => right.share - left.share);
  if (most === undefined || most.share === 0 || own.includes(most.script)) return null;
  return new Intl.Locale(`und-${most.script}`).maximize().language;
}

function foreignTo(voice: string): RegExp {
  // The name of the voice comes from clients and may be anything.
  const script = scriptOf(/^[a-z]{2,3}(?=[-+]|$)/i.exec(voice)?.[0] ?? 'en');
  const spoken = [...spokenByAll, ...(spokenBy[script] ?? [script])];
  const known = spoken.map((one) => `\\p{scx=${one}}`).join('');
  return pattern(`(?![${known}]|${loneGreek})[\\p{L}\\p{M}]`);
}

function scriptOf(language: string): string {
  return new Intl.Locale(language).maximize().script ?? 'Latn';
}

function count(text: string, what: RegExp): number {
  return text.match(what)?.length ?? 0;
}

function pattern(source: string): RegExp {
  const known = patterns.get(source) ?? new RegExp(source, 'gu');
  patterns.set(source, known);
  return known;
}
