import { sql } from 'kysely';
import type { NamingRows } from '../../authoring/images/prune-images.ts';
import { StoredSlide } from '../presentations/presentation-part.entity.ts';

/** The slides of presentations: they name the images that their deck had. */
export const presentedImages: NamingRows = {
  entity: StoredSlide,
  ofDeck: sql`presentation_id in (select id from presentation where deck_id = image.deck_id)`,
};
