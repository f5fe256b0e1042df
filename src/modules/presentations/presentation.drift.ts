import { isDeepStrictEqual } from 'node:util';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { PricingTier } from '../slides/slide.entity.ts';
import { type DeckContents, personalise } from './personalise.ts';
import { MissingValues, type Presentation } from './presentation.entity.ts';
import { type PresentationFaq, type PresentationSlide, TierPrice } from './presentation.snapshot.ts';

export const DriftKind = { ADDED: 'added', REMOVED: 'removed', CHANGED: 'changed' } as const;
export type DriftKind = (typeof DriftKind)[keyof typeof DriftKind];
registerEnumType(DriftKind, { name: 'DriftKind', description: 'What became of it in the deck.' });

@ObjectType({ simpleResolvers: true, description: 'A slide that the deck now has otherwise than the presentation.' })
export class SlideDrift {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  slideId!: string;

  @Field(() => DriftKind)
  kind!: DriftKind;

  @Field(() => [String], { description: 'What would differ for this homeowner; empty unless changed.' })
  fields!: string[];
}

@ObjectType('FAQDrift', {
  simpleResolvers: true,
  description: 'A FAQ that the deck now has otherwise than the presentation.',
})
export class FaqDrift {
  @Field(() => ID)
  id!: string;

  @Field(() => DriftKind)
  kind!: DriftKind;

  @Field(() => [String], { description: 'What would differ for this homeowner; empty unless changed.' })
  fields!: string[];
}

@ObjectType({ simpleResolvers: true, description: 'A price that would be another one today.' })
export class PriceDrift {
  @Field(() => PricingTier)
  tier!: PricingTier;

  @Field(() => TierPrice, { nullable: true, description: 'As it stands in the presentation.' })
  before!: TierPrice | null;

  @Field(() => TierPrice, { nullable: true, description: 'As the deck would make it now.' })
  now!: TierPrice | null;
}

@ObjectType({
  simpleResolvers: true,
  description: 'What would be different if the presentation were made from the deck as it is now.',
})
export class PresentationDrift {
  @Field(() => Boolean, { description: 'Nothing differs.' })
  isCurrent!: boolean;

  @Field(() => [SlideDrift])
  slides!: SlideDrift[];

  @Field(() => [FaqDrift])
  faqs!: FaqDrift[];

  @Field(() => [PriceDrift])
  prices!: PriceDrift[];
}

/** Audio is left out: it is made for the presentation. */
const slideFields = [
  'slideId',
  'title',
  'bullets',
  'narrationScript',
  'slideContext',
  'heroImg',
  'orderIndex',
  'slideType',
  'productData',
] as const satisfies (keyof PresentationSlide)[];
const faqFields = ['userQuestion', 'cannedAnswer', 'relatedSlideId'] as const satisfies (keyof PresentationFaq)[];

/**
 * Compares a presentation with the copy that its inputs and its date would give now, so that only what this homeowner
 * would see is told: a placeholder that was rewritten and says the same is no drift.
 */
export function driftOf(presentation: Presentation, contents: DeckContents): PresentationDrift {
  const { source } = presentation;
  if (source?.deckVersion === contents.deck.version) return { isCurrent: true, slides: [], faqs: [], prices: [] };
  const { copy } = personalise(contents, {
    ...presentation,
    isSpoken: false,
    missing: source?.missing ?? MissingValues.BLANK,
    madeAt: source === null ? presentation.createdAt : new Date(source.madeAt),
  });
  const slides = differences(presentation.slides, copy.slides, slideFields).map(({ it, kind, fields }) => {
    const { id, slideId } = it;
    return { id, slideId, kind, fields };
  });
  const faqs = differences(presentation.faqs, copy.faqs, faqFields).map(({ it, kind, fields }) => ({
    id: it.id,
    kind,
    fields,
  }));
  const prices = priceDifferences(presentation.pricing.tiers, copy.pricing.tiers);
  return { isCurrent: slides.length + faqs.length + prices.length === 0, slides, faqs, prices };
}

interface Difference<T> {
  it: T;
  kind: DriftKind;
  fields: string[];
}

function differences<T extends { id: string }>(
  then: readonly T[],
  now: readonly T[],
  fields: readonly (keyof T & string)[],
): Difference<T>[] {
  const before = new Map(then.map((it) => [it.id, it]));
  const after = new Set(now.map(({ id }) => id));
  const removed = then.filter(({ id }) => !after.has(id));
  return [
    ...removed.map((it) => ({ it, kind: DriftKind.REMOVED, fields: [] })),
    ...now.flatMap((it): Difference<T>[] => {
      const old = before.get(it.id);
      if (old === undefined) return [{ it, kind: DriftKind.ADDED, fields: [] }];
      const changed = fields.filter((field) => !isDeepStrictEqual(old[field], it[field]));
      return changed.length === 0 ? [] : [{ it, kind: DriftKind.CHANGED, fields: changed }];
    }),
  ];
}

function priceDifferences(then: readonly TierPrice[], now: readonly TierPrice[]): PriceDrift[] {
  return Object.values(PricingTier).flatMap((tier) => {
    const [old = null, current = null] = [then, now].map((tiers) => tiers.find((it) => it.tier === tier));
    const isSame = old?.total === current?.total && old?.currency === current?.currency;
    return isSame ? [] : [{ tier, before: old, now: current }];
  });
}
