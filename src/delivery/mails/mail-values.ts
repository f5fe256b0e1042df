import type { PlaceholderValue } from '../../engines/template/placeholder-filters.ts';
import { dayIn } from '../../kit/core/index.ts';
import type { EventPayload } from '../channels/channel.ts';
import { eventValueAt, placeholderValue } from './event-words.ts';
import type { MailFacts } from './mail-facts.ts';
import type { MailFormat } from './mail-format.ts';

/** What the placeholders of a mail stand for. */
export interface MailSubject {
  readonly payload: EventPayload;
  readonly facts: MailFacts;
  /** The name of the subscription. */
  readonly subscription: string;
  readonly format: MailFormat;
  readonly sentence: string;
}

const named: Readonly<Record<string, (about: MailSubject) => PlaceholderValue>> = {
  'homeowner.first_name': ({ facts }) => facts.homeowner?.firstName,
  'homeowner.last_name': ({ facts }) => facts.homeowner?.lastName,
  'homeowner.full_name': ({ facts }) => fullName(facts),
  'deck.name': ({ facts }) => facts.deck?.name,
  'company.name': ({ facts }) => facts.deck?.brandName,
  'subscription.name': ({ subscription }) => subscription,
  'event.id': ({ payload }) => payload.id,
  'event.type': ({ payload }) => payload.type,
  'event.sentence': ({ sentence }) => sentence,
  'event.time': ({ payload, format }) => format.moment(new Date(payload.timestamp)),
  date: ({ payload, format }) => ({ day: dayIn(format.timeZone, new Date(payload.timestamp)) }),
};

/** What each placeholder of the data of an event begins with. */
export const dataPrefix = 'data.';

/** All placeholders but those of the data of an event. */
export const mailPlaceholders: readonly string[] = Object.keys(named);

/** The values of the names that a template uses: an event may have many more. */
export function mailValues(paths: readonly string[], about: MailSubject): Map<string, PlaceholderValue> {
  return new Map(paths.map((path) => [path, valueOf(path, about)]));
}

export function fullName({ homeowner }: MailFacts): string | null {
  return homeowner === null ? null : `${homeowner.firstName} ${homeowner.lastName}`.trim() || null;
}

function valueOf(path: string, about: MailSubject): PlaceholderValue {
  if (!path.startsWith(dataPrefix)) return Object.hasOwn(named, path) ? named[path]?.(about) : null;
  const value = eventValueAt(about.payload.data, path.slice(dataPrefix.length).split('.'));
  return placeholderValue(value, (time) => dayIn(about.format.timeZone, time));
}
