import { Field, ObjectType } from 'type-graphql';
import { nearestName } from '../platform/kernel/nearest-name.ts';
import type { EventType } from '../platform/live/event-type.ts';
import { patternsFor } from './type-pattern.ts';

@ObjectType('EventTypeWarning', {
  simpleResolvers: true,
  description: 'Something doubtful about an event type or pattern, which is accepted as it is.',
})
export class TypeWarning {
  @Field(() => String, { description: 'Stable code: similar_type or unusual_type.' })
  code!: string;

  @Field(() => String)
  detail!: string;
}

/** Tells what is doubtful about an event type or pattern. */
export type TypeCheck = (typeOrPattern: string) => TypeWarning[];

const usualForm = /^[a-z0-9][a-z0-9_-]*(\.[a-z0-9][a-z0-9_-]*)*\.(\*|[a-z0-9][a-z0-9_-]*)$/;

/** Types from outside are as good as those of the catalogue: only what is likely to match nothing is doubtful. */
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
