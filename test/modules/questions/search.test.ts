import { beforeAll, describe, expect, test } from '@jest/globals';
import { createDeck, createFaq, createPresentation } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { type Guest, guestOf } from './guest.ts';
import { searchCases } from './search.cases.ts';

const app = useApp({ API_KEY: 'a-key-of-more-than-16-characters', ROLES: 'web', LOG_LEVEL: 'info' });
const guests = new Map<string, Guest>();
let other: Guest;

beforeAll(async () => {
  const [original, ...translated] = searchCases;
  const { id: deckId } = await createDeck(app.rest);
  for (const [at, [userQuestion, cannedAnswer]] of original?.faqs.entries() ?? []) {
    const faq = await createFaq(app.rest, deckId, { userQuestion, cannedAnswer });
    for (const { language, faqs } of translated) {
      const texts = { userQuestion: faqs[at]?.[0], cannedAnswer: faqs[at]?.[1] };
      expect((await app.rest.put(`/api/faqs/${faq.id}/translations/${language}`, texts)).status).toBe(200);
    }
  }
  for (const { language } of searchCases) {
    const settings = { language_settings: { language_code: language } };
    guests.set(language, await guestOf(app, await createPresentation(app.rest, deckId, settings)));
  }
  const { id } = await createDeck(app.rest);
  await createFaq(app.rest, id, { userQuestion: 'Do you sell zebras?' });
  other = await guestOf(app, await createPresentation(app.rest, id));
}, 60_000);

interface Match {
  position: number;
  userQuestion: string;
  relevance: number;
}

async function search(guest: Guest | undefined, text: string): Promise<Match[]> {
  const answer = await guest?.rest.post<{ matches: Match[] }>('/api/guest/faqs/search', { text });
  expect(answer?.status).toBe(200);
  return answer?.body.matches ?? [];
}

type Typed = Pick<(typeof searchCases)[number], 'asked' | 'missed'>;

/** The parts of both lists, over all languages, that are answered as they should be; and what is not. */
async function rates(of: (cases: (typeof searchCases)[number]) => Typed) {
  const wrong: string[] = [];
  const mistaken: string[] = [];
  let [asked, missed] = [0, 0];
  for (const cases of searchCases) {
    const guest = guests.get(cases.language);
    const typed = of(cases);
    for (const [text, faq] of typed.asked) {
      asked += 1;
      const [first] = await search(guest, text);
      if (first?.position !== faq) wrong.push(`${text}: ${first?.userQuestion}`);
    }
    for (const text of typed.missed) {
      missed += 1;
      const [first] = await search(guest, text);
      if (first !== undefined) mistaken.push(`${text}: ${first.userQuestion}`);
    }
  }
  return { found: 1 - wrong.length / asked, notFound: 1 - mistaken.length / missed, wrong, mistaken };
}

/** @throws with what is not answered as it should be */
function expectAtLeast({ found, notFound, ...rest }: Awaited<ReturnType<typeof rates>>, least: [number, number]): void {
  const isEnough = found >= least[0] && notFound >= least[1];
  expect([isEnough, found, notFound, rest]).toEqual([true, found, notFound, rest]);
}

describe('the search of FAQs', () => {
  test('finds the right answer first for 98 % of what it was measured by, and nothing for 90 % of what has none', async () => {
    expectAtLeast(await rates((cases) => cases), [0.98, 0.9]);
  });

  test('finds the right answer first for 95 % of what it has not seen, and nothing for 65 % of what has none', async () => {
    expectAtLeast(await rates(({ unseen }) => unseen), [0.95, 0.65]);
  });

  test('finds what is in the presentation of its link alone, the same at both doors, and logs nothing of it', async () => {
    const english = guests.get('en-US');
    expect(await search(english, 'zebras')).toEqual([]);
    const [found] = await search(other, 'do you sell zebra');
    expect(found).toEqual({ position: 0, userQuestion: 'Do you sell zebras?', relevance: expect.any(Number) });
    const { searchGuestFaqs } = await other.graphql.data<{ searchGuestFaqs: Match[] }>(
      'query ($text: String!) { searchGuestFaqs(input: { text: $text }) { position userQuestion relevance } }',
      { text: 'do you sell zebra' },
    );
    expect(searchGuestFaqs).toEqual([found]);
    expect(app.log.join('\n')).not.toContain('zebra');
  });

  test('finds what is typed so far, and takes any text of up to 200 characters', async () => {
    const english = guests.get('en-US');
    for (const text of ['gut', 'tax', 'TAX?', 'Gutt']) expect(await search(english, text)).not.toEqual([]);
    for (const text of ["';--", '?', '🏠', '%_\\', 'a', 'x'.repeat(200), '屋顶多少钱']) {
      expect(await search(english, text)).toEqual([]);
    }
    const refused = await english?.rest.post('/api/guest/faqs/search', { text: 'x'.repeat(201) });
    expect(refused?.status).toBe(400);
  });
});
