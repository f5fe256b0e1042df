import type { Fault } from '../errors.ts';

/** Deepest nesting that a request body may have. */
export const maxJsonDepth = 32;

/**
 * Finds what no JSON from outside may hold, whatever its schema: text that PostgreSQL cannot store (NUL, half a
 * surrogate pair), a `__proto__` key, a number that would come back as null (1e999), nesting beyond `maxJsonDepth`.
 * Walks without recursion, so that depth itself cannot hurt. Returns the first such fault.
 */
export function findUnsafeJson(root: unknown, pointer = ''): Fault | null {
  const open: { value: unknown; pointer: string; depth: number }[] = [{ value: root, pointer, depth: 0 }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { value, depth } = at;
    if (typeof value === 'string') {
      const fault = unsafeText(value, at.pointer);
      if (fault !== null) return fault;
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) return unsafe(at.pointer, 'must not be beyond what a double can hold');
    } else if (typeof value === 'object' && value !== null) {
      if (depth >= maxJsonDepth) {
        return unsafe(at.pointer, `must not be nested deeper than ${maxJsonDepth} levels`);
      }
      for (const [key, child] of Object.entries(value)) {
        const childPointer = `${at.pointer}/${escapeSegment(key)}`;
        const fault = key === '__proto__' ? unsafe(childPointer, 'is not an allowed key') : unsafeText(key, at.pointer);
        if (fault !== null) return fault;
        open.push({ value: child, pointer: childPointer, depth: depth + 1 });
      }
    }
  }
  return null;
}

function unsafeText(text: string, pointer: string): Fault | null {
  if (text.includes('\0')) return unsafe(pointer, 'must not contain the NUL character (U+0000)');
  if (!text.isWellFormed()) return unsafe(pointer, 'must be well-formed Unicode: it contains half a surrogate pair');
  return null;
}

function unsafe(pointer: string, rule: string): Fault {
  return { pointer, code: 'unsafe', detail: `${labelOf(pointer)} ${rule}.` };
}

/** Escapes one segment of a JSON Pointer. */
export function escapeSegment(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** How a sentence calls the field at a pointer: `/homeowner/first_name` is `homeowner.first_name`. */
export function labelOf(pointer: string): string {
  return pointer === '' ? 'The body' : pointer.slice(1).replaceAll('/', '.').slice(0, 200);
}
