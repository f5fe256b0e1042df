import { audioKeyOf } from '../../engines/audio/audio-url.ts';
import { sql } from 'kysely';
import type { AudioStore } from '../../engines/audio/audio-store.ts';
import type { ChosenSpeaker } from '../../engines/speech/speech.ts';
import type { TransactionScope } from '../../kit/data/index.ts';
import { visibleRows } from '../../kit/rights/index.ts';
import { utteranceOf } from '../presentations/narrate.ts';
import { StoredFaq, StoredSlide } from '../presentations/presentation-part.entity.ts';
import type { Presentation } from '../presentations/presentation.entity.ts';
import type { Script } from '../personalisation/presentation.subject.ts';

interface SpokenPart {
  readonly presentation_id: string;
  readonly audio_url: string | null;
  readonly script: Omit<Script, 'id'> | null;
}

/** The keys of all stored audio that presentations name, and of what is being spoken for them. */
export async function audioOf(
  { em }: TransactionScope,
  { speaker, store }: ChosenSpeaker & { readonly store: AudioStore },
  presentations: readonly Presentation[],
): Promise<string[]> {
  const byId = new Map(presentations.map((presentation) => [presentation.id, presentation]));
  const mine = sql`presentation_id = any(${[...byId.keys()]}::uuid[])`;
  const { rows } = await sql<SpokenPart>`
    select presentation_id, audio_url, script from ${visibleRows(em, StoredSlide)} where ${mine}
    union all select presentation_id, audio_url, script from ${visibleRows(em, StoredFaq)} where ${mine}`.execute(
    em.getKysely<unknown>(),
  );
  const keys = rows.flatMap(({ presentation_id: id, audio_url: url, script }) => {
    const presentation = byId.get(id);
    const named = url === null ? null : audioKeyOf(url);
    const pending =
      script === null || speaker === null || presentation === undefined
        ? []
        : store.keysOf(speaker, utteranceOf(script, presentation));
    return named === null ? pending : [named, ...pending];
  });
  return [...new Set(keys)];
}
