import type { Fault } from '../../platform/kernel/errors.ts';
import { isPlainName } from '../../platform/input/hidden-characters.ts';
import { isJsonObject, type JsonObject } from '../../platform/input/json-object.ts';
import { json, list, type Rule } from '../../platform/input/rules.ts';
import { labelOf } from '../../platform/input/safe-json.ts';
import { orNull } from '../../platform/input/schema-fault.ts';

/** Faults of a list in which two items have one key. */
export function keyFaults(items: readonly { readonly key: string }[], pointer: string): Fault[] {
  const seen = new Set<string>();
  return items.flatMap(({ key }, index) => {
    const at = `${pointer}/${index}/key`;
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [{ pointer: at, code: 'enum', detail: `${labelOf(at)} names ${key} once more: each key must be unique.` }];
  });
}

/** Most characters of a translated text of an item. */
const mostInWords = 2_000;

/**
 * The words of a list: at each place those of the item there, or null for none.
 *
 * @param fields the fields that may have words; the first is printed on one line
 */
export function wordsInList(max: number, fields: readonly [string, ...string[]]): Rule<(JsonObject | null)[]> {
  const words = json({ description: `Translated ${fields.join(', ')}.` });
  const item: Rule<JsonObject | null> = { ...words, schema: (naming) => orNull(words.schema(naming)) };
  return list(item, {
    max,
    check: (items: readonly (JsonObject | null)[], pointer) => wordFaults(items, fields, pointer),
    description: 'Translated texts at the same places as in the list; null for an item without any.',
  });
}

function wordFaults(
  items: readonly (JsonObject | null)[],
  [line, ...texts]: readonly [string, ...string[]],
  pointer: string,
): Fault[] {
  return items.flatMap((item, index) => {
    if (!isJsonObject(item)) return [];
    return [line, ...texts].flatMap((field): Fault[] => {
      const text = item[field];
      const at = `${pointer}/${index}/${field}`;
      if (text === undefined || text === null) return [];
      if (typeof text !== 'string') return [{ pointer: at, code: 'type', detail: `${labelOf(at)} must be text.` }];
      if (text.length > mostInWords) {
        const rule = `must have at most ${mostInWords.toLocaleString('en-US')} characters`;
        return [{ pointer: at, code: 'length', detail: `${labelOf(at)} ${rule}.` }];
      }
      if (field !== line || isPlainName(text)) return [];
      const rule = 'must be one line that is not blank, without hidden characters';
      return [{ pointer: at, code: 'format', detail: `${labelOf(at)} ${rule}.` }];
    });
  });
}
