import { Arg, Int } from 'type-graphql';

/** The argument by which a mutation rejects a change of an outdated version: If-Match in GraphQL. */
export function IfVersion(): ReturnType<typeof Arg> {
  return Arg('ifVersion', () => Int, {
    nullable: true,
    description:
      'The version that you read. Fails with PRECONDITION_FAILED when the object has another version by now.',
  });
}
