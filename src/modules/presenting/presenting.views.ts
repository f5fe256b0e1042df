import { decimal, flag, integer, view } from '../../platform/rest/view.ts';
import type { PresentationLead } from './lead.ts';

/** Where the presenter is. */
export const leadView = view<PresentationLead>('PresentationLead', {
  isLed: flag,
  slide: integer,
  second: decimal,
  isPlaying: flag,
});
