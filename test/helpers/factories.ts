import type { DeckAnswer, FaqAnswer, PresentationAnswer, SlideAnswer, SubscriptionAnswer } from './answers.ts';
import type { RestClient } from './rest-client.ts';

let counter = 0;
const next = (): number => (counter += 1);

export function deckInput(overrides: object = {}): object {
  return { name: `Deck ${next()}`, ...overrides };
}

export function slideInput(overrides: object = {}): object {
  const number = next();
  return { slideId: `slide-${number}`, title: `Slide ${number}`, narrationScript: 'Hello.', ...overrides };
}

export function presentationInput(overrides: object = {}): object {
  return { homeowner: { first_name: 'Dana', last_name: 'Whitaker' }, ...overrides };
}

export function subscriptionInput(overrides: object = {}): object {
  return {
    name: `Subscription ${next()}`,
    eventType: 'contract.signed',
    channel: 'console',
    channelConfig: {},
    ...overrides,
  };
}

/** Creates through REST what a test builds on; any refusal fails the test. */
export async function createDeck(rest: RestClient, overrides: object = {}): Promise<DeckAnswer> {
  return created(rest, '/api/decks', deckInput(overrides), 'deck');
}

export async function createSlide(rest: RestClient, deckId: string, overrides: object = {}): Promise<SlideAnswer> {
  return created(rest, `/api/decks/${deckId}/slides`, slideInput(overrides), 'slide');
}

/** Creates up to 100 slides by one request. */
export async function createSlides(
  rest: RestClient,
  deckId: string,
  overrides: readonly object[],
): Promise<SlideAnswer[]> {
  return created(
    rest,
    `/api/decks/${deckId}/slides/bulk`,
    { slides: overrides.map((slide) => slideInput(slide)) },
    'slides',
  );
}

export async function createFaq(rest: RestClient, deckId: string, overrides: object = {}): Promise<FaqAnswer> {
  const faq = { userQuestion: `Question ${next()}?`, cannedAnswer: 'Yes.', ...overrides };
  return created(rest, `/api/decks/${deckId}/faqs`, faq, 'faq');
}

export async function createPresentation(
  rest: RestClient,
  deckId: string,
  overrides: object = {},
): Promise<PresentationAnswer> {
  return created(rest, `/api/decks/${deckId}/presentations`, presentationInput(overrides), 'presentation');
}

export async function createSubscription(rest: RestClient, overrides: object = {}): Promise<SubscriptionAnswer> {
  return created(rest, '/api/notifications/subscriptions', subscriptionInput(overrides));
}

async function created<T>(rest: RestClient, path: string, input: object, key?: string): Promise<T> {
  const { status, body } = await rest.post<Record<string, T>>(path, input);
  if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
  return (key === undefined ? body : body[key]) as T;
}
