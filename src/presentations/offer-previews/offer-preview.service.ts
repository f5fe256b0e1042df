import { v7 as uuidv7 } from 'uuid';
import { readDeck } from '../../authoring/decks/deck.reader.ts';
import { SlideType } from '../../authoring/slides/slide.attributes.ts';
import { Slide } from '../../authoring/slides/slide.entity.ts';
import { requireShort } from '../../kit/core/index.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import { personalise } from '../personalisation/personalise.ts';
import { MissingValues } from '../personalisation/presentation.subject.ts';
import type { PreviewOfferInput } from './offer-preview.inputs.ts';
import type { OfferPreview } from './offer-preview.types.ts';

/** Nobody in particular: placeholders for a homeowner stay as they are written. */
const homeowner = { firstName: '', lastName: '' };

/** Prices offers while they are written. */
export class OfferPreviewService {
  /** @param timeZone IANA time zone for decks without one */
  constructor(private readonly timeZone: string) {}

  /**
   * Prices an offer as presentations of the deck would be priced, and stores nothing.
   *
   * @throws AppError `NOT_FOUND`, `UNPROCESSABLE` when the filled texts exceed the limits, `OVER_BUDGET` for more lines
   *   of prices than an answer may hold
   */
  async preview(
    scope: RequestScope,
    deckId: string,
    { productData, priceInputs }: PreviewOfferInput,
  ): Promise<OfferPreview> {
    const deck = await readDeck(scope, deckId);
    const { copy } = await personalise(
      { deck, slides: [slideOf(productData, deck.id)], faqs: [] },
      {
        homeowner,
        priceInputs: priceInputs ?? null,
        languageSettings: null,
        timeZone: deck.timeZone ?? this.timeZone,
        missing: MissingValues.KEEP,
        madeAt: scope.now(),
        isSpoken: false,
      },
    );
    const [offer] = copy.pricing.offers;
    // The slide exists for this one answer only: its id would lead nowhere.
    const warnings = copy.warnings
      .filter(({ code }) => code !== 'missing_value')
      .map((warning) => ({ ...warning, sourceSlideId: null }));
    const { suggestedTier = null, tiers = [], addOns = [], financing = [] } = offer ?? {};
    const preview = { suggestedTier, tiers, addOns, financing, warnings };
    requireShort(preview);
    return preview;
  }
}

function slideOf(productData: PreviewOfferInput['productData'], deckId: string): Slide {
  return Object.assign(new Slide(), {
    id: uuidv7(),
    deckId,
    slideId: 'offer',
    title: '',
    narrationScript: '',
    slideType: SlideType.PRODUCT_PRICING_V1,
    productData,
  });
}
