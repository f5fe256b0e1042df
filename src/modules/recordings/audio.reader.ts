import { sql } from 'kysely';
import type { RequestScope } from '../../platform/database/scope.ts';
import { sightOf } from '../../platform/sight/sight.ts';
import { visibleRows } from '../../platform/sight/visible-rows.ts';
import { Faq } from '../faqs/faq.entity.ts';
import { StoredFaq, StoredSlide } from '../presentations/presentation-part.entity.ts';
import { audioUrlOf } from '../presentations/narrate.ts';
import { Slide } from '../slides/slide.entity.ts';

/** Everything that can name an audio file. */
const owners = [StoredSlide, StoredFaq, Slide, Faq];

/**
 * Whether an actor may have a stored audio file. Files belong to no deck, because equal texts share one: an actor that is
 * limited to decks gets those that a slide or an FAQ names that it sees.
 */
export async function isAudioVisible({ em }: RequestScope, key: string): Promise<boolean> {
  if (sightOf(em).decks === null) return true;
  const url = audioUrlOf(key);
  const named = owners.map((owner) => sql`select from ${visibleRows(em, owner)} where audio_url = ${url}`);
  const { rows } = await sql`${sql.join(named, sql` union all `)} limit 1`.execute(em.getKysely<unknown>());
  return rows.length > 0;
}
