import { hasTexts, jsonOf } from '../core/index.ts';
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
