import { hasTexts, jsonOf, JsonText } from '../core/index.ts';
import type { SignLink } from './signed-links.ts';

/** What signs the links of the answer that is being written: writing never waits, so that there is one at a time. */
let signing: SignLink | null = null;

/** A link in an answer, which is signed as the answer is written. Anywhere else it is the link itself. */
export class SignedLink {
  constructor(private readonly path: string) {}

  toJSON(): string | null {
    return signing === null ? this.path : signing(this.path);
  }
}

/** The JSON text of an answer with its links signed. */
export function writeJson(body: unknown, sign: SignLink): string {
  signing = sign;
  try {
    return hasTexts(body) ? jsonOf({ __proto__: null, ...(body as object) }) : JSON.stringify(body);
  } finally {
    signing = null;
  }
}

/** The same, as a text that knows whether it has links that are signed. */
export function signedJson(body: object, sign: SignLink): JsonText {
  let hasLinks = Object.values(body).some((member) => member instanceof JsonText && member.hasLinks);
  const text = writeJson(body, (path) => {
    const signed = sign(path);
    hasLinks ||= signed !== path;
    return signed;
  });
  return new JsonText(text, hasLinks);
}
