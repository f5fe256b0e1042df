import { beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { Sessions } from '../../kit/data/sessions.ts';
import type { PresentationAnswer } from '../../helpers/answers.ts';
import { EventStream } from '../../helpers/event-stream.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createPresentation, createSlide } from '../../helpers/factories.ts';
import { testOnPostgres } from '../../helpers/on-postgres.ts';
import { useApp } from '../../helpers/test-app.ts';
import { use } from '../../helpers/use.ts';
import { productData } from '../../contracts/contracts.ts';

type Shown = { stateTag: string; slides: { timing: string }[] } & Record<string, unknown>;
type Sent = Shown & { changes?: { path: string; value: unknown }[] };

const app = useApp({ ROLES: 'web' });
let presentation: PresentationAnswer;
let token: string;

beforeEach(async () => {
  const { id } = await createDeck(app.rest);
  await createSlide(app.rest, id, { slideType: 'product_pricing_v1', productData });
  presentation = await createPresentation(app.rest, id, { price_inputs: { roof_squares: 24.5 } });
  const { body } = await app.rest.post<{ token: string }>(`/api/presentations/${presentation.id}/links`, {
    name: 'Phone',
  });
  ({ token } = body);
});

const headers = (): Record<string, string> => ({ authorization: `Link ${token}` });
const read = async (): Promise<Shown> => {
  const answer = await fetch(`${app.base}/api/guest/presentation`, { headers: headers() });
  return ((await answer.json()) as { presentation: Shown }).presentation;
};
const follow = (after: string) =>
  EventStream.open<Sent>(`${app.base}/api/guest/presentation/stream?after=${after}`, headers());
const selectTier = (tier: string) => app.rest.put(`/api/presentations/${presentation.id}/tier`, { tier });

/** What a page has behind the events of its stream. */
function applied(begin: Shown, { received }: EventStream<Sent>): Shown {
  let state = begin;
  for (const { event, data } of received) {
    if (event !== 'changes') state = data;
    for (const { path, value } of (event === 'changes' && data.changes) || []) {
      const [, name = '', index] = path.split('/');
      state = structuredClone(state);
      if (index === undefined) Object.assign(state, { [name]: value });
      else (state[name] as unknown[])[Number(index)] = value;
    }
  }
  return state;
}

/** What the narration of the slide changes beside the row of its presentation. */
const spoken = (id: string): string =>
  `update presentation_slide set timing = 'spoken', spoken_by = 'espeak' where presentation_id = '${id}'`;

describe('the stream of a link that begins behind the state of its page', () => {
  test('sends a slide that was spoken after its presentation was read', async () => {
    const before = await read();
    await sql.raw(spoken(presentation.id)).execute(app.database.connection.kysely);
    const stream = await follow(before.stateTag);
    await eventually(() => stream.received.length > 0, { what: 'the slide' });
    expect(applied(before, stream).slides).toMatchObject([{ timing: 'spoken' }]);
    expect((await selectTier('good')).status).toBe(200);
    await eventually(() => stream.received.length > 1, { what: 'the tier' });
    expect(applied(before, stream)).toEqual(await read());
    stream.close();
  });

  let locker: Sessions | null = null;
  use(async () => {
    if (app.database.url !== null) locker = await new Sessions(app.database.url).open();
    return async () => locker?.close();
  });

  testOnPostgres('sends a slide whose narration commits between the reads of both', async () => {
    const before = await read();
    await locker?.run('begin');
    await locker?.run('lock table presentation_slide in access exclusive mode');
    const stream = follow(before.stateTag);
    await eventually(async () => ((await locker?.run(waiting)) ?? []).length > 0, { what: 'the held read' });
    await locker?.run(spoken(presentation.id));
    await locker?.run(`update presentation set version = version + 1 where id = '${presentation.id}'`);
    await locker?.run('commit');
    const opened = await stream;
    expect((await selectTier('good')).status).toBe(200);
    const after = await read();
    await eventually(() => applied(before, opened).stateTag === after.stateTag, { what: 'the tier' });
    expect(applied(before, opened)).toEqual(after);
    opened.close();
  });
});

/** Reads that wait for a lock. The view of sessions does not change within a transaction; that of locks does. */
const waiting = `select pid from pg_locks where not granted and relation = 'presentation_slide'::regclass`;
