import type { FanOut } from '../events/fan-out.entity.ts';
import { type Route, route, wrapped } from '../../kit/http/index.ts';
import { id, integer, nullable, text, time, view, type WakeUps } from '../../kit/data/index.ts';
import { readFanOut, retryFanOut } from './fan-out-queue.ts';

type FanOutState = Pick<FanOut, 'dueAt' | 'attemptCount' | 'error' | 'diedAt'> & { readonly eventId: string };

const fanOutView = view<FanOutState>('FanOut', {
  eventId: id,
  dueAt: time,
  attemptCount: integer,
  error: nullable(text),
  diedAt: nullable(time),
});

const write = (fanOut: FanOut): object => fanOutView.write({ ...fanOut, eventId: fanOut.event });

const tag = 'Deliveries';
const path = '/api/events/{eventId}/fan-out';

/** `/api/events/{eventId}/fan-out`: reading and retrying the fan-out of an event. */
export function fanOutRoutes(wakeUps: WakeUps): Route[] {
  return [
    route({
      tag,
      extension: true,
      method: 'GET',
      path,
      operationId: 'getFanOut',
      summary: 'Read the state of the fan-out of an event',
      description:
        '404 when all deliveries of the event exist. `diedAt` is set when the fan-out was given up after 10 attempts, which the event `fan_out.dead` reports.',
      responses: { 200: wrapped('fanOut', fanOutView, 'The state of the fan-out.') },
      errors: ['NOT_FOUND'],
      handle: async (request) => ({
        body: { fanOut: write(await readFanOut(request.scope, request.path('eventId'))) },
      }),
    }),
    route({
      tag,
      extension: true,
      method: 'POST',
      path: `${path}/retry`,
      operationId: 'retryFanOut',
      summary: 'Retry the fan-out of an event',
      description:
        'Retries now and resets `attemptCount`, also after the fan-out was given up. 404 when all deliveries exist.',
      responses: { 200: wrapped('fanOut', fanOutView, 'The state of the fan-out, which runs now.') },
      errors: ['NOT_FOUND'],
      handle: async (request) => ({
        body: { fanOut: write(await retryFanOut(request.scope, wakeUps, request.path('eventId'))) },
      }),
    }),
  ];
}
