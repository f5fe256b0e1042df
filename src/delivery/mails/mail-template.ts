import { memoize } from '../../engines/template/memoize.ts';
import {
  type RenderOptions,
  renderTemplate,
  parseTemplate,
  type Template,
} from '../../engines/template/placeholders.ts';
import { type Fault, nearestName } from '../../kit/core/index.ts';
import { labelOf } from '../../kit/input/index.ts';
import type { EventType } from '../../kit/live/index.ts';
import { matchesType } from '../events/type-pattern.ts';
import { dataPrefix, mailPlaceholders, type MailSubject, mailValues } from './mail-values.ts';

/** Texts of a subscription in place of those of the product. An absent or null member keeps that of the product. */
export interface EmailTemplate {
  readonly subject?: string | null | undefined;
  readonly body?: string | null | undefined;
}

/** Most placeholders of one text, each of which may stand for 2,000 characters. */
const mostPlaceholders = 100;
const lineBreak = /[\r\n\v\f\u0085\u2028\u2029]/;

/** A parsed text with the names that it uses. */
interface Compiled {
  readonly template: Template;
  readonly paths: readonly string[];
}

/** Most texts that are kept. */
const mostCompiled = 200;

/** Parses a text once for all mails that are made of it. */
const compile = memoize((text: string): Compiled => {
  const template = parseTemplate(text);
  const paths = new Set(template.parts.flatMap((part) => (part.kind === 'placeholder' ? [part.path] : [])));
  return { template, paths: [...paths] };
}, mostCompiled);

/** Fills a text; what has no value is left out. */
export function fill(text: string, about: MailSubject, missing: RenderOptions['missing'] = 'blank'): string {
  const { template, paths } = compile(text);
  const { format, payload, facts } = about;
  const { currency = facts.deck?.currency } = payload.data;
  return renderTemplate(template, mailValues(paths, about), {
    locale: format.locale,
    currency: typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : 'USD',
    missing,
  }).text;
}

/**
 * What is wrong with a template for events of a type or pattern. The data of types that the catalogue does not know may
 * have any member.
 */
export function templateFaults(
  { subject, body }: EmailTemplate,
  eventType: string,
  catalogue: readonly EventType[],
  pointer: string,
): Fault[] {
  const members = dataMembers(eventType, catalogue);
  return [
    ...(typeof subject === 'string' ? subjectFaults(subject, `${pointer}/subject`) : []),
    ...(typeof subject === 'string' ? placeholderFaults(subject, members, eventType, `${pointer}/subject`) : []),
    ...(typeof body === 'string' ? placeholderFaults(body, members, eventType, `${pointer}/body`) : []),
  ];
}

function subjectFaults(subject: string, pointer: string): Fault[] {
  if (!lineBreak.test(subject)) return [];
  return [{ pointer, code: 'format', detail: `${labelOf(pointer)} must be one line: remove the line break.` }];
}

function placeholderFaults(
  text: string,
  members: readonly string[] | null,
  eventType: string,
  pointer: string,
): Fault[] {
  const label = labelOf(pointer);
  const placeholders = parseTemplate(text).parts.filter((part) => part.kind !== 'text');
  if (placeholders.length > mostPlaceholders) {
    const detail = `${label} must have at most ${mostPlaceholders} placeholders, not ${placeholders.length}.`;
    return [{ pointer, code: 'length', detail }];
  }
  const known = [...mailPlaceholders, ...(members ?? [])];
  return placeholders.flatMap((part): Fault[] => {
    const source = part.source.slice(0, 100).toWellFormed();
    if (part.kind === 'malformed') {
      return [{ pointer, code: 'format', detail: `${label} has ${source}, which is no placeholder: ${part.reason}.` }];
    }
    if (known.includes(part.path) || (members === null && part.path.startsWith(dataPrefix))) return [];
    const nearest = nearestName(part.path, known);
    const hint = nearest === null ? `there are ${known.join(', ')}` : `did you mean ${nearest}?`;
    const detail = `${label} has ${source}, but mails about ${eventType} have no ${part.path.slice(0, 100).toWellFormed()}: ${hint}`;
    return [{ pointer, code: 'unknown', detail: nearest === null ? `${detail}.` : detail }];
  });
}

/** The names of the members of all types that match; null where none does, so that nobody knows them. */
function dataMembers(eventType: string, catalogue: readonly EventType[]): string[] | null {
  const types = catalogue.filter(({ name }) => matchesType(eventType, name));
  if (types.length === 0) return null;
  const members = types.flatMap(({ schema }) => Object.keys((schema['properties'] ?? {}) as object));
  return [...new Set(members)].map((member) => dataPrefix + member);
}
