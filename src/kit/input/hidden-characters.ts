/** Scripts that are written with joiners, which are invisible. */
const joiningScripts = ['Arab', 'Syrc', 'Mong', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym']
  .concat(['Sinh', 'Khmr', 'Mymr', 'Tibt'])
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');
const emoji = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f`;
/** Characters that change the direction of a text or have no width. Variation selectors only choose a glyph. */
const invisible = String.raw`[\p{Default_Ignorable_Code_Point}--[\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}]]`;
const strayJoiner = String.raw`(?<![${joiningScripts}${emoji}])[\u200c\u200d]|[\u200c\u200d](?![${joiningScripts}${emoji}])`;

const hidden = new RegExp(`${invisible}|${strayJoiner}`, 'v');
const everyHidden = new RegExp(hidden.source, 'gv');

/** Whether a text holds invisible characters, such as those that change its direction. */
export function hasHidden(text: string): boolean {
  return hidden.test(text);
}

/** The same text without its invisible characters. */
export function withoutHidden(text: string): string {
  return text.replaceAll(everyHidden, '');
}

/** Whether a text is a name that shows as it is kept: one line, not blank, nothing hidden in it. */
export function isPlainName(text: string): boolean {
  return /[^\p{Z}\p{C}]/u.test(text) && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) && !hasHidden(text);
}

/** Whether a text shows as it is kept. It may have several lines, and may be blank. */
export function isPlainText(text: string): boolean {
  return !/[^\P{Cc}\t\n\r]/u.test(text) && !hasHidden(text);
}
