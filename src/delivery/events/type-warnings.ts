import { ObjectType } from 'type-graphql';
import { answerOf, attributes, shown, view, viewOf } from '../../kit/data/index.ts';
import { nearestName } from '../../kit/core/index.ts';
import type { EventType } from '../../kit/live/index.ts';
import { patternsFor } from './type-pattern.ts';

const typeWarningAttributes = attributes({
  code: shown(String, 'similar_type (a known type has a similar name) or unusual_type (not dotted lower case).'),
  detail: shown(String, 'The likely mistake and its fix.'),
});

/** A likely mistake in an event type. Shown to clients; the type is accepted. */
@ObjectType('EventTypeWarning', {
  simpleResolvers: true,
  description: 'A likely mistake in an event type or pattern. The type is accepted.',
})
export class TypeWarning extends answerOf(typeWarningAttributes) {}

/** The member `warnings` of the payloads that give what has an event type. */
export const typeWarningsMember = [() => [TypeWarning], 'Likely mistakes in the event type; usually empty.'] as const;

/** As REST shows it. */
export const typeWarningView = view<TypeWarning>('EventTypeWarning', viewOf(typeWarningAttributes));

/** Finds likely mistakes in an event type or pattern; usually none. */
export type TypeCheck = (typeOrPattern: string) => TypeWarning[];

const usualForm = /^[a-z0-9][a-z0-9_-]*(\.[a-z0-9][a-z0-9_-]*)*\.(\*|[a-z0-9][a-z0-9_-]*)$/;

/** Makes the check. Clients may publish types of their own, so it warns only of names that likely match nothing. */
export function typeCheck(catalogue: readonly EventType[]): TypeCheck {
  const known = new Set(catalogue.flatMap(({ name }) => patternsFor(name)));
  const [patterns, types] = [[...known].filter(isPrefix), [...known].filter((name) => !isPrefix(name))];
  return (name) => {
    if (known.has(name)) return [];
    const nearest = nearestName(name, isPrefix(name) ? patterns : types);
    if (nearest !== null) {
      const detail = `This service has no events of the type ${name}: did you mean ${nearest}? Types are compared to the letter, and upper case differs from lower case.`;
      return [{ code: 'similar_type', detail }];
    }
    if (usualForm.test(name)) return [];
    const detail = `${name} is not in dotted lower case, such as contract.signed: upper case differs from lower case, and a pattern such as contract.* matches only what stands behind a dot.`;
    return [{ code: 'unusual_type', detail }];
  };
}

function isPrefix(name: string): boolean {
  return name.endsWith('.*');
}
