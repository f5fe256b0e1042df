import { plainDigest } from '../../kit/core/index.ts';
import { list, nested, text, view } from '../../kit/data/index.ts';

/** What a REST view has written, with its links unsigned. */
type Written = Readonly<Record<string, unknown>>;

/** One member of a presentation that is another one now. */
export interface Replacement {
  readonly op: 'replace';
  /** JSON Pointer (RFC 6901) to a field, or to one element of a list. */
  readonly path: string;
  readonly value: unknown;
}

const replacementView = view<Replacement>('Replacement', {
  op: { schema: { const: 'replace' }, write: (op) => op },
  path: text,
  value: { schema: {}, write: (value) => value },
});

/** What has changed since the event before, as a JSON Patch (RFC 6902). */
export const guestChangesView = view<{ readonly changes: readonly Replacement[] }>('GuestPresentationChanges', {
  changes: list(nested(replacementView)),
});

/** Digests of the parts of a presentation by their paths: all that a stream keeps of what its client has. */
export type PartDigests = ReadonlyMap<string, string>;

/** Digests each field, and each element of a list. Signed links count as what they lead to. */
export function partDigests(written: Written): PartDigests {
  const digests = new Map<string, string>();
  for (const [name, value] of Object.entries(written)) {
    if (!Array.isArray(value)) {
      digests.set(`/${name}`, plainDigest(value));
      continue;
    }
    digests.set(`/${name}`, String(value.length));
    for (const [index, item] of value.entries()) digests.set(`/${name}/${index}`, plainDigest(item));
  }
  return digests;
}

/** The operations of a JSON Patch (RFC 6902) from what a client has to what is written now. */
export function replacements(before: PartDigests, now: PartDigests, written: Written): Replacement[] {
  const isSame = (path: string): boolean => before.get(path) === now.get(path);
  return Object.entries(written).flatMap(([name, value]) => {
    const path = `/${name}`;
    // A list of another length is sent as a whole.
    if (!isSame(path)) return [{ op: 'replace', path, value }];
    if (!Array.isArray(value)) return [];
    return value.flatMap((item: unknown, index): Replacement[] =>
      isSame(`${path}/${index}`) ? [] : [{ op: 'replace', path: `${path}/${index}`, value: item }],
    );
  });
}
