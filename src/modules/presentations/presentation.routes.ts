import { listAnswer, pageQuery, pageRequest } from '../../platform/rest/paging.ts';
import {
  created,
  etag,
  type Route,
  type RouteAnswer,
  route,
  versioned,
  wrapped,
  wrappedList,
} from '../../platform/rest/route.ts';
import {
  decimal,
  flag,
  id,
  integer,
  list,
  named,
  nested,
  nullable,
  oneOf,
  problem,
  text,
  time,
  type View,
  view,
} from '../../platform/rest/view.ts';
import { attempt, readInput } from '../../platform/input/validate.ts';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { slideFields, wordTimingView } from '../slides/slide.routes.ts';
import {
  type PresentationCreation,
  MeasurementStrategy,
  type Narration,
  type NarrationState,
  type NarrationFailure,
  type Presentation,
  PresentationStatus,
} from './presentation.entity.ts';
import {
  type Homeowner,
  type LanguageSettings,
  type PriceInputs,
  type VoiceSettings,
} from '../personalisation/presentation.subject.ts';
import { failuresOf } from './narration-state.ts';
import { CreatePresentationInput, CreatePresentationsInput, SelectTierInput } from './presentation.inputs.ts';
import { offersOf } from '../personalisation/presentation.offers.ts';
import { type WholePresentation, withParts } from './presentation-part.reader.ts';
import { listPresentations, readWholePresentation } from './presentation.reader.ts';
import { maxWaitSeconds, type PresentationService } from './presentation.service.ts';
import {
  type PresentationFaq,
  type PresentationPreview,
  type PresentationPricing,
  type PresentationSlide,
  type PresentationWarning,
  type PriceLine,
  type PricingOffer,
  SlideTiming,
  type TierPrice,
  TierPriceStatus,
} from '../personalisation/presentation.snapshot.ts';

const homeownerView = view<Homeowner>('Homeowner', {
  firstName: named('first_name', text),
  lastName: named('last_name', text),
  address: nullable(text),
  city: nullable(text),
  state: nullable(text),
  zip: nullable(text),
  country: nullable(text),
  phone: nullable(text),
  email: nullable(text),
});

const voiceSettingsView = view<VoiceSettings>('VoiceSettings', {
  voiceId: named('voice_id', nullable(text)),
  stability: nullable(decimal),
  similarityBoost: named('similarity_boost', nullable(decimal)),
});

const languageSettingsView = view<LanguageSettings>('LanguageSettings', {
  languageCode: named('language_code', nullable(text)),
});

const priceInputsView = view<PriceInputs>('PriceInputs', {
  roofSquares: named('roof_squares', nullable(decimal)),
  systemSizeKw: named('system_size_kw', nullable(decimal)),
});

const presentationSlideView = view<PresentationSlide>('PresentationSlide', {
  ...slideFields,
  sourceSlideId: id,
  language: nullable(text),
  timing: nullable(oneOf(SlideTiming)),
  spokenBy: nullable(text),
});

const presentationFaqView = view<PresentationFaq>('PresentationFAQ', {
  id,
  sourceFaqId: id,
  userQuestion: text,
  cannedAnswer: text,
  relatedSlideId: nullable(text),
  audioUrl: nullable(text),
  wordTimings: list(nested(wordTimingView)),
  language: text,
});

const priceLineView = view<PriceLine>('PriceLine', {
  label: text,
  quantity: nullable(text),
  unit: nullable(text),
  rate: nullable(text),
  amount: text,
  amountText: nullable(text),
});

export const tierPriceView = view<TierPrice>('TierPrice', {
  tier: oneOf(PricingTier),
  name: text,
  status: oneOf(TierPriceStatus),
  missing: list(text),
  total: nullable(text),
  totalText: nullable(text),
  tax: nullable(text),
  deposit: nullable(text),
  depositText: nullable(text),
  currency: text,
  lines: list(nested(priceLineView)),
});

const offerView = view<PricingOffer>('PricingOffer', {
  slideId: id,
  title: nullable(text),
  selectedTier: nullable(oneOf(PricingTier)),
  tiers: list(nested(tierPriceView)),
  isAgreed: flag,
});

interface ShownPricing extends PresentationPricing {
  readonly offers: readonly PricingOffer[];
}

const shownPricingView = view<ShownPricing>('PresentationPricing', {
  slideId: nullable(id),
  selectedTier: nullable(oneOf(PricingTier)),
  tiers: list(nested(tierPriceView)),
  offers: list(nested(offerView)),
});

const pricingView: View<PresentationPricing> = {
  ...shownPricingView,
  write: (pricing) => shownPricingView.write({ ...pricing, offers: offersOf(pricing) }),
};

const warningView = view<PresentationWarning>('PresentationWarning', {
  code: text,
  detail: text,
  slideId: nullable(id),
  faqId: nullable(id),
});

const partFields = { slides: list(nested(presentationSlideView)), faqs: list(nested(presentationFaqView)) };
const priceFields = { pricing: nested(pricingView), warnings: list(nested(warningView)) };

const previewView = view<PresentationPreview>('PresentationPreview', { ...partFields, ...priceFields });

const narrationFailureView = view<NarrationFailure>('NarrationFailure', {
  slideId: id,
  code: text,
  detail: text,
  retryable: flag,
});

const narrationView = view<Narration>('Narration', {
  done: integer,
  total: integer,
  failure: nullable(nested(narrationFailureView)),
  failures: list(nested(narrationFailureView)),
});

/** Older rows have no list of failures. */
const narrationField = {
  ...nested(narrationView),
  write: (value: unknown) => {
    const narration = value as NarrationState;
    return narrationView.write({ ...narration, failures: failuresOf(narration) });
  },
};

const recordFields = {
  id,
  deckId: id,
  status: oneOf(PresentationStatus),
  homeowner: nested(homeownerView),
  voiceSettings: named('voice_settings', nullable(nested(voiceSettingsView))),
  languageSettings: named('language_settings', nullable(nested(languageSettingsView))),
  priceInputs: named('price_inputs', nullable(nested(priceInputsView))),
  timeZone: text,
  measurementStrategy: named('measurement_strategy', oneOf(MeasurementStrategy)),
  slideCount: integer,
  ...priceFields,
  narration: nullable(narrationField),
  billedCharacters: integer,
  reusedCharacters: integer,
  playerUrl: nullable(text),
  createdAt: time,
  updatedAt: time,
};

/** What lists show: all but the slides and FAQs, which make nearly all of a presentation. */
const summaryView = view<Presentation>('PresentationSummary', recordFields);

export const presentationView = view<WholePresentation>('Presentation', { ...recordFields, ...partFields });

const creationView = view<PresentationCreation>('PresentationCreation', {
  id: named('presentationId', nullable(id)),
  problem: nullable(problem),
});

const tag = 'Presentations';

export function presentationRoutes(presentations: PresentationService): Route[] {
  return [
    route({
      tag,
      extension: false,
      method: 'POST',
      path: '/api/decks/{deckId}/presentations',
      operationId: 'createPresentation',
      summary: 'Create a presentation for a homeowner',
      body: CreatePresentationInput,
      waits: true,
      responses: { 201: created(wrapped('presentation', presentationView, 'The new presentation.')) },
      errors: ['NOT_FOUND', 'UNPROCESSABLE'],
      description: `With \`Prefer: wait=10\` the answer waits so many seconds, at most ${maxWaitSeconds}, for the slides to be spoken.`,
      handle: async ({ scope, path, body, waitSeconds }) => {
        const begun = await presentations.create(scope, path('deckId'), body);
        const presentation = await presentations.finished(scope, begun, waitSeconds);
        const { headers, ...made } = answer(presentation);
        return { ...made, status: 201, headers: { ...headers, Location: `/api/presentations/${presentation.id}` } };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'POST',
      path: '/api/decks/{deckId}/presentations/bulk',
      operationId: 'createPresentations',
      summary: 'Create presentations for up to 200 homeowners',
      description:
        'Each is made by itself: the answer is 200 whatever becomes of them, with one result for each input.',
      body: CreatePresentationsInput,
      responses: { 200: wrappedList('results', creationView, 'In the order of the inputs.') },
      errors: ['NOT_FOUND', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body }) => {
        const inputs = body.inputs.map((input) => attempt(() => readInput(CreatePresentationInput, input)));
        const results = await presentations.createMany(scope, path('deckId'), inputs);
        return { body: { results: results.map(creationView.write) } };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'POST',
      path: '/api/decks/{deckId}/presentations/preview',
      operationId: 'previewPresentation',
      summary: 'See what a presentation would be, without making it',
      description:
        'Checks, personalises and prices as creation does. An Idempotency-Key has no effect: nothing is stored.',
      body: CreatePresentationInput,
      isRead: true,
      responses: { 200: wrapped('preview', previewView, 'What would be made.') },
      errors: ['NOT_FOUND', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body }) => {
        const preview = await presentations.preview(scope, path('deckId'), body);
        return { body: { preview: previewView.write(preview) } };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'GET',
      path: '/api/presentations/{presentationId}',
      operationId: 'getPresentation',
      summary: 'Read a presentation',
      description: 'Its texts and prices are those of the deck when it was made.',
      responses: { 200: versioned(wrapped('presentation', presentationView, 'The presentation.')) },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, path }) => answer(await readWholePresentation(scope, path('presentationId'))),
    }),
    route({
      tag,
      extension: true,
      method: 'GET',
      path: '/api/decks/{deckId}/presentations',
      operationId: 'listPresentations',
      summary: 'List the presentations of a deck, newest first',
      description: 'Pages follow the Link header. Slides and FAQs are left out: getPresentation, or GraphQL, has them.',
      query: pageQuery,
      responses: { 200: wrappedList('presentations', summaryView, 'A page of presentations.') },
      errors: ['NOT_FOUND'],
      handle: async (request) => {
        const page = await listPresentations(request.scope, request.path('deckId'), pageRequest(request));
        return listAnswer('presentations', summaryView, page);
      },
    }),
    route({
      tag,
      extension: true,
      method: 'PUT',
      path: '/api/presentations/{presentationId}/tier',
      operationId: 'selectTier',
      patchId: 'patchTier',
      summary: 'Note the tier that the homeowner chose',
      description: 'Once a contract for another tier is signed, its tier stays.',
      body: SelectTierInput,
      responses: { 200: versioned(wrapped('presentation', presentationView, 'The presentation as it is now.')) },
      errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body, ifVersion }) =>
        answer(
          await withParts(scope.em, await presentations.selectTier(scope, path('presentationId'), body, ifVersion)),
        ),
    }),
    route({
      tag,
      extension: true,
      method: 'POST',
      path: '/api/presentations/{presentationId}/narrate',
      operationId: 'narratePresentation',
      summary: 'Speak the slides once more that could not be spoken',
      description: 'What is spoken already stays as it is.',
      responses: { 200: versioned(wrapped('presentation', presentationView, 'The presentation as it is now.')) },
      errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, ifVersion }) =>
        answer(await presentations.narrateAgain(scope, path('presentationId'), ifVersion)),
    }),
  ];
}

function answer(presentation: WholePresentation): RouteAnswer {
  return { body: { presentation: presentationView.write(presentation) }, headers: etag(presentation) };
}
