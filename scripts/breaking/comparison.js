import { isDeepStrictEqual } from 'node:util';

/**
 * One change between two states of a contract.
 *
 * @typedef {object} Change
 * @property {string} text what changed, as a sentence that names it
 * @property {boolean} isBreaking by docs/versioning.md
 * @property {string} was what stood there before; empty for nothing
 * @property {string} is what stands there now; empty for nothing
 */

/** What people read. It promises nothing. */
const notes = new Set(['summary', 'description', 'title', 'example', 'examples', 'tags', 'externalDocs', '$comment']);

/** Collects the changes between two OpenAPI documents. What both name by a reference is compared once, under its name. */
export class Comparison {
  /** @type {Map<string, Change>} */
  #found = new Map();
  #compared = new Set();
  #before;
  #after;

  constructor(before, after) {
    this.#before = before;
    this.#after = after;
  }

  /** @returns {Change[]} */
  changes() {
    return [...this.#found.values()];
  }

  /** What is sent and received too, may be breaking as one of them: then it is breaking. */
  report(isBreaking, text, was, is) {
    const isKnown = this.#found.get(text)?.isBreaking === true;
    this.#found.set(text, { text, isBreaking: isBreaking || isKnown, was: shown(was), is: shown(is) });
  }

  /**
   * Compares what two places have, or what they refer to.
   *
   * @param {(place: string, was: object, is: object, isSent: boolean) => void} compare
   * @param {boolean} isSent whether clients send it; otherwise they receive it
   */
  pair(place, was, is, isSent, compare) {
    const isShared = was.$ref !== undefined && is.$ref !== undefined;
    const name = `${was.$ref} ${is.$ref} ${isSent}`;
    if (isShared && this.#compared.has(name)) return;
    if (isShared) this.#compared.add(name);
    compare(isShared ? nameOf(was.$ref) : place, this.resolved(was, 'before'), this.resolved(is, 'after'), isSent);
  }

  /** @param {'before' | 'after'} time */
  resolved(it, time) {
    if (it.$ref === undefined) return it;
    const [, ...steps] = it.$ref.split('/');
    const document = time === 'before' ? this.#before : this.#after;
    return steps.reduce((found, step) => found[step.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  }

  /**
   * Compares the members of two places by their names: `{ it, isRequired }` each. A client that sends a member which is
   * gone is refused or not understood, and one that receives it misses it.
   */
  members(kind, place, was, is, isSent, compare) {
    for (const [name, { it }] of was) if (!is.has(name)) this.report(true, `${place}${kind} ${name} was removed`, it);
    for (const [name, { it, isRequired }] of is) {
      const known = was.get(name);
      if (known === undefined) {
        const isNeeded = isSent && isRequired;
        this.report(isNeeded, `${place}${isNeeded ? 'required ' : ''}${kind} ${name} was added`, undefined, it);
        continue;
      }
      if (known.isRequired !== isRequired) {
        const [old, now] = isRequired ? ['optional', 'required'] : ['required', 'optional'];
        this.report(isRequired === isSent, `${place}${kind} ${name} became ${now}`, old, now);
      }
      compare?.(known.it, it, name);
    }
  }

  /** Every other difference is breaking, so that a part of OpenAPI that this check does not know passes no change. */
  rest(place, was, is, known = []) {
    const isKnown = (key) => known.includes(key) || notes.has(key) || key.startsWith('x-');
    for (const key of new Set([...Object.keys(was), ...Object.keys(is)]))
      if (!isKnown(key) && !isDeepStrictEqual(was[key], is[key]))
        this.report(true, `${place}: ${key} changed`, was[key] ?? 'none', is[key] ?? 'none');
  }
}

/** `#/components/schemas/Deck` is Deck, and `#/components/headers/ETag` is headers/ETag. */
function nameOf(reference) {
  return reference.replace('#/components/', '').replace(/^schemas\//, '');
}

/** @returns what is compared, in a few words */
export function shown(it) {
  if (it === undefined) return '';
  if (typeof it !== 'object' || it === null) return String(it);
  if (it.$ref !== undefined) return nameOf(it.$ref);
  if (it.schema !== undefined) return shown(it.schema);
  const alternatives = it.anyOf ?? it.oneOf;
  if (alternatives !== undefined) return alternatives.map(shown).join(' | ');
  if (it.operationId !== undefined) return it.operationId;
  if (it.enum !== undefined || it.const !== undefined) return [it.enum ?? it.const].flat().join(' | ');
  if (it.type === 'array') return `${shown(it.items)}[]`;
  if (it.type !== undefined) return [it.type].flat().join(' | ');
  const text = JSON.stringify(it);
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}
