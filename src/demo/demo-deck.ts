/**
 * The demo a newcomer meets first: what a roofing and solar company would show at the kitchen table. Its deck is one of
 * the starters of the console. The company, the people, the phone numbers and the prices are invented; README's examples
 * use the same ids and the same homeowner.
 */
import type { CreateSubscriptionInput } from '../delivery/subscriptions/subscription.inputs.ts';

/** The deck that an empty database is filled with: a roofing and solar pitch, as a deck file. */
export { default as demoFile } from './decks/roof-and-solar.json' with { type: 'json' };

/** Its id there. It is fixed, so that documents can name it. */
export const demoDeckId = '01900000-0000-7000-8000-000000000001';

/** For whom it is presented in what a newcomer sees first, as REST takes it. */
export const demoPresentation = {
  homeowner: { first_name: 'Dana', last_name: 'Whitaker' },
  price_inputs: { roof_squares: 24.5, system_size_kw: 7.2 },
};

/** A console subscription for `contract.signed`: the demo shows a delivery without a receiver. */
export const demoSubscription = {
  id: '01900000-0000-7000-8000-000000000002',
  name: 'Print every signed contract',
  eventType: 'contract.signed',
  channel: 'console',
  channelConfig: {},
  deckId: demoDeckId,
  isActive: true,
} satisfies CreateSubscriptionInput & { id: string };

/** For README and curl examples. Invented; 555-01xx numbers and example.com are set aside for uses like this. */
export const demoHomeowner = {
  first_name: 'Dana',
  last_name: 'Whitaker',
  address: '1482 Larkspur Lane',
  city: 'Fort Collins',
  state: 'CO',
  zip: '80525',
  country: 'US',
  phone: '+19705550118',
  email: 'dana.whitaker@example.com',
};
