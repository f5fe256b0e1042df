import { sql } from 'kysely';
import { audioKeyOf, audioUrlOf, unsignedAudioUrl } from '../../engines/audio/audio-url.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import { unprocessable } from '../../kit/input/index.ts';
import type { AppError } from '../../kit/core/index.ts';
import { sightOf, visibleRows } from '../../kit/rights/index.ts';
import { Faq } from '../../authoring/faqs/faq.entity.ts';
import { StoredFaq, StoredSlide } from '../presentations/presentation-part.entity.ts';
import type { AdmitAudio } from '../../authoring/slides/authored-audio.ts';
import { Slide } from '../../authoring/slides/slide.entity.ts';

/** Everything that can name an audio file. */
const owners = [StoredSlide, StoredFaq, Slide, Faq];

/**
 * Whether an actor may have a stored audio file. Files belong to no deck, because equal texts share one: an actor that is
 * limited to decks gets those that a slide or an FAQ names that it sees.
 */
export async function isAudioVisible(scope: RequestScope, key: string): Promise<boolean> {
  return sightOf(scope.em).decks === null || isAudioNamed(scope, key);
}

/** Whether a slide or an FAQ that an actor sees names a stored audio file. */
export async function isAudioNamed({ em }: RequestScope, key: string): Promise<boolean> {
  const url = audioUrlOf(key);
  const named = owners.map((owner) => sql`select from ${visibleRows(em, owner)} where audio_url = ${url}`);
  const { rows } = await sql`${sql.join(named, sql` union all `)} limit 1`.execute(em.getKysely<unknown>());
  return rows.length > 0;
}

/** See `AdmitAudio`. Whose name a limited actor learns otherwise, it could not play, and must not by naming it. */
export const admitAudio: AdmitAudio = async (scope, input) => {
  if (!input.audioUrl) return input;
  const audioUrl = unsignedAudioUrl(input.audioUrl);
  const key = audioKeyOf(audioUrl);
  if (key !== null && !(await isAudioVisible(scope, key))) throw unknownAudio();
  return { ...input, audioUrl };
};

function unknownAudio(): AppError {
  const detail =
    'audioUrl names no stored audio of the decks that this key sees: give the URL of a recording of your own.';
  return unprocessable('reference_unknown', '/audioUrl', 'unknown', detail);
}
