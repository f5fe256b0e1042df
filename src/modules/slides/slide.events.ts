import { eventType } from '../../events/event-type.ts';

/** What every slide event tells: enough to know which slide it was, also after it is gone. */
interface SlideFacts {
  id: string;
  slideId: string;
  title: string;
}

export const slideCreated = eventType<SlideFacts>('slide.created', 'A slide was added to a deck.');
export const slideUpdated = eventType<SlideFacts & { changed: string[] }>('slide.updated', 'A slide was changed.');
export const slideDeleted = eventType<SlideFacts>('slide.deleted', 'A slide was taken out of a deck.');
export const slidesReordered = eventType<{ slideIds: string[] }>('slide.reordered', "A deck's slides were reordered.");
