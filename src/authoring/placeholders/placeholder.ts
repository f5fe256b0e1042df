import type { DeckContents } from '../decks/deck-contents.ts';
import { ID, Int, ObjectType } from 'type-graphql';
import { giveWay, invalidField, listOf, NameFinder, overBudget } from '../../kit/core/index.ts';
import {
  answerOf,
  attributes,
  Edge,
  maxListed,
  type Page,
  type PageRequest,
  pageSize,
  shown,
  shownList,
  shownOrNull,
  view,
  viewOf,
} from '../../kit/data/index.ts';
import { mapTexts } from '../../engines/template/map-texts.ts';
import { knownPlaceholders } from '../../engines/template/placeholder-values.ts';
import { type MalformedPlaceholder, type Placeholder, placeholdersIn } from '../../engines/template/placeholders.ts';
import { personalisedTextsOf } from '../translations/attribute-texts.ts';
import type { Deck } from '../decks/deck.entity.ts';
import { faqAttributes } from '../faqs/faq.attributes.ts';
import { slideAttributes } from '../slides/slide.attributes.ts';

const mostUses = 100;

const placeholderUseAttributes = attributes({
  sourceSlideId: shownOrNull(ID, 'The id of the slide; null for a FAQ.'),
  slideId: shownOrNull(String, 'The slideId of the slide; null for a FAQ.'),
  faqId: shownOrNull(ID, 'The id of the FAQ; null for a slide.'),
  field: shown(String, 'JSON Pointer to the text, such as /bullets/0 or /translations/es/title.'),
  hasDefault: shown(Boolean, 'Whether it has a default filter.'),
});

/** One text that uses a placeholder. Exactly one of `sourceSlideId` and `faqId` is set. */
@ObjectType({ simpleResolvers: true, description: 'A text of a slide or FAQ that uses a placeholder.' })
export class PlaceholderUse extends answerOf(placeholderUseAttributes) {}

const useView = view<PlaceholderUse>('PlaceholderUse', viewOf(placeholderUseAttributes));

const deckPlaceholderAttributes = attributes({
  name: shown(String, 'Its name; of a malformed one the source, up to 100 characters.'),
  isKnown: shown(Boolean, 'Whether it is a built-in name or a variable of the deck.'),
  hasVariable: shown(Boolean, 'Whether the deck has a variable of this name, which is used for missing values.'),
  nearest: shownOrNull(String, 'The most similar known name; null for a known one.'),
  problem: shownOrNull(String, 'The syntax error; null without one.'),
  useCount: shown(Int, 'Number of uses.'),
  uses: shownList(PlaceholderUse, useView, `The first ${mostUses} uses.`, listOf(5)),
});

/** One placeholder name with the texts that use it. Not stored: computed from the texts at each read. */
@ObjectType({ simpleResolvers: true, description: "A placeholder that the deck's texts use." })
export class DeckPlaceholder extends answerOf(deckPlaceholderAttributes) {}

export const placeholderView = view<DeckPlaceholder>('DeckPlaceholder', viewOf(deckPlaceholderAttributes));

/**
 * A page of the placeholders of a deck. A cursor is a position in the list. @throws AppError `INVALID_INPUT` for any
 * other cursor
 */
export async function placeholderPage(contents: DeckContents, page: PageRequest): Promise<Page<DeckPlaceholder>> {
  const size = page.first === undefined || page.first === null ? maxListed : pageSize(page);
  const start = placeAfter(page.after);
  const edges = (await placeholdersOf(contents)).map((node, index) => new Edge(node, () => String(index + 1)));
  return { edges: edges.slice(start, start + size), hasNextPage: edges.length > start + size };
}

function placeAfter(after: PageRequest['after']): number {
  if (after === undefined || after === null) return 0;
  if (/^[1-9]\d{0,8}$/.test(after)) return Number(after);
  throw invalidField('/after', 'format', 'after must be a cursor that this list gave.');
}

type Owner = Omit<PlaceholderUse, 'field' | 'hasDefault'>;

/** Most distinct placeholders that are collected from one deck. */
const mostNames = 20_000;

/**
 * All placeholders of a deck, translations included, in the order of first use.
 *
 * @throws AppError `OVER_BUDGET` above 20,000 distinct placeholders
 */
export async function placeholdersOf(contents: DeckContents): Promise<DeckPlaceholder[]> {
  const { deck } = contents;
  const known = knownPlaceholders(deck.variables);
  const names = new NameFinder(known);
  const found = new Map<string, DeckPlaceholder>();
  const collect = (texts: object, owner: Owner): void => {
    mapTexts(texts, (text, field) => {
      for (const part of placeholdersIn(text)) {
        const key = part.path ?? part.source;
        const placeholder = found.get(key) ?? describe(part, deck, known, names);
        found.set(key, placeholder);
        if (found.size > mostNames) throw overBudget('different placeholders', mostNames, 'names');
        placeholder.useCount += 1;
        if (placeholder.useCount > mostUses) continue;
        placeholder.uses.push({ ...owner, field, hasDefault: hasDefault(part) });
      }
      return text;
    });
  };
  for (const { texts, owner } of textsOf(contents)) {
    await giveWay();
    collect(texts, owner);
  }
  return [...found.values()];
}

/** The texts of a deck: first those of a slide or FAQ, then each of its translations. */
function* textsOf({ slides, faqs }: DeckContents): Generator<{ texts: object; owner: Owner }, void> {
  for (const slide of slides) {
    const owner = { sourceSlideId: slide.id, slideId: slide.slideId, faqId: null };
    yield { texts: personalisedTextsOf(slideAttributes, slide), owner };
    yield* translated(slide.translations, owner);
  }
  for (const faq of faqs) {
    const owner = { sourceSlideId: null, slideId: null, faqId: faq.id };
    yield { texts: personalisedTextsOf(faqAttributes, faq), owner };
    yield* translated(faq.translations, owner);
  }
}

function* translated(translations: object, owner: Owner): Generator<{ texts: object; owner: Owner }, void> {
  for (const [language, texts] of Object.entries(translations)) {
    yield { texts: { translations: { [language]: texts as unknown } }, owner };
  }
}

function describe(
  part: Placeholder | MalformedPlaceholder,
  { variables }: Deck,
  known: ReadonlySet<string>,
  names: NameFinder,
): DeckPlaceholder {
  if (part.kind === 'malformed') {
    const name = part.source.slice(0, 100);
    return { name, isKnown: false, hasVariable: false, nearest: null, problem: part.reason, useCount: 0, uses: [] };
  }
  const name = part.path;
  const isKnown = known.has(name);
  const nearest = isKnown ? null : names.nearest(name);
  const hasVariable = Object.hasOwn(variables, name);
  return { name, isKnown, hasVariable, nearest, problem: null, useCount: 0, uses: [] };
}

function hasDefault(part: Placeholder | MalformedPlaceholder): boolean {
  return part.kind === 'placeholder' && part.filters.some(({ name }) => name === 'default');
}
