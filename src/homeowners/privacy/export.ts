import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import type { LoggedEvent } from '../../delivery/events/event.entity.ts';
import { isLogged } from '../../delivery/events/event-log.ts';
import { eventsById } from '../../delivery/events/event.service.ts';
import type { Attempt, Delivery } from '../../delivery/deliveries/delivery.entity.ts';
import { attemptsOfDeliveries, deliveriesOfEvents } from '../../delivery/deliveries/delivery.reader.ts';
import { maxListed, type RequestScope } from '../../kit/data/index.ts';
import { AppError } from '../../kit/core/index.ts';
import { contractsById, type ShownContract } from '../../contracts/contracts/contract.reader.ts';
import type { PresentationLink } from '../links/presentation-link.entity.ts';
import { linksOf } from '../links/presentation-link.reader.ts';
import { type WholePresentation, withParts } from '../../presentations/presentations/presentation-part.reader.ts';
import { presentationsById } from '../../presentations/presentations/presentation.reader.ts';
import type { StoredQuestion } from '../questions/stored-question.entity.ts';
import { unansweredOf } from '../questions/question.reader.ts';
import { engagementOfPresentations } from '../engagement/engagement.reader.ts';
import type { PresentationEngagement } from '../engagement/engagement.ts';
import { findInPortion } from './find-events.ts';
import type { HomeownerSelectorInput } from './privacy.inputs.ts';
import { findSubject, isEmpty, type DataSubject } from './subject.ts';
import { mentionOf } from './traces.ts';

/** An event with its deliveries, and what receivers answered. */
export interface ExportedEvent {
  readonly event: LoggedEvent;
  readonly deliveries: readonly (Delivery & { readonly attempts: readonly Attempt[] })[];
}

/** All that is stored about a homeowner, each item read when it is requested. */
export interface Export {
  readonly presentations: AsyncGenerator<WholePresentation, void>;
  readonly contracts: AsyncGenerator<ShownContract, void>;
  readonly links: AsyncGenerator<PresentationLink, void>;
  readonly engagement: AsyncGenerator<PresentationEngagement, void>;
  readonly unansweredQuestions: AsyncGenerator<StoredQuestion, void>;
  readonly events: AsyncGenerator<ExportedEvent, void>;
}

/**
 * Finds what is stored about a homeowner, as far as the caller sees it.
 *
 * @throws AppError `INVALID_INPUT` unless one member identifies the homeowner, `NOT_FOUND` when nothing is about them,
 *   `OVER_BUDGET` when there are too many presentations for one document
 */
export async function exportHomeowner(scope: RequestScope, selector: HomeownerSelectorInput): Promise<Export> {
  const subject = await findSubject(scope, selector);
  if (isEmpty(subject)) throw new AppError('not_found', 'Nothing is stored about this homeowner.');
  if (subject.hasMore) {
    const fix = 'export them one by one, by presentationId';
    throw new AppError('over_budget', `There are too many presentations of this homeowner for one document: ${fix}.`);
  }
  const objects = subject.presentationIds.map((objectId) => ({ objectType: 'presentation', objectId }));
  await scope.trail?.read(scope.em, ...objects);
  const { em } = scope;
  const { presentationIds, contractIds } = subject;
  return {
    presentations: presentationsOf(em, subject),
    contracts: readEach(contractIds, async (id) => (await contractsById(em, [id])).filter((one) => one !== null)),
    links: readEach(presentationIds, (id) => linksOf(em, id)),
    engagement: readEach(presentationIds, (id) => engagementOfPresentations(em, [id])),
    // They outlive their events.
    unansweredQuestions: readEach(presentationIds, (id) => unansweredOf(em, id)),
    events: eventsAbout(em, subject),
  };
}

/** What belongs to each id, read when it is requested. */
async function* readEach<T>(
  ids: readonly string[],
  read: (id: string) => Promise<readonly T[]>,
): AsyncGenerator<T, void> {
  for (const id of ids) yield* await read(id);
}

/** One at a time: a presentation may be as large as an answer may be. */
async function* presentationsOf(
  em: SqlEntityManager,
  { presentationIds }: DataSubject,
): AsyncGenerator<WholePresentation, void> {
  for (const id of presentationIds) {
    const [presentation] = await presentationsById(em, [id]);
    if (presentation) yield await withParts(em, presentation);
  }
}

async function* eventsAbout(
  em: SqlEntityManager,
  { presentationIds, contractIds, contacts }: DataSubject,
): AsyncGenerator<ExportedEvent, void> {
  const mentions = mentionOf([...presentationIds, ...contractIds, ...contacts]).inColumn(sql`data`);
  let after: string | null = null;
  do {
    const { reached, matching }: Awaited<ReturnType<typeof findInPortion>> = await findInPortion(em, after, mentions);
    for (const id of matching) {
      const [event] = await eventsById(em, [id]);
      if (event && isLogged(event)) yield { event, deliveries: await deliveriesOf(em, id) };
    }
    after = reached;
  } while (after !== null);
}

async function deliveriesOf(em: SqlEntityManager, eventId: string): Promise<ExportedEvent['deliveries']> {
  const [deliveries = []] = await deliveriesOfEvents(maxListed)(em, [eventId]);
  const ids = deliveries.map(({ id }) => id);
  const attempts = ids.length === 0 ? [] : await attemptsOfDeliveries(em, ids);
  return deliveries.map((delivery, at) => ({ ...delivery, attempts: attempts[at] ?? [] }));
}
