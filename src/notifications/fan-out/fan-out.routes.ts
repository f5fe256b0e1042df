import type { FanOut } from '../../events/fan-out.entity.ts';
import { type Route, route, wrapped } from '../../platform/rest/route.ts';
import { id, integer, nullable, text, time, view } from '../../platform/rest/view.ts';
import type { WakeUps } from '../../platform/jobs/wake-ups.ts';
import { readFanOut, retryFanOut } from './fan-out-queue.ts';

type FanOutAnswer = Pick<FanOut, 'dueAt' | 'failures' | 'error' | 'diedAt'> & { readonly eventId: string };

const fanOutView = view<FanOutAnswer>('FanOut', {
  eventId: id,
  dueAt: time,
  failures: integer,
  error: nullable(text),
  diedAt: nullable(time),
});

const write = (fanOut: FanOut): object => fanOutView.write({ ...fanOut, eventId: fanOut.event });

const tag = 'Deliveries';
const path = '/api/events/{eventId}/fan-out';

export function fanOutRoutes(wakeUps: WakeUps): Route[] {
  return [
    route({
      tag,
      extension: true,
      method: 'GET',
      path,
      operationId: 'getFanOut',
      summary: 'Read how far the deliveries of an event are from being created',
      description:
        '404 once all are there. With `diedAt` it was given up, after 10 failures: that is an event, `fan_out.dead`.',
      responses: { 200: wrapped('fanOut', fanOutView, 'What is still to be done, or could not be.') },
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
      summary: 'Try again to create the deliveries of an event',
      description: 'Now, with all its tries, also after it was given up. 404 once all are there.',
      responses: { 200: wrapped('fanOut', fanOutView, 'What is to be done, under way by now.') },
      errors: ['NOT_FOUND'],
      handle: async (request) => ({
        body: { fanOut: write(await retryFanOut(request.scope, wakeUps, request.path('eventId'))) },
      }),
    }),
  ];
}
