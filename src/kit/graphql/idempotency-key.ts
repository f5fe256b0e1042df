import { Arg } from 'type-graphql';

/** The argument of mutations that create something: REST's Idempotency-Key header. */
export function IdempotencyKeyArg(): ReturnType<typeof Arg> {
  return Arg('idempotencyKey', () => String, {
    nullable: true,
    description:
      'A name of your own for this request: sent again within 24 hours it gives the first answer and makes nothing.',
  });
}
