import { termOf } from '../../engines/template/placeholder-filters.ts';
import type { EventType } from '../../kit/live/index.ts';
import { eventValue, labelFor } from './event-words.ts';
import type { MailFormat } from './mail-format.ts';
import { fullName, type MailSubject } from './mail-values.ts';
import { plainLine } from './plain-line.ts';

/** One line of what happened: `Total`, `$14,700`. Both are one line. */
export interface Figure {
  readonly label: string;
  readonly value: string;
}

/** Most lines, and most characters of one. */
const mostFigures = 20;
const longestFigure = 500;

/** Members that programs read, or that another line has in it. */
const forPrograms = /^(?:id|ids|hash|key|currency)$|[a-z](?:Id|Ids|Hash|Minor)$/;

/** Whom and what an event is about, its figures and its time. @param type undefined for one that clients publish */
export function figuresOf(about: MailSubject, type: EventType | undefined): Figure[] {
  const { payload, facts, format } = about;
  return [
    ...figure('Homeowner', fullName(facts)),
    ...figure('Deck', facts.deck?.name ?? null),
    ...dataFigures(about, type),
    ...figure('When', format.moment(new Date(payload.timestamp))),
  ];
}

function dataFigures({ payload: { data }, format }: MailSubject, type: EventType | undefined): Figure[] {
  const properties = (type?.schema['properties'] ?? {}) as Readonly<Record<string, { readonly enum?: unknown }>>;
  const members = type === undefined ? Object.keys(data).slice(0, mostFigures) : Object.keys(properties);
  return members.flatMap((member) => {
    const label = forPrograms.test(member) ? null : labelFor(member);
    const value = label === null ? null : written(eventValue(data, member), format);
    if (label === null || value === null) return [];
    return figure(label, Object.hasOwn(properties[member] ?? {}, 'enum') ? inWords(value) : value);
  });
}

function written(value: ReturnType<typeof eventValue>, { write, moment }: MailFormat): string | null {
  if (value instanceof Date) return moment(value);
  const term = termOf(value);
  return term === null ? null : write(term);
}

function figure(label: string, value: string | null): Figure[] {
  const line = value === null ? '' : plainLine(value, longestFigure);
  return line === '' ? [] : [{ label, value: line }];
}

/** A name that programs use, such as `in_progress`. */
function inWords(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}
