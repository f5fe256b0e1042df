import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Extensions, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { isPlayerPath, SeenBy } from '../../kit/rights/index.ts';
import type { Problem } from '../../kit/core/index.ts';
import {
  attribute,
  attributes,
  EditableEntity,
  Node,
  ProblemType,
  rowOf,
  shown,
  shownPart,
  shownPartOrNull,
} from '../../kit/data/index.ts';
import { oneOf } from '../../kit/input/index.ts';
import { Deck } from '../../authoring/decks/deck.entity.ts';
import { FaqNarration, type FaqNarrationState, Narration, type NarrationState } from './narration.ts';
import { PresentationPricing } from '../personalisation/presentation.pricing.ts';
import { warnings } from '../personalisation/presentation.snapshot.ts';
import {
  Homeowner,
  homeownerView,
  LanguageSettings,
  languageSettingsView,
  PriceInputs,
  priceInputsView,
  VoiceSettings,
  voiceSettingsView,
} from '../personalisation/homeowner.attributes.ts';
import type { MissingValues } from '../personalisation/presentation.subject.ts';

/** States of a presentation. Only a narrated one passes through `narrating`. */
export const PresentationStatus = { NARRATING: 'narrating', READY: 'ready', FAILED: 'failed' } as const;
export type PresentationStatus = (typeof PresentationStatus)[keyof typeof PresentationStatus];
registerEnumType(PresentationStatus, {
  name: 'PresentationStatus',
  description: 'State of a presentation.',
  valuesConfig: {
    NARRATING: { description: 'Its slides are being spoken, one by one.' },
    READY: { description: 'It can be shown.' },
    FAILED: {
      description:
        'Some slides could not be spoken: narration.failures lists which and why. narratePresentation retries them.',
    },
  },
});

/** Where price inputs come from. Only `manual` exists; the API documents the field. */
export const MeasurementStrategy = { MANUAL: 'manual' } as const;
export type MeasurementStrategy = (typeof MeasurementStrategy)[keyof typeof MeasurementStrategy];
registerEnumType(MeasurementStrategy, {
  name: 'MeasurementStrategy',
  description: 'Where the measurements come from.',
  valuesConfig: { MANUAL: { description: 'The price inputs are taken as given.' } },
});

/** The description of counts that would disclose what is in other decks. */
const hidden = 'null for a caller that is limited to decks, because other decks may share the recordings.';

/** How the copy was made, so that the drift can repeat it with the current deck. */
export interface PresentationSource {
  readonly deckVersion: number;
  readonly missing: MissingValues;
  /** ISO 8601 time of creation; its day is the placeholder `date`. */
  readonly madeAt: string;
  /** ISO 8601 time at which an update made its texts again; absent before. */
  readonly remadeAt?: string;
}

/** Its state, whom it is for, and what its client requested. */
export const requestAttributes = attributes({
  status: attribute(oneOf(PresentationStatus, { description: 'State of the presentation.' }), {
    default: PresentationStatus.READY,
  }),
  homeowner: shownPart(Homeowner, homeownerView, 'The homeowner whom it is for.'),
  voiceSettings: {
    ...shownPartOrNull(VoiceSettings, voiceSettingsView, 'The requested voice; null for the default.'),
    rest: 'voice_settings',
  },
  languageSettings: {
    ...shownPartOrNull(LanguageSettings, languageSettingsView, 'The requested language; null for that of the deck.'),
    rest: 'language_settings',
  },
  priceInputs: {
    ...shownPartOrNull(PriceInputs, priceInputsView, 'The measurements for its prices; null when none were given.'),
    rest: 'price_inputs',
  },
});

/** What its prices are computed from, and its size. */
export const measuredAttributes = attributes({
  measurementStrategy: attribute(oneOf(MeasurementStrategy, { description: 'Where the measurements come from.' }), {
    default: MeasurementStrategy.MANUAL,
    rest: 'measurement_strategy',
  }),
  slideCount: shown(Int, 'Number of its slides.'),
});

/** The name of the homeowner, as it is searched. */
export const homeownerName = `((homeowner->>'firstName') || ' ' || (homeowner->>'lastName'))`;

/**
 * A copy of a deck for one homeowner. Slides, prices and warnings are a snapshot: later edits of the deck do not change
 * them. Slides and FAQs are rows of their own (`presentation-part.entity.ts`).
 */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A copy of a deck for one homeowner: filled in, priced, and independent of later changes to the deck.',
})
@Entity({ tableName: 'presentation' })
@SeenBy('deck_id = any($decks)')
@Index({ properties: ['deckId', 'createdAt', 'id'] })
@Index({ properties: ['createdAt', 'id'] })
@Index({ properties: ['updatedAt', 'id'] })
@Index({
  name: 'presentation_homeowner_search_index',
  expression: `create index "presentation_homeowner_search_index" on "presentation" using gin (${homeownerName} gin_trgm_ops)`,
})
export class Presentation extends rowOf(
  { ...requestAttributes, ...measuredAttributes, warnings: { ...warnings, empty: [] } },
  EditableEntity,
) {
  @Field(() => ID, { description: 'The id of the deck that it was made from.' })
  @ManyToOne(() => Deck, { mapToPk: true, fieldName: 'deck_id', deleteRule: 'cascade' })
  deckId!: string;

  @Field(() => String, { description: 'IANA time zone of its dates, fixed when it was made.' })
  @Property({ type: 'text', default: 'UTC' })
  timeZone: string = 'UTC';

  @Field(() => PresentationPricing, { description: 'Its prices, as computed when it was made or updated.' })
  @Property({ type: 'json' })
  pricing!: PresentationPricing;

  @Property({ type: 'json', nullable: true })
  source: PresentationSource | null = null;

  @Field(() => Narration, { nullable: true, description: 'Progress of the narration; null without one.' })
  @Property({ type: 'json', nullable: true })
  narration: NarrationState | null = null;

  @Field(() => FaqNarration, {
    nullable: true,
    description: 'Progress of the answers of its FAQs, which are spoken after the slides; null when none is to be.',
  })
  @Property({ type: 'json', nullable: true })
  faqNarration: FaqNarrationState | null = null;

  @Field(() => Int, { nullable: true, description: `Characters spoken for it that the speaker charges for; ${hidden}` })
  @Property({ type: 'integer', default: 0 })
  billedCharacterCount: number = 0;

  @Field(() => Int, {
    nullable: true,
    description: `Characters whose audio was stored already, from this or another presentation; ${hidden}`,
  })
  @Property({ type: 'integer', default: 0 })
  reusedCharacterCount: number = 0;

  /**
   * The deck with whose presentations it shares recordings, where its maker sees some decks alone: that a text was
   * spoken already would disclose what other decks contain. Null where its maker sees all decks.
   */
  @Property({ type: 'uuid', nullable: true })
  audioSharedWithin: string | null = null;

  /** The path without what opens it: see `PlayerLinks`. */
  @Extensions({ isSigned: isPlayerPath })
  @Field(() => String, {
    nullable: true,
    description:
      'URL of the page that plays it, by a link of its own: for callers with presentations:write, until the link is revoked. Without PUBLIC_URL it begins with the path.',
  })
  @Property({ type: 'text', nullable: true })
  playerUrl: string | null = null;
}

/** One result of a bulk creation. Exactly one of `id` and `problem` is set. */
@ObjectType({
  simpleResolvers: true,
  description: 'Result of one input: the new presentation, or the error.',
})
export class PresentationCreation {
  /** APIs name it `presentationId`: the result itself has no id. */
  @Field(() => ID, {
    name: 'presentationId',
    simple: false,
    nullable: true,
    description: 'The id of the new presentation; null when none was made.',
  })
  id!: string | null;

  @Field(() => ProblemType, {
    nullable: true,
    description: 'The error as RFC 9457 problem details; null when the presentation was made.',
  })
  problem!: Problem | null;
}
