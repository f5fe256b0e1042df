import { Arg, Extensions } from 'type-graphql';

/** The argument of mutations that is the Idempotency-Key header of REST. */
export const idempotencyKey = 'idempotencyKey';

export const keyDescription =
  'A name of your own for this request: sent again within 24 hours it gives the first answer and changes nothing.';

/** The argument of a mutation that names its request itself. The others are given it by `idempotency-keys.ts`. */
export function IdempotencyKeyArg(): ReturnType<typeof Arg> {
  return Arg(idempotencyKey, () => String, { nullable: true, description: keyDescription });
}

/** Marks a mutation that takes no idempotencyKey: its answer has a secret, or it may be repeated anyway. */
export function NotStored(): ReturnType<typeof Extensions> {
  return Extensions({ isStored: false });
}
