import { describe, expect, test } from '@jest/globals';
import type { FaqAnswer, PresentationAnswer, SlideAnswer } from '../helpers/answers.ts';
import {
  createDeck,
  createFaq,
  createPresentation,
  createSlide,
  createSubscription,
  presentationInput,
} from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';
import { EventRecorder } from './event-recorder.ts';

const app = useApp();
const nowhere = '01900000-0000-7000-8000-00000000dead';
const slide = { slideId: 'welcome', title: 'Welcome', narrationScript: 'Hello.' };
const faq = { userQuestion: 'How long?', cannedAnswer: 'Two days.' };

describe('events of changes over REST', () => {
  test('each change to a deck is one event', async () => {
    const events = await EventRecorder.start(app);
    const { id: deckId } = await createDeck(app.rest, { name: 'Roof' });
    expect(await events.facts()).toEqual([{ type: 'deck.created', deckId, data: { name: 'Roof' } }]);
    await app.rest.put(`/api/decks/${deckId}`, { name: 'Solar', description: 'Sun', currency: 'USD' });
    const changed = ['name', 'description'];
    expect(await events.facts()).toEqual([{ type: 'deck.updated', deckId, data: { name: 'Solar', changed } }]);
    await app.rest.delete(`/api/decks/${deckId}`);
    expect(await events.facts()).toEqual([{ type: 'deck.deleted', deckId, data: { name: 'Solar' } }]);
  });

  test('each change to a slide is one event that names the slide', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const events = await EventRecorder.start(app);
    const { id } = await createSlide(app.rest, deckId, slide);
    const facts = { sourceSlideId: id, slideId: 'welcome', title: 'Welcome' };
    expect(await events.facts()).toEqual([{ type: 'slide.created', deckId, data: facts }]);
    await app.rest.put(`/api/slides/${id}`, { narrationScript: 'Hi.', title: 'Welcome', heroImg: '/h.png' });
    const changed = ['narrationScript', 'heroImg'];
    expect(sorted(await events.facts())).toEqual([
      { type: 'slide.updated', deckId, data: { ...facts, changed: changed.toSorted() } },
    ]);
    const other = await createSlide(app.rest, deckId);
    await events.taken();
    await app.rest.put(`/api/decks/${deckId}/slides/order`, { slideIds: [other.id, id] });
    expect(await events.facts()).toEqual([
      { type: 'slide.reordered', deckId, data: { sourceSlideIds: [other.id, id] } },
    ]);
    await app.rest.delete(`/api/slides/${id}`);
    expect(await events.facts()).toEqual([{ type: 'slide.deleted', deckId, data: facts }]);
  });

  test('each change to an FAQ is one event', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const events = await EventRecorder.start(app);
    const { id } = await createFaq(app.rest, deckId, faq);
    const facts = { faqId: id, userQuestion: 'How long?' };
    await app.rest.put(`/api/faqs/${id}`, { cannedAnswer: 'Three.' });
    await app.rest.delete(`/api/faqs/${id}`);
    expect(await events.facts()).toEqual([
      { type: 'faq.created', deckId, data: facts },
      { type: 'faq.updated', deckId, data: { ...facts, changed: ['cannedAnswer'] } },
      { type: 'faq.deleted', deckId, data: facts },
    ]);
  });

  test('a presentation is created and ready in one transaction, and names nobody', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const events = await EventRecorder.start(app);
    const { id } = await createPresentation(app.rest, deckId);
    const data = { presentationId: id, status: 'ready' };
    expect(await events.facts()).toEqual([
      { type: 'presentation.created', deckId, data },
      { type: 'presentation.ready', deckId, data },
    ]);
  });

  test('deleting a deck is one event for each of its presentations and one for all else, and a subscription to the deck receives it', async () => {
    const { id: deckId } = await createDeck(app.rest);
    await createSlide(app.rest, deckId);
    await createPresentation(app.rest, deckId);
    await createSubscription(app.rest, { deckId, eventType: 'deck.deleted' });
    const events = await EventRecorder.start(app);
    await app.rest.delete(`/api/decks/${deckId}`);
    expect((await events.taken()).map(({ type }) => type)).toEqual(['presentation.deleted', 'deck.deleted']);
  });

  test('what is refused leaves no event and no row', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const { id } = await createSlide(app.rest, deckId, slide);
    const { id: faqId } = await createFaq(app.rest, deckId);
    const events = await EventRecorder.start(app);
    const before = await withoutMarkers();
    const old = { 'if-match': '"77"' };
    const refusals = [
      app.rest.post('/api/decks', { name: '' }),
      app.rest.put(`/api/decks/${deckId}`, { name: 'Other' }, old),
      app.rest.delete(`/api/decks/${deckId}`, old),
      app.rest.post(`/api/decks/${deckId}/slides`, slide),
      app.rest.post(`/api/decks/${nowhere}/slides`, slide),
      app.rest.put(`/api/slides/${id}`, { title: 'Other', bullets: 'no list' }),
      app.rest.put(`/api/slides/${id}`, { title: 'Other' }, old),
      app.rest.put(`/api/decks/${deckId}/slides/order`, { slideIds: [id, 'unknown'] }),
      app.rest.post(`/api/decks/${nowhere}/faqs`, faq),
      app.rest.put(`/api/faqs/${faqId}`, { cannedAnswer: '' }),
      app.rest.delete(`/api/faqs/${faqId}`, old),
      app.rest.post(`/api/decks/${nowhere}/presentations`, presentationInput()),
      app.rest.post(`/api/decks/${deckId}/presentations`, { homeowner: { first_name: 'Dana' } }),
      app.rest.post(`/api/decks/${deckId}/presentations`, presentationInput({ measurement_strategy: 'satellite' })),
    ];
    const statuses = (await Promise.all(refusals)).map(({ status }) => status);
    expect(statuses).toEqual([400, 412, 412, 409, 404, 400, 412, 422, 404, 400, 412, 404, 400, 400]);
    expect(await events.taken()).toEqual([]);
    expect(await withoutMarkers()).toEqual(before);
  });

  const withoutMarkers = async (): Promise<Record<string, number>> => ({ ...(await app.rowCounts()), event: 0 });
});

describe('events of changes over GraphQL', () => {
  test('each mutation field is one event, in the order of the fields', async () => {
    const { id: deckId } = await createDeck(app.rest, { name: 'Roof' });
    const events = await EventRecorder.start(app);
    const made = await app.graphql.data<{
      s: { slide: SlideAnswer };
      f: { faq: FaqAnswer };
      p: { presentation: PresentationAnswer };
    }>(
      `mutation ($id: ID!, $slide: CreateSlideInput!, $faq: CreateFaqInput!) {
        updateDeck(id: $id, input: { name: "Solar" }) { deck { id } }
        s: createSlide(deckId: $id, input: $slide) { slide { id } }
        f: createFaq(deckId: $id, input: $faq) { faq { id } }
        p: createPresentation(deckId: $id, input: { homeowner: { firstName: "Dana", lastName: "W" } }) { presentation { id } }
      }`,
      { id: deckId, slide, faq },
    );
    const {
      s: { slide: s },
      f: { faq: f },
      p: { presentation: p },
    } = made;
    const slideFacts = { sourceSlideId: s.id, slideId: 'welcome', title: 'Welcome' };
    const faqFacts = { faqId: f.id, userQuestion: 'How long?' };
    expect(await events.facts()).toEqual([
      { type: 'deck.updated', deckId, data: { name: 'Solar', changed: ['name'] } },
      { type: 'slide.created', deckId, data: slideFacts },
      { type: 'faq.created', deckId, data: faqFacts },
      { type: 'presentation.created', deckId, data: { presentationId: p.id, status: 'ready' } },
      { type: 'presentation.ready', deckId, data: { presentationId: p.id, status: 'ready' } },
    ]);
    await app.graphql.data(
      `mutation ($deck: ID!, $slide: ID!, $faq: ID!) {
        updateFaq(id: $faq, input: { audioUrl: "/a.mp3" }) { faq { id } }
        deleteFaq(id: $faq) { faq { id } }
        updateSlide(id: $slide, input: { title: "Hello" }) { slide { id } }
        deleteSlide(id: $slide) { slide { id } }
        deleteDeck(id: $deck) { deck { id } }
      }`,
      { deck: deckId, slide: s.id, faq: f.id },
    );
    const renamed = { ...slideFacts, title: 'Hello' };
    expect(await events.facts()).toEqual([
      { type: 'faq.updated', deckId, data: { ...faqFacts, changed: ['audioUrl'] } },
      { type: 'faq.deleted', deckId, data: faqFacts },
      { type: 'slide.updated', deckId, data: { ...renamed, changed: ['title'] } },
      { type: 'slide.deleted', deckId, data: renamed },
      { type: 'presentation.deleted', deckId, data: { presentationId: p.id } },
      { type: 'deck.deleted', deckId, data: { name: 'Solar' } },
    ]);
  });

  test('a field that fails records nothing, and the fields beside it still do', async () => {
    const { id: deckId } = await createDeck(app.rest);
    await createSlide(app.rest, deckId, slide);
    const events = await EventRecorder.start(app);
    const { data, errors } = await app.graphql.send(
      `mutation ($id: ID!, $slide: CreateSlideInput!) {
        updateDeck(id: $id, input: { name: "Before" }) { deck { name } }
        createSlide(deckId: $id, input: $slide) { slide { id } }
      }`,
      { id: deckId, slide },
    );
    expect(data).toEqual({ updateDeck: { deck: { name: 'Before' } }, createSlide: null });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['CONFLICT']);
    await app.graphql.data(
      `mutation { updateDeck(id: "${deckId}", input: { name: "After" }) { deck { slideCount } } }`,
    );
    expect((await events.facts()).map(({ data: { name } }) => name)).toEqual(['Before', 'After']);
  });
});

type Fact = Awaited<ReturnType<EventRecorder['facts']>>[number];

/** In which order the changed fields are named says nothing. */
function sorted(facts: Fact[]): Fact[] {
  return facts.map((fact) => ({
    ...fact,
    data: { ...fact.data, changed: (fact.data['changed'] as string[]).toSorted() },
  }));
}
