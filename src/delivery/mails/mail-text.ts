import type { EventPayload } from '../channels/channel.ts';
import type { Figure } from './mail-figures.ts';
import type { ShownMail } from './mail-html.ts';

/**
 * Prints a mail as plain text. The mail of an event ends with the event as programs read it, each member on a line of
 * its own and then the data as JSON; a template stands in its place, because whoever wrote it chose what is sent.
 */
export function mailText({ content, link, subscription, event }: ShownMail, payload: EventPayload): string {
  const action = link === null ? [] : [`Open Deckcast: ${link}`, ''];
  if ('body' in content) {
    return [content.body, '', ...action, `-- `, `${subscription}: ${event.type} ${event.id}`, ''].join('\n');
  }
  return [content.sentence, '', ...linesOf(content.figures), '', ...action, ...eventLines(payload), ''].join('\n');
}

function linesOf(figures: readonly Figure[]): string[] {
  const width = Math.max(...figures.map(({ label }) => label.length)) + 2;
  return figures.map(({ label, value }) => label.padEnd(width) + value);
}

/** No line before these begins with a label and a colon, so that nothing in an event stands for another one. */
function eventLines({ type, timestamp, deckId, id, data }: EventPayload): string[] {
  return [
    `Event:   ${type}`,
    `Time:    ${timestamp}`,
    ...(deckId === null ? [] : [`Deck:    ${deckId}`]),
    `Id:      ${id}`,
    '',
    JSON.stringify(data, null, 2),
  ];
}
