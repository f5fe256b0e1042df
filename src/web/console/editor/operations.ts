import { randomId } from '../../story/random-id.ts';
import type { Place } from './history.ts';
import type { Fields, Rest } from './slide-fields.ts';

/** A change of the list of slides that the server has not made yet. */
export type Operation =
  | {
      readonly kind: 'add';
      readonly slideId: string;
      readonly fields: Fields;
      readonly rest: Rest;
      readonly place: Place;
      readonly key: string;
    }
  | { readonly kind: 'remove'; readonly slideId: string; readonly key: string }
  | { readonly kind: 'move'; readonly slideId: string; readonly place: Place; readonly key: string };

export const addition = (slideId: string, fields: Fields, place: Place, rest: Rest = {}): Operation => ({
  kind: 'add',
  slideId,
  fields,
  rest,
  place,
  key: randomId(),
});
export const removal = (slideId: string): Operation => ({ kind: 'remove', slideId, key: randomId() });
export const move = (slideId: string, place: Place): Operation => ({ kind: 'move', slideId, place, key: randomId() });

/** The order of slides after an operation. A slide whose place is gone comes last. */
export function ordered(slideIds: readonly string[], operation: Operation): readonly string[] {
  const { slideId } = operation;
  const others = slideIds.filter((one) => one !== slideId);
  if (operation.kind === 'remove') return others;
  if (operation.kind === 'move' && others.length === slideIds.length) return slideIds;
  const at = operation.place === null ? -1 : others.indexOf(operation.place);
  return at < 0 ? [...others, slideId] : others.toSpliced(at, 0, slideId);
}

/** What stands behind a slide. */
export function placeOf(slideIds: readonly string[], slideId: string): Place {
  return slideIds[slideIds.indexOf(slideId) + 1] ?? null;
}
