import type { Fault } from '../core/index.ts';

/** Deepest nesting that a request body may have. */
const maxJsonDepth = 32;

/** Most characters of a pointer: a check that reads values by pointers reads the whole pointer for each value. */
const longestPointer = 1_000;

/** Most digits that all exponents may add: the database stores 1e300 as 301 digits. */
const mostExponentDigits = 10_000;

/**
 * Finds values that are rejected under every schema: text that PostgreSQL cannot store (NUL, half a
 * surrogate pair), a `__proto__` key, a number that JSON would store as null (1e999), many
 * that are short here and long in the database (1e300), nesting beyond `maxJsonDepth`, a
 * path of keys beyond `longestPointer`. Walks without recursion: depth cannot overflow the stack. @returns the first fault
 */
export function findUnsafeJson(root: unknown, pointer = ''): Fault | null {
  const open: { value: unknown; pointer: string; depth: number }[] = [{ value: root, pointer, depth: 0 }];
  let exponentDigits = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { value, depth } = at;
    if (typeof value === 'string') {
      const fault = unsafeText(value, at.pointer);
      if (fault !== null) return fault;
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) return unsafe(at.pointer, 'must not be beyond what a double can hold');
      exponentDigits += exponentOf(value);
      if (exponentDigits > mostExponentDigits) return unsafe(at.pointer, tooManyDigits);
    } else if (typeof value === 'object' && value !== null) {
      if (depth >= maxJsonDepth) {
        return unsafe(at.pointer, `must not be nested deeper than ${maxJsonDepth} levels`);
      }
      for (const [key, child] of Object.entries(value)) {
        const childPointer = `${at.pointer}/${escapeSegment(key)}`;
        if (childPointer.length > longestPointer) {
          return unsafe(at.pointer, `must have shorter keys: a path of keys has at most ${longestPointer} characters`);
        }
        const fault = key === '__proto__' ? unsafe(childPointer, 'is not an allowed key') : unsafeText(key, at.pointer);
        if (fault !== null) return fault;
        open.push({ value: child, pointer: childPointer, depth: depth + 1 });
      }
    }
  }
  return null;
}

/** That of a number which JSON writes with one, without its sign; 0 of any other. */
function exponentOf(number: number): number {
  const size = Math.abs(number);
  return number === 0 || (size >= 1e-6 && size < 1e21) ? 0 : Math.abs(Number(/e(.+)$/.exec(String(number))?.[1] ?? 0));
}

const tooManyDigits = `must not be one of so many very large or small numbers: together their exponents are at most ${mostExponentDigits.toLocaleString('en-US')}`;

function unsafeText(text: string, pointer: string): Fault | null {
  if (text.includes('\0')) return unsafe(pointer, 'must not contain the NUL character (U+0000)');
  if (!text.isWellFormed()) return unsafe(pointer, 'must be well-formed Unicode: it contains half a surrogate pair');
  return null;
}

function unsafe(pointer: string, rule: string): Fault {
  return { pointer, code: 'unsafe', detail: `${labelOf(pointer)} ${rule}.` };
}

/** Writes a key as a part of a JSON Pointer. Hardly any key has something to escape. */
export function escapeSegment(segment: string): string {
  if (!segment.includes('~') && !segment.includes('/')) return segment;
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** How a sentence calls the field at a pointer: `/homeowner/first_name` is `homeowner.first_name`. */
export function labelOf(pointer: string): string {
  return pointer === '' ? 'The body' : pointer.slice(1, 201).replaceAll('/', '.');
}
