import type { EventPayload } from '../channels/channel.ts';

/** What a mail says beyond its event: of the homeowner and the deck that the event is about, as they are now. */
export interface MailFacts {
  /** Null for an event about none, after an erasure, and where the recipients may not learn the name. */
  readonly homeowner: { readonly firstName: string; readonly lastName: string } | null;
  /** Null for an event about none, and after its deletion. */
  readonly deck: MailDeck | null;
}

/** A deck as far as mails show it. */
export interface MailDeck {
  readonly name: string;
  readonly brandName: string | null;
  /** Such as #0b5d4b. */
  readonly color: string | null;
  readonly logo: MailLogo | null;
  /** ISO 4217 code. */
  readonly currency: string;
  /** BCP 47 tag, after which amounts and times are written. */
  readonly language: string;
  /** Null for that of the server. */
  readonly timeZone: string | null;
}

/** A PNG with its size in pixels. */
export interface MailLogo {
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Finds the facts about an event. @param namesHomeowner whether the recipients may learn the name of the homeowner */
export type FindMailFacts = (
  payload: Pick<EventPayload, 'deckId' | 'data'>,
  namesHomeowner: boolean,
) => Promise<MailFacts>;

export const noFacts: MailFacts = { homeowner: null, deck: null };

/** In sentences about a deck or a homeowner that nobody finds. */
export const unnamed = {
  homeowner: { firstName: 'the', lastName: 'homeowner' },
  deck: {
    name: 'a deck',
    brandName: null,
    color: null,
    logo: null,
    currency: 'USD',
    language: 'en-US',
    timeZone: null,
  },
} satisfies MailFacts;

/** For previews of events that have not happened. */
export const sampleFacts = {
  homeowner: { firstName: 'Maria', lastName: 'Lopez' },
  deck: { ...unnamed.deck, name: 'Roof replacement' },
} satisfies MailFacts;
