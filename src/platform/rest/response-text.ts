/** A shorter text is sent in one piece with its headers. */
const longText = 65_536;

/**
 * What is sent of a text. A long one becomes bytes: it may wait for its client, and Node would keep text as it is, two
 * bytes for each character where one is beyond Latin-1, and write it through a buffer of three.
 */
export function asBody(text: string): string | Buffer {
  return text.length < longText ? text : Buffer.from(text);
}
