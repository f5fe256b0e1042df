import { sql } from 'kysely';
import {
  byId,
  type CountedPage,
  pagesOf,
  type PageRequest,
  readOne,
  type RequestScope,
  selectPage,
} from '../../kit/data/index.ts';
import { PlaygroundReceiver } from './playground-receiver.entity.ts';
import { PlaygroundRequest } from './playground-request.entity.ts';

/** Receivers by id; null for an unknown id. */
export const receiversById = byId(PlaygroundReceiver);
/** Requests by id; null for an unknown id. */
export const requestsById = byId(PlaygroundRequest);

/** Pages of the requests of each receiver, newest first. */
export const requestPages = pagesOf(PlaygroundRequest, {
  column: 'receiver_id',
  keyOf: ({ receiverId }) => receiverId,
  order: 'newest first',
});

/** One receiver. @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is not a UUID */
export function readReceiver(scope: RequestScope, receiverId: string): Promise<PlaygroundReceiver> {
  return readOne(scope.em, receiversById, receiverId, { noun: 'playground receiver', parameter: 'receiverId' });
}

/** A page of receivers, newest first. */
export function listReceivers(scope: RequestScope, page: PageRequest): Promise<CountedPage<PlaygroundReceiver>> {
  return selectPage(scope.em, PlaygroundReceiver, [sql`expires_at > now()`], page, 'newest first');
}

/** A page of the requests of a receiver, newest first. @throws AppError `NOT_FOUND` */
export async function listRequests(
  scope: RequestScope,
  receiverId: string,
  page: PageRequest,
): Promise<CountedPage<PlaygroundRequest>> {
  const { id } = await readReceiver(scope, receiverId);
  return selectPage(scope.em, PlaygroundRequest, [sql`receiver_id = ${id}`], page, 'newest first');
}
