import { HomeownerInput } from '../../../src/presentations/personalisation/homeowner.attributes.ts';
import { inputSchema } from '../../../src/kit/input/input.ts';

/** Values for fields that cannot hold just any word. */
const special: Readonly<Record<string, (mark: string, phone: string) => string>> = {
  email: (mark) => `${mark}@example.com`,
  phone: (_mark, phone) => phone,
  country: () => 'US',
};

/** A homeowner whose every field, as the product declares them, holds a mark. */
export function markedHomeowner(mark: string, phone: string): Record<string, string> {
  const { properties } = inputSchema(HomeownerInput, 'rest') as { properties: object };
  return Object.fromEntries(Object.keys(properties).map((name) => [name, special[name]?.(mark, phone) ?? mark]));
}

/** Ways in which a text may be written in a dump: as it is, in hexadecimal digits, and within other bytes in Base64. */
function spellings(text: string): string[] {
  const encoded = [Buffer.from(text), Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()];
  return [text, ...encoded.flatMap((bytes) => [bytes.toString('hex'), ...base64Within(bytes)])];
}

/** The characters of Base64 that the bytes make alone, at each of the three places within a group. */
function base64Within(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = Math.floor((before + bytes.length) / 3) * 4;
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(before === 0 ? 0 : 4, whole);
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** Which of the places have one of the texts in some spelling, in upper or lower case. */
export function placesOf(texts: readonly string[], places: ReadonlyMap<string, string>): string[] {
  const all = texts.flatMap(spellings);
  const loose = texts.map((text) => text.toLowerCase());
  return [...places]
    .filter(([, content]) => {
      const lower = content.toLowerCase();
      return all.some((text) => content.includes(text)) || loose.some((text) => lower.includes(text));
    })
    .map(([place]) => place);
}
