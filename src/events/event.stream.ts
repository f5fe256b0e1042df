import { StreamKey } from '../platform/live/streams.ts';
import type { EventService } from './event.service.ts';

export const eventStream = new StreamKey<EventService['follow']>('events');
