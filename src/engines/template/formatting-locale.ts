/** The first tag whose numbers and dates `Intl` can write. For any other it would take the language of the machine. */
export function formattingLocale(...tags: readonly string[]): string {
  const [first = 'en-US'] = Intl.NumberFormat.supportedLocalesOf(tags);
  return first;
}
