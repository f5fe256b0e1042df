import { v7 as uuidv7 } from 'uuid';
import type { EventLog } from '../../delivery/events/event-log.ts';
import {
  addRows,
  attributeNames,
  inTransaction,
  insertAll,
  newRow,
  type RequestScope,
  type TransactionScope,
} from '../../kit/data/index.ts';
import type { Brand } from '../brands/brand.attributes.ts';
import { readLogo, storeBrand } from '../brands/logos.ts';
import { type DeckContents, readContents } from '../decks/deck-contents.ts';
import { deckAttributes } from '../decks/deck.attributes.ts';
import { Deck } from '../decks/deck.entity.ts';
import { deckCreated } from '../decks/deck.events.ts';
import { lockDeck } from '../decks/deck.service.ts';
import { Faq } from '../faqs/faq.entity.ts';
import { faqCreated } from '../faqs/faq.events.ts';
import { faqFacts } from '../faqs/faq.service.ts';
import { copyImages } from '../images/image-names.ts';
import { Slide } from '../slides/slide.entity.ts';
import { slideCreated } from '../slides/slide.events.ts';
import { slideFacts } from '../slides/slide.service.ts';
import type { DuplicateDeckInput } from './deck-copy.inputs.ts';

/** Most characters of a name that stay in the default name of a copy. */
const longestName = 190;

/** Makes copies of decks. */
export class DeckCopyService {
  constructor(private readonly events: EventLog) {}

  /**
   * Copies a deck with its slides, FAQs, translations and brand. Presentations and subscriptions stay with the deck.
   *
   * @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID
   */
  async duplicate(scope: RequestScope, deckId: string, { name }: DuplicateDeckInput): Promise<Deck> {
    return inTransaction(scope, async (transaction) => {
      // Nobody changes the deck while it is read.
      const source = await lockDeck(transaction, deckId);
      const contents = await readContents(transaction, source);
      const deck = Object.assign(newRow(Deck), valuesOf(source), { name: name ?? `Copy of ${shortened(source.name)}` });
      deck.brand = await copyOfBrand(transaction, deck.id, source.brand);
      await addRows(transaction, Deck, [deck]);
      const slides = copiesOf(contents.slides, deck);
      const faqs = copiesOf(contents.faqs, deck);
      await copyImages(transaction, source.id, deck.id);
      await insertAll(transaction.em, Slide, slides);
      await insertAll(transaction.em, Faq, faqs);
      this.#report(transaction, { deck, slides, faqs });
      return deck;
    });
  }

  /** The events that the same deck would have caused if it had been written by hand. */
  #report(transaction: TransactionScope, { deck, slides, faqs }: DeckContents): void {
    const deckId = deck.id;
    this.events.record(transaction, deckCreated, { deckId, data: { name: deck.name } });
    for (const slide of slides) this.events.record(transaction, slideCreated, { deckId, data: slideFacts(slide) });
    for (const faq of faqs) this.events.record(transaction, faqCreated, { deckId, data: faqFacts(faq) });
  }
}

function valuesOf(deck: Deck): Partial<Deck> {
  return Object.fromEntries(attributeNames(deckAttributes, () => true).map((name) => [name, Reflect.get(deck, name)]));
}

/** Rows of another deck, in the same order: lists break ties by age. */
function copiesOf<Row extends Slide | Faq>(rows: readonly Row[], { id: deckId, createdAt: first }: Deck): Row[] {
  return rows.map((row, at) => {
    const createdAt = new Date(first.getTime() + at);
    return { ...row, id: uuidv7(), deckId, version: 1, createdAt, updatedAt: createdAt };
  });
}

async function copyOfBrand(transaction: TransactionScope, deckId: string, brand: Brand | null): Promise<Brand | null> {
  if (brand === null) return null;
  const { color = null, logo = null } = brand;
  const png = logo === null ? null : await readLogo(transaction, logo);
  return storeBrand(transaction, deckId, null, { color, logo: null, png });
}

function shortened(name: string): string {
  return [...name].slice(0, longestName).join('');
}
