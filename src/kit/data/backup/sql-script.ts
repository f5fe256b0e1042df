import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

/** Characters that a database is given at a time: it parses them as one. */
const portion = 1_000_000;

/** The text of a compressed script. */
export async function textOf(path: string): Promise<string> {
  const parts: string[] = [];
  for await (const part of partsOf(path)) parts.push(part);
  return parts.join('');
}

/**
 * The statements of a compressed script of inserted rows, several at a time. A statement ends with a semicolon at the end
 * of a line, outside of quotes: in scripts of pg_dump, nothing but a quote begins or ends a literal.
 */
export async function* rowStatements(path: string): AsyncGenerator<string> {
  let text = '';
  let from = 0;
  let end = 0;
  let isQuoted = false;
  for await (const part of partsOf(path)) {
    text += part;
    for (; from < text.length; from += 1) {
      const character = text[from];
      if (character === "'") isQuoted = !isQuoted;
      else if (character === '\n' && !isQuoted && text[from - 1] === ';') end = from + 1;
    }
    if (end < portion) continue;
    yield text.slice(0, end);
    text = text.slice(end);
    from -= end;
    end = 0;
  }
  yield text;
}

async function* partsOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  const text = file.pipe(createGunzip());
  file.on('error', (error) => text.destroy(error));
  text.setEncoding('utf8');
  for await (const part of text) yield part as string;
}
