/** ISO 15924 codes of scripts that only some voices speak. */
const scripts =
  'Arab Armn Beng Cyrl Ethi Geor Grek Gujr Guru Hani Hebr Hira Kana Knda Mlym Mymr Orya Sinh Taml Telu Thai';
/** Scripts that every voice speaks: in the last two espeak changes to Hindi and Korean for the word. */
const spokenByAll = ['Latn', 'Zyyy', 'Zinh', 'Deva', 'Hang'];
/** Scripts that the voices of a language speak, where Intl has one code for several. The Japanese voice knows no kanji. */
const spokenBy: Readonly<Record<string, readonly string[]>> = {
  Hans: ['Hani'],
  Hant: ['Hani'],
  Jpan: ['Hira', 'Kana'],
  Kore: [],
};
/** Scripts that a language is written in, by the same codes. */
const ownScripts: Readonly<Record<string, readonly string[]>> = { ...spokenBy, Jpan: ['Hira', 'Kana', 'Hani'] };

/** Highest share of letters that a voice may leave out, such as those of a name in another script. */
const mostLeftOut = 0.2;

/** A single Greek letter, as in "kΩ": every voice names it. */
const loneGreek = '(?<!\\p{sc=Grek})\\p{sc=Grek}(?!\\p{sc=Grek})';
const letters = /[\p{L}\p{M}]/gu;
const patterns = new Map<string, RegExp>();

/**
 * Whether a voice speaks a text, or nearly all of it. Of other letters espeak says the names, or "letter".
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

/**
 * A language that is written in the script of a text: of those that only some voices speak, the one with most letters.
 * Null when there is none, or `language` is written in it.
 */
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
  // The name of the voice comes from clients: Intl.Locale throws for what is no language.
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
