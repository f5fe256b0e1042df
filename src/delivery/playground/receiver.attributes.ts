import { registerEnumType } from 'type-graphql';
import { attribute, attributes } from '../../kit/data/index.ts';
import { integer, oneOf, uuid } from '../../kit/input/index.ts';

/** How a receiver answers. */
export const ReceiverAnswer = {
  SUCCESS: 'success',
  REJECTED: 'rejected',
  GONE: 'gone',
  FAILURE: 'failure',
  SLOW: 'slow',
} as const;
/** A value of `ReceiverAnswer`, as stored. */
export type ReceiverAnswer = (typeof ReceiverAnswer)[keyof typeof ReceiverAnswer];
registerEnumType(ReceiverAnswer, {
  name: 'ReceiverAnswer',
  description: 'How a playground receiver answers.',
  valuesConfig: {
    SUCCESS: { description: '204: it accepts.' },
    REJECTED: { description: '400: it rejects.' },
    GONE: { description: '410: it wants no more, so that the subscription is switched off.' },
    FAILURE: { description: '500: it fails.' },
    SLOW: { description: '204 after delaySeconds.' },
  },
});

/** The status of each answer. */
export const statusOf: Readonly<Record<ReceiverAnswer, number>> = {
  success: 204,
  rejected: 400,
  gone: 410,
  failure: 500,
  slow: 204,
};

/** Everything that a client sets of a receiver. */
export const receiverAttributes = attributes({
  subscriptionId: attribute(
    uuid({
      description:
        'The notification subscription whose secret verifies the signatures of what arrives; null for none. The server reads the secret, clients need not.',
    }),
    { nullable: true },
  ),
  answer: attribute(oneOf(ReceiverAnswer, { description: 'How it answers.' }), { default: ReceiverAnswer.SUCCESS }),
  delaySeconds: attribute(integer({ min: 1, max: 30, description: 'How long SLOW waits, in seconds.' }), {
    default: 5,
  }),
});
