import { StreamKey } from '../../kit/live/index.ts';
import type { EventService } from './event.service.ts';

/** The key under which adapters find the stream of events. */
export const eventStream = new StreamKey<EventService['follow']>('events');
