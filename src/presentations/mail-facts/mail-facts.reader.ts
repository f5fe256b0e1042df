import type { SqlEntityManager } from '@mikro-orm/sql';
import { readLogo } from '../../authoring/brands/logos.ts';
import type { Deck } from '../../authoring/decks/deck.entity.ts';
import { decksById } from '../../authoring/decks/deck.reader.ts';
import type { FindMailFacts, MailDeck, MailFacts, MailLogo } from '../../delivery/mails/mail-facts.ts';
import { pngSize } from '../../engines/pdf/png.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import { isUuid } from '../../kit/input/index.ts';
import { presentationsById } from '../presentations/presentation.reader.ts';

const deckColumns = new Set<keyof Deck>(['name', 'brandName', 'brand', 'currency', 'defaultLanguage', 'timeZone']);
const presentationColumns = new Set(['homeowner']);

/** Logos never change: the last ones are kept, which are at most 100,000 bytes each. */
const logos = new Map<string, MailLogo>();
const mostLogos = 20;

/** Makes what finds the facts that a scope sees. */
export function mailFactsIn(newScope: () => RequestScope): FindMailFacts {
  return async ({ deckId, data }, namesHomeowner) => {
    const scope = newScope();
    const deck = deckId === null ? null : await deckOf(scope, deckId);
    return { deck, homeowner: deck !== null && namesHomeowner ? await homeownerOf(scope.em, deckId, data) : null };
  };
}

async function deckOf(scope: RequestScope, deckId: string): Promise<MailDeck | null> {
  const [deck] = await decksById(scope.em, [deckId], deckColumns);
  if (!deck) return null;
  const { name, brandName, brand, currency, defaultLanguage: language, timeZone } = deck as Deck;
  const url = brand?.logo ?? null;
  const logo = url === null ? null : await logoAt(scope, url);
  return { name, brandName, color: brand?.color ?? null, logo, currency, language, timeZone };
}

/**
 * The homeowner of the presentation that an event is about. Whoever publishes an event writes any id into its data, so a
 * presentation of another deck than that of the event names nobody.
 */
async function homeownerOf(
  em: SqlEntityManager,
  deckId: string | null,
  { presentationId }: Readonly<Record<string, unknown>>,
): Promise<MailFacts['homeowner']> {
  if (typeof presentationId !== 'string' || !isUuid(presentationId)) return null;
  const [presentation] = await presentationsById(em, [presentationId], presentationColumns);
  return presentation?.deckId === deckId ? (presentation?.homeowner ?? null) : null;
}

async function logoAt(scope: RequestScope, url: string): Promise<MailLogo | null> {
  const known = logos.get(url);
  if (known !== undefined) return known;
  const png = await readLogo(scope, url);
  if (png === null) return null;
  const logo = { png, ...pngSize(png) };
  if (logos.size === mostLogos) logos.clear();
  logos.set(url, logo);
  return logo;
}
