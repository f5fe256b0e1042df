import { Arg, Int } from 'type-graphql';

/** The argument of a mutation that refuses to change what somebody else has changed: If-Match of the GraphQL door. */
export function IfVersion(): ReturnType<typeof Arg> {
  return Arg('ifVersion', () => Int, {
    nullable: true,
    description: 'The version that was read: with another one by now it is refused with PRECONDITION_FAILED.',
  });
}
