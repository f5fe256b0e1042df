import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { PresentationAnswer, PresentationSummaryAnswer } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import { createDeck, createPresentation, createSlides, presentationInput } from '../helpers/factories.ts';
import { type TestApp, useApp } from '../helpers/test-app.ts';
import { unharmed } from '../helpers/unharmed.ts';
import { useServer } from '../helpers/use.ts';
import { FakeElevenLabs, speak } from '../engines/speech/fake-elevenlabs.ts';

const slideCount = 100;
const sentence = 'The roof of {{first_name}} keeps the rain out for many years to come. ';
const narrationOf = (at: number): string =>
  `Slide ${String(at).padStart(3, '0')}. ${sentence.repeat(80)}`.slice(0, 4_000);

async function deckOf(app: TestApp, narrations: readonly string[]): Promise<string> {
  const { id } = await createDeck(app.rest);
  await createSlides(
    app.rest,
    id,
    narrations.map((narrationScript) => ({ narrationScript })),
  );
  return id;
}

const longNarrations = (slides: number): string[] => Array.from({ length: slides }, (_, at) => narrationOf(at));

describe('presentations of 100 slides of 4,000 characters', () => {
  const app = useApp();
  const homeowners = 5;
  let deckId: string;

  beforeAll(async () => {
    deckId = await deckOf(app, longNarrations(slideCount));
  }, 120_000);

  test('are listed in a form without their texts, while others are answered', async () => {
    const inputs = Array.from({ length: homeowners }, () => presentationInput());
    const path = `/api/decks/${deckId}/presentations`;
    const { body } = await app.rest.post<{ results: { presentationId: string | null }[] }>(`${path}/bulk`, { inputs });
    const ids = body.results.map(({ presentationId }) => presentationId);
    expect(ids).not.toContain(null);

    const listed = await unharmed(app, async () => (await fetch(`${app.base}${path}`)).text());
    const { presentations } = JSON.parse(listed) as { presentations: PresentationSummaryAnswer[] };
    expect(presentations.map(({ id }) => id)).toEqual(ids.toReversed());
    for (const summary of presentations) expect(summary).toMatchObject({ slideCount, status: 'ready' });
    // A summary has no text of any slide: whole, they are 4 MB each.
    expect(listed.length / presentations.length).toBeLessThan(2_000);
  }, 120_000);

  test('are stored by statements of a few slides each', async () => {
    app.database.statements.splice(0);
    await createPresentation(app.rest, deckId);
    const inserts = app.database.statements.filter((statement) => /insert into "presentation_slide"/.test(statement));
    // One statement had 6 MB, in memory several times over, and made the embedded database larger for good.
    expect(inserts.length).toBeGreaterThan(10);
    expect(inserts.length).toBeLessThan(slideCount / 2);
  }, 60_000);

  test('are read whole one by one, each slide with its time for each word', async () => {
    const { id } = await createPresentation(app.rest, deckId);
    const { body } = await app.rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${id}`);
    expect(body.presentation.slides).toHaveLength(slideCount);
    for (const { narrationScript, wordTimings } of body.presentation.slides) {
      expect(wordTimings.map(({ word }) => word)).toEqual(narrationScript.match(/\S+/g));
    }
  }, 60_000);
});

describe('the narration of a presentation', () => {
  const fake = useServer(new FakeElevenLabs());
  const app = useApp(() => ({
    SPEECH: 'elevenlabs',
    ELEVENLABS_API_KEY: 'a-key-of-the-test',
    ELEVENLABS_URL: fake.url,
  }));

  async function narrated(id: string): Promise<void> {
    const query = `{ presentation(id: "${id}") { status narration { doneCount } } }`;
    await eventually(
      async () => {
        const { presentation } = await app.graphql.data<{ presentation: { status: string } }>(query);
        return presentation.status === 'READY';
      },
      { what: 'the end of the narration' },
    );
  }

  test('writes the row of the slide that was spoken, and of no other slide', async () => {
    const deckId = await deckOf(app, ['One.', 'Two.', 'Three.']);
    const letGo: (() => void)[] = [];
    fake.answer = async ({ body }, response) => {
      await new Promise<void>((resolve) => letGo.push(resolve));
      await speak(body.text, response);
    };
    const { id } = await createPresentation(app.rest, deckId);
    const { kysely } = app.database.connection;
    const rows = sql<{ written: string; timing: string; to_say: boolean }>`
      select xmin::text as written, timing, script is not null as to_say
      from presentation_slide where presentation_id = ${id} order by position`;
    const [first] = (await rows.execute(kysely)).rows;
    for (const [spoken] of [[1], [2]] as const) {
      await eventually(() => letGo.length === spoken);
      letGo.at(-1)?.();
      const now = await eventually(async () => {
        const { rows: all } = await rows.execute(kysely);
        return all[spoken - 1]?.timing === 'spoken' && all;
      });
      expect(now.map(({ timing, to_say: isToSay }) => [timing, isToSay])).toEqual(
        [0, 1, 2].map((at) => (at < spoken ? ['spoken', false] : ['pending', true])),
      );
      // Those that are still to be spoken stand as they were made.
      expect(new Set(now.slice(spoken).map(({ written }) => written))).toEqual(new Set([first?.written]));
      expect(new Set(now.map(({ written }) => written)).size).toBe(spoken + 1);
    }
    await eventually(() => letGo.length === 3);
    letGo.at(-1)?.();
    await narrated(id);
  });
});
