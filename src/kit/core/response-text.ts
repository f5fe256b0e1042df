import { Readable } from 'node:stream';
import type { JsonObject } from './json-object.ts';
import { operationLimits, withinLimits } from './limits/budget.ts';

/** A shorter text is sent in one piece with its headers. */
const longText = 65_536;

/**
 * What is sent of a text. A long one becomes bytes: it may wait for its client, and Node would keep text as it is, two
 * bytes for each character where one is beyond Latin-1, and write it through a buffer of three.
 */
export function asBody(text: string): string | Buffer {
  return text.length < longText ? text : Buffer.from(text);
}

/** Characters that are written at a time. */
const chunkLength = 16_384;

/** The text of JSON Lines. They are read no faster than the client takes them. */
export function jsonLines(lines: AsyncIterable<object>): Readable {
  return Readable.from(chunksOf(lines), { highWaterMark: 2 });
}

async function* chunksOf(lines: AsyncIterable<object>): AsyncGenerator<string> {
  let chunk = '';
  for await (const line of lines) {
    chunk += `${JSON.stringify(line)}\n`;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/**
 * Writes one JSON object whose last members are lists, item by item. Each item has the budget of an operation, as the
 * rows of a stream have. It ends with its client, and breaks off at an error.
 *
 * @param beside the members ahead of the lists
 */
export async function* jsonPieces(
  beside: JsonObject,
  lists: Readonly<Record<string, AsyncIterator<unknown, void>>>,
): AsyncGenerator<string, void> {
  const opening = JSON.stringify(beside).slice(0, -1);
  let before = opening === '{' ? opening : `${opening},`;
  for (const [name, items] of Object.entries(lists)) {
    yield `${before}${JSON.stringify(name)}:[`;
    let between = '';
    for (;;) {
      const { done, value } = await withinLimits(operationLimits, () => items.next());
      if (done === true) break;
      yield between + JSON.stringify(value);
      between = ',';
    }
    yield ']';
    before = ',';
  }
  yield '}';
}

/** Writes a JSON object under its key. */
export async function* underKey(key: string, pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield `{${JSON.stringify(key)}:`;
  yield* pieces;
  yield '}';
}
