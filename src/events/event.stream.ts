import { StreamKey } from './streams.ts';
import type { EventService } from './event.service.ts';

export const eventStream = new StreamKey<EventService['follow']>('events');
