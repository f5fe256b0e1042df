import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { narratePresentation } from '../../src/presentations/presentations/narrate.task.ts';
import { removeRecordings } from '../../src/presentations/recordings/remove-recordings.task.ts';
import type { DeckAnswer, PresentationAnswer, ProblemAnswer, Schemas, SlideAnswer } from '../helpers/answers.ts';
import { EventStream } from '../helpers/event-stream.ts';
import { eventually } from '../helpers/eventually.ts';
import { createDeck, createFaq, createPresentation, createSlide } from '../helpers/factories.ts';
import type { RestAnswer } from '../helpers/rest-client.ts';
import { type TestApp, useApp } from '../helpers/test-app.ts';
import { useServer } from '../helpers/use.ts';
import { EventRecorder } from '../rules/event-recorder.ts';
import { Contracts, productData } from '../contracts/contracts.ts';
import { FakeElevenLabs, refuse, speak } from '../engines/speech/fake-elevenlabs.ts';

interface Updated {
  presentation: PresentationAnswer;
  changed: string[];
  changedSlideIds: string[];
  changedFaqIds: string[];
  warnings: Schemas['PresentationWarning'][];
}
type Answer = RestAnswer<Updated & ProblemAnswer>;

const mergePatch = 'application/merge-patch+json';

function patch(app: TestApp, id: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return app.rest.send('PATCH', `/api/presentations/${id}`, body, { 'content-type': mergePatch, ...headers });
}

async function read(app: TestApp, id: string): Promise<PresentationAnswer> {
  return (await app.rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${id}`)).body.presentation;
}

const mutation = `mutation ($id: ID!, $input: UpdatePresentationInput!, $ifVersion: Int) {
  updatePresentation(id: $id, input: $input, ifVersion: $ifVersion) {
    changed changedSlideIds changedFaqIds warnings { code }
    presentation { id version status homeowner { firstName lastName city } slides { id title } faqs { id cannedAnswer }
      pricing { offers { selectedTier tiers { tier total } } } }
  }
}`;

describe('an update of a presentation', () => {
  const app = useApp();
  const contracts = new Contracts(app);
  let deck: DeckAnswer;
  let offer: SlideAnswer;

  beforeAll(async () => {
    deck = await createDeck(app.rest, { name: 'Roofs' });
    await createSlide(app.rest, deck.id, { slideId: 'hello', title: 'Hello {{first_name}}' });
    const addOns = [{ key: 'gutters', label: 'Gutters', amount: 900 }];
    const data = { ...productData, better: { ...productData.better, addOns } };
    offer = await createSlide(app.rest, deck.id, {
      slideId: 'offer',
      slideType: 'product_pricing_v1',
      productData: data,
    });
    await createFaq(app.rest, deck.id, { cannedAnswer: 'Yes, {{last_name}}.' });
    await createFaq(app.rest, deck.id);
  });

  const input = {
    homeowner: { first_name: 'Dana', last_name: 'Whitacker', phone: '+14155550100' },
    price_inputs: { roof_squares: 24.5 },
  };
  const make = (more: object = {}): Promise<PresentationAnswer> =>
    createPresentation(app.rest, deck.id, { ...input, ...more });

  test('corrects a name by a merge patch: what it stands in changes and is named, all else stays', async () => {
    const before = await make();
    const recorder = await EventRecorder.start(app);
    const { status, body, headers } = await patch(app, before.id, { homeowner: { last_name: 'Whitaker' } });
    expect(status).toBe(200);
    const [, offered] = before.slides;
    const [answered] = before.faqs;
    expect(body).toMatchObject({
      changed: ['homeowner', 'faqs'],
      changedSlideIds: [],
      changedFaqIds: [answered?.id],
    });
    expect(body.presentation).toEqual({
      ...before,
      homeowner: { ...before.homeowner, last_name: 'Whitaker' },
      faqs: [expect.objectContaining({ id: answered?.id, cannedAnswer: 'Yes, Whitaker.' }), before.faqs[1]],
      updatedAt: body.presentation.updatedAt,
    });
    expect(body.presentation.slides[1]).toEqual(offered);
    expect(headers.get('etag')).toBe('"2"');
    expect(await read(app, before.id)).toEqual(body.presentation);
    expect(await recorder.facts()).toEqual([
      {
        type: 'presentation.updated',
        deckId: deck.id,
        data: { presentationId: before.id, changed: ['homeowner', 'faqs'] },
      },
    ]);
  });

  test('writes the rows of the slides and FAQs that it changes alone', async () => {
    const { id } = await make();
    const writtenBy = async (): Promise<Map<string, string>> => {
      const { rows } = await sql<{ id: string; by: string }>`
        select id, xmin::text as by from presentation_slide where presentation_id = ${id}
        union all select id, xmin::text from presentation_faq where presentation_id = ${id}`.execute(
        app.database.connection.kysely,
      );
      return new Map(rows.map((row) => [row.id, row.by]));
    };
    const before = await writtenBy();
    const { body } = await patch(app, id, { homeowner: { last_name: 'Whitaker' } });
    const after = await writtenBy();
    expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted());
    const written = [...after].filter(([part, by]) => by !== before.get(part)).map(([part]) => part);
    expect([written, written.length]).toEqual([body.changedFaqIds, 1]);
  });

  test('does the same over GraphQL, where a given detail is replaced as a whole', async () => {
    const { id, slides } = await make();
    const { updatePresentation } = await app.graphql.data<{ updatePresentation: Record<string, unknown> }>(mutation, {
      id,
      input: {
        homeowner: { firstName: 'Dan', lastName: 'Whitaker', city: 'Austin' },
        priceInputs: { roofSquares: 10 },
      },
      ifVersion: 1,
    });
    expect(updatePresentation).toMatchObject({
      changed: ['homeowner', 'priceInputs', 'pricing', 'slides', 'faqs', 'warnings'],
      changedSlideIds: [slides[0]?.id, slides[1]?.id],
      presentation: {
        version: 2,
        homeowner: { firstName: 'Dan', lastName: 'Whitaker', city: 'Austin' },
        slides: [{ title: 'Hello Dan' }, {}],
        pricing: { offers: [{ tiers: [{ total: '11800.00' }, { total: '5441.50' }, { total: null }] }] },
      },
    });
    expect((await read(app, id)).homeowner.phone).toBeNull();
  });

  test('equals a new presentation with the same details', async () => {
    const { id } = await make({ language_settings: { language_code: 'es-US' } });
    const details = {
      homeowner: { first_name: 'Alex', last_name: 'Doe', country: 'usa', phone: '415 555 0101' },
      language_settings: null,
      price_inputs: { roof_squares: 12, system_size_kw: 5 },
    };
    const { body } = await patch(app, id, { ...details, homeowner: { ...details.homeowner, phone: '(415) 555-0101' } });
    const fresh = await make(details);
    const comparable = (presentation: PresentationAnswer): object => ({
      ...presentation,
      id: null,
      createdAt: null,
      updatedAt: null,
      playerUrl: null,
      language_settings: null,
      slides: presentation.slides.map((slide) => ({ ...slide, id: null })),
      faqs: presentation.faqs.map((faq) => ({ ...faq, id: null })),
    });
    expect(comparable(body.presentation)).toEqual(comparable(fresh));
  });

  test('without another detail changes nothing, whatever the deck is by now', async () => {
    const own = await createDeck(app.rest);
    const slide = await createSlide(app.rest, own.id);
    const made = await createPresentation(app.rest, own.id, input);
    await app.rest.put(`/api/slides/${slide.id}`, { title: 'Changed' });
    const recorder = await EventRecorder.start(app);
    const { homeowner, price_inputs } = made;
    for (const body of [{}, { homeowner, price_inputs }, { missing: 'blank' }, { unknown: 'field' }]) {
      const answer = await app.rest.put<Updated>(`/api/presentations/${made.id}`, body);
      expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"1"']);
      expect(answer.body).toMatchObject({ changed: [], changedSlideIds: [], changedFaqIds: [] });
    }
    expect(await recorder.taken()).toEqual([]);
  });

  test('makes it from the deck as it is now, after which it does not drift', async () => {
    const own = await createDeck(app.rest);
    const [first, second] = [await createSlide(app.rest, own.id), await createSlide(app.rest, own.id)];
    const made = await createPresentation(app.rest, own.id, input);
    await app.rest.delete(`/api/slides/${first.id}`);
    const third = await createSlide(app.rest, own.id, { title: 'For {{first_name}}' });
    const { body } = await patch(app, made.id, { homeowner: { first_name: 'Dan' } });
    expect(body.presentation.slides.map(({ sourceSlideId, title }) => [sourceSlideId, title])).toEqual([
      [second.id, second.title],
      [third.id, 'For Dan'],
    ]);
    expect(body.presentation.slides[0]?.id).toBe(made.slides[1]?.id);
    expect(body.presentation.slideCount).toBe(2);
    expect(body).toMatchObject({
      changed: ['homeowner', 'slides'],
      changedSlideIds: [body.presentation.slides[1]?.id],
    });
    const { drift } = (await app.rest.get<{ drift: object }>(`/api/presentations/${made.id}/drift`)).body;
    expect(drift).toMatchObject({ isCurrent: true });
  });

  test('keeps the selected tier and add-ons where they exist, and says what it could not keep', async () => {
    const { id } = await make();
    await app.rest.put(`/api/presentations/${id}/add-ons`, { addOns: ['gutters'] });
    await app.rest.put(`/api/presentations/${id}/tier`, { tier: 'better' });
    const kept = await patch(app, id, { price_inputs: { roof_squares: 20 } });
    expect(kept.body.changed).toEqual(['priceInputs', 'pricing', 'warnings']);
    expect(kept.body.warnings.map(({ code }) => code)).toEqual(['needs_input', 'tier_order']);
    expect(kept.body.presentation.pricing.offers[0]).toMatchObject({
      selectedTier: 'better',
      addOns: [{ key: 'gutters', isSelected: true }],
      tiers: [{}, { total: '11433.00' }, {}],
    });
    const lost = await patch(app, id, { price_inputs: { roof_squares: null } });
    const place = { sourceSlideId: offer.id, faqId: null };
    expect(lost.body.warnings.slice(0, 2)).toEqual([
      { code: 'add_on_not_kept', detail: expect.stringContaining('gutters'), ...place },
      { code: 'tier_not_kept', detail: expect.stringContaining('better'), ...place },
    ]);
    expect(lost.body.presentation.pricing.offers[0]).toMatchObject({ selectedTier: null });
  });

  test.each([
    [{ homeowner: { last_name: '' } }, '/homeowner/last_name', 'length'],
    [{ homeowner: { last_name: null } }, '/homeowner/last_name', 'required'],
    [{ homeowner: { first_name: 'Al', phone: '12' } }, '/homeowner/phone', 'format'],
    [{ homeowner: null }, '/homeowner', 'required'],
    [{ homeowner: { first_name: 'Al' }, price_inputs: { roof_squares: -1 } }, '/price_inputs/roof_squares', 'range'],
    [{ language_settings: { language_code: 'no language' } }, '/language_settings/language_code', 'format'],
  ])('refuses %j, and changes nothing', async (body, pointer, code) => {
    const made = await make();
    const recorder = await EventRecorder.start(app);
    const answer = await patch(app, made.id, body);
    expect([400, 422]).toContain(answer.status);
    expect(answer.body.errors).toMatchObject([{ pointer, code }]);
    expect(await read(app, made.id)).toEqual(made);
    expect(await recorder.taken()).toEqual([]);
  });

  test('is refused with the missing values where these are an error, and nothing changes', async () => {
    const own = await createDeck(app.rest);
    await createSlide(app.rest, own.id, { title: '{{city}}' });
    const made = await createPresentation(app.rest, own.id, input);
    const answer = await patch(app, made.id, { homeowner: { first_name: 'Al' }, missing: 'error' });
    expect([answer.status, answer.body.code]).toEqual([422, 'UNPROCESSABLE']);
    expect(await read(app, made.id)).toEqual(made);
  });

  test('is done by one of two who have read the same', async () => {
    const { id } = await make();
    const answers = await Promise.all(
      ['One', 'Two'].map((first_name) => patch(app, id, { homeowner: { first_name } }, { 'if-match': '"1"' })),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 412]);
    const stale = await app.graphql.send(mutation, { id, input: { priceInputs: {} }, ifVersion: 1 });
    expect(stale.errors?.[0]?.extensions.code).toBe('PRECONDITION_FAILED');
  });

  test('by two at once without a version keeps both, each in its own detail', async () => {
    const { id } = await make();
    const answers = await Promise.all([
      patch(app, id, { homeowner: { first_name: 'Al' } }),
      patch(app, id, { homeowner: { city: 'Austin' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await read(app, id)).homeowner).toMatchObject({ first_name: 'Al', city: 'Austin' });
  });

  test.each(['sent', 'viewed', 'signed'] as const)(
    'is refused while a contract is %s, and says what to do',
    async (status) => {
      const made = await make();
      const contract = await contracts.in(status, made);
      const before = await read(app, made.id);
      const answer = await patch(app, made.id, { homeowner: { first_name: 'Al' } });
      expect([answer.status, answer.body.detail]).toEqual([
        409,
        expect.stringContaining(`The contract ${contract.id} of the presentation is ${status}, so its text stays: `),
      ]);
      const refused = await app.graphql.send(mutation, { id: made.id, input: { priceInputs: null } });
      expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', reason: 'presentation_in_contract' });
      expect(await read(app, made.id)).toEqual(before);
    },
  );

  test.each(['draft', 'declined', 'voided', 'expired'] as const)(
    'is done beside a contract that is %s; a draft shows the new text',
    async (status) => {
      const made = await make();
      const { id } = await contracts.in(status, made);
      expect((await patch(app, made.id, { homeowner: { last_name: 'Whitaker' } })).status).toBe(200);
      const { contract } = (await contracts.read(id)).body;
      expect(contract.status).toBe(status);
      expect(contract.document.homeowner['lastName']).toBe('Whitaker');
    },
  );

  test('is refused where the homeowner would have the name of the co-signer of a draft', async () => {
    const made = await make();
    await contracts.in('draft', made, { coSigner: 'Robin Whitacker' });
    const answer = await patch(app, made.id, { homeowner: { first_name: 'Robin' } });
    expect(answer).toMatchObject({ status: 409, body: { reason: 'co_signer_of_draft' } });
  });

  test('reaches the open page of a link, a live subscription, and the search of the link, whose URL stays', async () => {
    const { id } = await make();
    const { body } = await app.rest.post<{ token: string }>(`/api/presentations/${id}/links`, { name: 'Phone' });
    const headers = { authorization: `Link ${body.token}` };
    const search = async (text: string): Promise<object> => {
      const request = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
      const answer = await fetch(`${app.base}/api/guest/faqs/search`, { ...request, body: JSON.stringify({ text }) });
      return (await answer.json()) as object;
    };
    const before = await search('Whitacker');
    const stream = await EventStream.open<{ homeownerName: string }>(
      `${app.base}/api/guest/presentation/stream`,
      headers,
    );
    const live = app
      .live()
      .subscribe<{ presentationChanged: { homeowner: { lastName: string } } }>(
        'subscription ($id: ID!) { presentationChanged(presentationId: $id) { homeowner { lastName } } }',
        { id },
      );
    await eventually(() => stream.received.length > 0 && live.received.length > 0);
    await patch(app, id, { homeowner: { last_name: 'Underwood' } });
    await eventually(
      () =>
        stream.received.at(-1)?.data.homeownerName === 'Dana Underwood' &&
        live.received.at(-1)?.data?.presentationChanged.homeowner.lastName === 'Underwood',
    );
    stream.close();
    expect(await search('Underwood')).toEqual(before);
    expect(before).toMatchObject({ matches: [{ position: 0 }] });
  });

  test('of a presentation that nobody has is not found', async () => {
    expect((await patch(app, '01900000-0000-7000-8000-0000000000aa', {})).status).toBe(404);
    expect((await patch(app, 'none', {})).status).toBe(400);
  });
});

describe('an update of a presentation that is spoken', () => {
  const fake = useServer(new FakeElevenLabs());
  const app = useApp(() => ({
    SPEECH: 'elevenlabs',
    ELEVENLABS_API_KEY: 'a-key-of-the-test',
    ELEVENLABS_URL: fake.url,
  }));

  beforeEach(() => {
    fake.received.length = 0;
    fake.answer = ({ body }, response) => speak(body.text, response);
  });

  const spoken = (): string[] => fake.received.map(({ body }) => body.text);

  /** A deck whose texts no other test speaks. */
  async function deckOf(word: string): Promise<DeckAnswer> {
    const deck = await createDeck(app.rest);
    for (const text of ['hello {{first_name}}.', 'for all.', 'bye {{first_name}}.']) {
      await createSlide(app.rest, deck.id, { narrationScript: `${word} ${text}` });
    }
    await createFaq(app.rest, deck.id, { cannedAnswer: `${word} answer to {{first_name}}.` });
    return deck;
  }

  async function ended(id: string): Promise<PresentationAnswer> {
    return eventually(async () => {
      const presentation = await read(app, id);
      const { status, faqNarration } = presentation;
      const isOver = faqNarration === null || faqNarration.doneCount === faqNarration.totalCount;
      return status === 'ready' && isOver && presentation;
    });
  }

  async function jobsEnded(): Promise<void> {
    const left = sql`select 1 from pgboss.job where name = ${narratePresentation.name} and state <> 'completed'`;
    await eventually(async () => (await left.execute(app.database.connection.kysely)).rows.length === 0);
  }

  const eventsOf = async (id: string): Promise<string[]> =>
    (await app.events('types=presentation.*'))
      .filter(({ data }) => data['presentationId'] === id)
      .map(({ type }) => type.replace('presentation.', ''));

  /** Requests of the speaker wait until it is called. */
  function holdAnswers(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    fake.answer = async ({ body }, response) => {
      await promise;
      await speak(body.text, response);
    };
    return resolve;
  }

  /** Shown words have their own times, and the audio is there. */
  async function expectSpoken({ slides, faqs }: PresentationAnswer): Promise<void> {
    for (const { audioUrl, timing, wordTimings, ...texts } of [...slides, ...faqs]) {
      const text = 'narrationScript' in texts ? texts.narrationScript : texts.cannedAnswer;
      expect([timing, wordTimings.map(({ word }) => word).join(' ')]).toEqual(['spoken', text]);
      expect((await fetch(new URL(audioUrl ?? '', app.base))).status).toBe(200);
    }
  }

  test('speaks the texts that changed alone, and removes what it replaces', async () => {
    const deck = await deckOf('Again');
    const { id } = await createPresentation(app.rest, deck.id);
    const before = await ended(id);
    fake.received.length = 0;
    const { body } = await patch(app, id, { homeowner: { first_name: 'Robin' } });
    const [first, second, third] = before.slides;
    expect(body).toMatchObject({
      changed: ['homeowner', 'slides', 'faqs'],
      changedSlideIds: [first?.id, third?.id],
      changedFaqIds: [before.faqs[0]?.id],
      presentation: { status: 'narrating', narration: { doneCount: 1, totalCount: 3 } },
    });
    expect(body.presentation.slides[1]).toEqual(second);
    const after = await ended(id);
    expect(spoken()).toEqual(['Again hello Robin.', 'Again bye Robin.', 'Again answer to Robin.']);
    await expectSpoken(after);
    expect(after).toMatchObject({ narration: { doneCount: 3, totalCount: 3 } });
    expect((await eventsOf(id)).slice(-5)).toEqual([
      'updated',
      'progressed',
      'progressed',
      'ready',
      'answers_progressed',
    ]);
    const { kysely } = app.database.connection;
    const due = sql`update pgboss.job set start_after = now() where name = ${removeRecordings.name}`;
    await due.execute(kysely);
    const audioOf = async (url: string | null | undefined): Promise<number> =>
      (await fetch(new URL(url ?? '', app.base))).status;
    await eventually(async () => (await audioOf(first?.audioUrl)) === 404);
    expect(await audioOf(second?.audioUrl)).toBe(200);
    await expectSpoken(after);
  });

  test('that changes no spoken text speaks nothing, and is ready at once', async () => {
    const deck = await deckOf('Silent');
    const { id } = await createPresentation(app.rest, deck.id);
    const before = await ended(id);
    fake.received.length = 0;
    const { body } = await patch(app, id, { homeowner: { city: 'Austin' } });
    expect(body).toMatchObject({ changed: ['homeowner'], presentation: { status: 'ready' } });
    expect(body.presentation.slides).toEqual(before.slides);
    expect(spoken()).toEqual([]);
    expect((await eventsOf(id)).at(-1)).toBe('updated');
  });

  test('to another voice speaks all texts by it', async () => {
    const deck = await deckOf('Voice');
    const { id } = await createPresentation(app.rest, deck.id);
    await ended(id);
    fake.received.length = 0;
    const { body } = await patch(app, id, { voice_settings: { stability: 0.9 } });
    expect(body.changed).toEqual(['voiceSettings', 'slides', 'faqs']);
    await expectSpoken(await ended(id));
    expect(fake.received.map(({ body: { voice_settings } }) => voice_settings['stability'])).toEqual([
      0.9, 0.9, 0.9, 0.9,
    ]);
  });

  test('while a slide is being spoken drops that recording, and speaks the new text instead', async () => {
    const letGo = holdAnswers();
    const deck = await deckOf('Meanwhile');
    const { id } = await createPresentation(app.rest, deck.id);
    await eventually(() => fake.received.length === 1);
    const answer = await patch(app, id, { homeowner: { first_name: 'Robin' } });
    expect(answer.body.presentation).toMatchObject({ status: 'narrating', narration: { doneCount: 0, totalCount: 3 } });
    letGo();
    const after = await ended(id);
    await jobsEnded();
    await expectSpoken(after);
    expect(spoken()).toEqual([
      'Meanwhile hello Dana.',
      'Meanwhile hello Robin.',
      'Meanwhile for all.',
      'Meanwhile bye Robin.',
      'Meanwhile answer to Robin.',
    ]);
  });

  test('while a slide is being spoken keeps that recording where its text stays', async () => {
    const letGo = holdAnswers();
    const deck = await deckOf('Midway');
    const { id } = await createPresentation(app.rest, deck.id);
    await eventually(() => fake.received.length === 1);
    await patch(app, id, { homeowner: { last_name: 'Doe' } });
    letGo();
    await expectSpoken(await ended(id));
    await jobsEnded();
    expect(spoken()).toHaveLength(4);
  });

  test('while a slide is being spoken that the deck no longer has goes on with the answers', async () => {
    const deck = await createDeck(app.rest);
    const slide = await createSlide(app.rest, deck.id, { narrationScript: 'Gone.' });
    await createFaq(app.rest, deck.id, { cannedAnswer: 'Gone answer to {{first_name}}.' });
    const letGo = holdAnswers();
    const { id } = await createPresentation(app.rest, deck.id);
    await eventually(() => fake.received.length === 1);
    await app.rest.delete(`/api/slides/${slide.id}`);
    const { body } = await patch(app, id, { homeowner: { first_name: 'Robin' } });
    expect(body.presentation).toMatchObject({ status: 'ready', narration: null, slides: [] });
    letGo();
    await expectSpoken(await ended(id));
    expect(await eventsOf(id)).toEqual(['created', 'updated', 'ready', 'answers_progressed']);
  });

  test('tries again what has failed', async () => {
    fake.answer = ({ body }, response) =>
      body.text.includes('bye') ? refuse(response, 400, 'text_refused') : speak(body.text, response);
    const deck = await deckOf('Failed');
    const { id } = await createPresentation(app.rest, deck.id);
    await eventually(async () => (await read(app, id)).status === 'failed');
    await jobsEnded();
    fake.received.length = 0;
    fake.answer = ({ body }, response) => speak(body.text, response);
    await patch(app, id, { homeowner: { last_name: 'Doe' } });
    await expectSpoken(await ended(id));
    expect(spoken()).toEqual(['Failed bye Dana.']);
  });
});
