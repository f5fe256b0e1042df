import { decimal, flag, integer, view } from '../../kit/data/index.ts';
import type { PresentationLead } from './lead.ts';

/** Where the presenter is. */
export const leadView = view<PresentationLead>('PresentationLead', {
  isLed: flag,
  slide: integer,
  second: decimal,
  isPlaying: flag,
});
