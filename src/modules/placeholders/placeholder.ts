import { Field, ID, ObjectType } from 'type-graphql';
import { mapTexts } from '../../narration/map-texts.ts';
import { nearestName } from '../../narration/nearest-name.ts';
import { knownPlaceholders } from '../../narration/placeholder-values.ts';
import { type MalformedPlaceholder, type Placeholder, placeholdersIn } from '../../narration/placeholders.ts';
import type { Deck } from '../decks/deck.entity.ts';
import type { DeckContents } from '../presentations/personalise.ts';

@ObjectType({ simpleResolvers: true, description: 'A place where a placeholder stands: in a slide or in a FAQ.' })
export class PlaceholderUse {
  @Field(() => ID, { nullable: true, description: 'The id of the slide.' })
  id!: string | null;

  @Field(() => String, { nullable: true, description: "The slide's own key." })
  slideId!: string | null;

  @Field(() => ID, { nullable: true })
  faqId!: string | null;

  @Field(() => String, { description: 'JSON Pointer to the text, such as /bullets/0 or /translations/es/title.' })
  field!: string;

  @Field(() => Boolean, { description: 'It names what stands in for a missing value.' })
  hasDefault!: boolean;
}

@ObjectType({ simpleResolvers: true, description: "A placeholder that the deck's texts use." })
export class DeckPlaceholder {
  @Field(() => String, { description: 'Its name; all of it, up to 100 characters, when it cannot be read.' })
  name!: string;

  @Field(() => Boolean, { description: 'Presentations or the variables of the deck know the name.' })
  isKnown!: boolean;

  @Field(() => Boolean, { description: 'The deck has a variable of this name, which stands in for a missing value.' })
  hasVariable!: boolean;

  @Field(() => String, { nullable: true, description: 'The known name that is most like an unknown one.' })
  nearest!: string | null;

  @Field(() => String, { nullable: true, description: 'Why it cannot be read.' })
  problem!: string | null;

  @Field(() => [PlaceholderUse])
  uses!: PlaceholderUse[];
}

type Owner = Omit<PlaceholderUse, 'field' | 'hasDefault'>;

/** Every placeholder of a deck, in the order in which they are first used, translations included. */
export function placeholdersOf({ deck, slides, faqs }: DeckContents): DeckPlaceholder[] {
  const known = knownPlaceholders(deck.variables);
  const found = new Map<string, DeckPlaceholder>();
  const collect = (texts: object, owner: Owner): void => {
    mapTexts(texts, (text, field) => {
      for (const part of placeholdersIn(text)) {
        const key = part.path ?? part.source;
        const placeholder = found.get(key) ?? describe(part, deck, known);
        found.set(key, placeholder);
        placeholder.uses.push({ ...owner, field, hasDefault: hasDefault(part) });
      }
      return text;
    });
  };
  for (const { id, slideId, title, bullets, narrationScript, slideContext, productData, translations } of slides) {
    const texts = { title, bullets, narrationScript, slideContext, productData, translations };
    collect(texts, { id, slideId, faqId: null });
  }
  for (const { id, userQuestion, cannedAnswer, translations } of faqs) {
    collect({ userQuestion, cannedAnswer, translations }, { id: null, slideId: null, faqId: id });
  }
  return [...found.values()];
}

function describe(
  part: Placeholder | MalformedPlaceholder,
  { variables }: Deck,
  known: ReadonlySet<string>,
): DeckPlaceholder {
  if (part.kind === 'malformed') {
    const name = part.source.slice(0, 100);
    return { name, isKnown: false, hasVariable: false, nearest: null, problem: part.reason, uses: [] };
  }
  const name = part.path;
  const isKnown = known.has(name);
  const nearest = isKnown ? null : nearestName(name, known);
  return { name, isKnown, hasVariable: Object.hasOwn(variables, name), nearest, problem: null, uses: [] };
}

function hasDefault(part: Placeholder | MalformedPlaceholder): boolean {
  return part.kind === 'placeholder' && part.filters.some(({ name }) => name === 'default');
}
