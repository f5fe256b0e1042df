import type { EventType } from '../../kit/live/index.ts';
import type { EventPayload } from '../channels/channel.ts';
import { type MailFacts, unnamed } from './mail-facts.ts';
import { figuresOf } from './mail-figures.ts';
import { mailFormat } from './mail-format.ts';
import { mailHtml } from './mail-html.ts';
import { type EmailTemplate, fill, templateFaults } from './mail-template.ts';
import { mailText } from './mail-text.ts';
import { fullName, type MailSubject } from './mail-values.ts';
import { plainLine, plainLines } from './plain-line.ts';

/** What one mail is made of. */
export interface MailRequest {
  readonly payload: EventPayload;
  readonly facts: MailFacts;
  /** The name of the subscription. */
  readonly subscription: string;
  readonly template: EmailTemplate | null;
  /** Where the HTML has the logo of the deck; null leaves it out. */
  readonly logo: string | null;
}

/** The texts of one mail. */
export interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Most characters of a subject and of the text of a template, once filled. */
const longestSubject = 250;
const longestBody = 250_000;
const longestSentence = 500;

/** Writes the mails of events. */
export class MailWriter {
  readonly #types: ReadonlyMap<string, EventType>;

  /** @param options.publicUrl where people reach the server; null where nobody knows */
  constructor(
    private readonly options: {
      readonly eventTypes: readonly EventType[];
      readonly timeZone: string;
      readonly publicUrl: string | null;
    },
  ) {
    this.#types = new Map(options.eventTypes.map((type) => [type.name, type]));
  }

  templateFaults(template: EmailTemplate, eventType: string, pointer: string): ReturnType<typeof templateFaults> {
    return templateFaults(template, eventType, this.options.eventTypes, pointer);
  }

  write({ payload, facts, subscription, template, logo }: MailRequest): WrittenMail {
    const { deck } = facts;
    const format = mailFormat({
      language: deck?.language ?? 'en-US',
      timeZone: deck?.timeZone ?? this.options.timeZone,
    });
    const type = this.#types.get(payload.type);
    const about = { payload, facts, subscription, format, sentence: '' };
    const known = type === undefined ? '' : sentenceOf(type, about);
    const sentence = known || `An event of the type ${payload.type} was recorded.`;
    const whole = { ...about, sentence };
    const subject =
      plainLine(fill(template?.subject ?? '', whole), longestSubject) ||
      plainLine(known.replace(/\.$/, ''), longestSubject) ||
      plainLine(`${payload.type} (${subscription})`, longestSubject);
    const body = plainLines(fill(template?.body ?? '', whole), longestBody);
    const shown = {
      subject,
      content: body === '' ? { sentence, figures: figuresOf(whole, type) } : { body },
      deck,
      logo,
      link: this.#link(deck === null ? null : payload.deckId),
      subscription: plainLine(subscription, longestSubject),
      event: payload,
    };
    return { subject, text: mailText(shown, payload), html: mailHtml(shown) };
  }

  /**
   * The screen of the deck in the console, which shows nothing without a sign-in. The page of a presentation opens by a
   * secret in its URL, which not everyone may have who gets the mail.
   */
  #link(deckId: string | null): string | null {
    return this.#screen(deckId === null ? '/app' : `/app/decks/${deckId}`);
  }

  /** The screen where recipients of a subscription are taken out, by who may; null where nobody knows the server's URL. */
  recipientsLink(subscriptionId: string): string | null {
    return this.#screen(`/app/subscriptions/${subscriptionId}`);
  }

  #screen(path: string): string | null {
    const { publicUrl } = this.options;
    return publicUrl === null ? null : new URL(path, publicUrl).href;
  }
}

/** Empty where the data lack what the sentence has, as of an erased homeowner. */
function sentenceOf({ sentence }: EventType, about: MailSubject): string {
  const facts = {
    homeowner: fullName(about.facts) === null ? unnamed.homeowner : about.facts.homeowner,
    deck: about.facts.deck ?? unnamed.deck,
  };
  const line = plainLine(fill(sentence, { ...about, facts }, 'error'), longestSentence);
  return line.charAt(0).toLocaleUpperCase('en') + line.slice(1);
}
