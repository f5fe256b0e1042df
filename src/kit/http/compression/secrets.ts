/** The beginnings of what opens something for longer than minutes: keys, links to presentations, webhook secrets, CSRF tokens. */
const marks = ['dc_', '/p/pl_', 'whsec_', 'csrfToken'];

/**
 * Whether an answer may show a secret. Who watches the length of compressed answers, and can put guesses into their texts,
 * could find out what stands beside (BREACH). Found by what it looks like, it is found in each API and under each
 * alias.
 */
export function showsSecret(answer: Buffer): boolean {
  return marks.some((mark) => answer.includes(mark));
}
