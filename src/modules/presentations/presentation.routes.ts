import { listAnswer, pageQuery, pageRequest } from '../../http/paging.ts';
import { etag, type Route, type RouteAnswer, route, wrapped, wrappedList } from '../../http/route.ts';
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
  view,
} from '../../http/view.ts';
import { attempt, readInput } from '../../input/validate.ts';
import { PricingTier } from '../slides/slide.entity.ts';
import { slideFields, wordTimingView } from '../slides/slide.routes.ts';
import type { PresentationCreation } from './presentation.creation.ts';
import {
  type Homeowner,
  type LanguageSettings,
  MeasurementStrategy,
  type Narration,
  type NarrationFailure,
  type Presentation,
  PresentationStatus,
  type PriceInputs,
  type VoiceSettings,
} from './presentation.entity.ts';
import { CreatePresentationInput, CreatePresentationsInput, SelectTierInput } from './presentation.inputs.ts';
import { listPresentations, readPresentation } from './presentation.reader.ts';
import { maxWaitSeconds, type PresentationService } from './presentation.service.ts';
import {
  type PresentationFaq,
  type PresentationPreview,
  type PresentationPricing,
  type PresentationSlide,
  type PresentationWarning,
  type PriceLine,
  SlideTiming,
  type TierPrice,
  TierPriceStatus,
} from './presentation.snapshot.ts';

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
  language: nullable(text),
  timing: nullable(oneOf(SlideTiming)),
  spokenBy: nullable(text),
});

const presentationFaqView = view<PresentationFaq>('PresentationFAQ', {
  id,
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
  currency: text,
  lines: list(nested(priceLineView)),
});

const pricingView = view<PresentationPricing>('PresentationPricing', {
  slideId: nullable(id),
  selectedTier: nullable(oneOf(PricingTier)),
  tiers: list(nested(tierPriceView)),
});

const warningView = view<PresentationWarning>('PresentationWarning', {
  code: text,
  detail: text,
  slideId: nullable(id),
  faqId: nullable(id),
});

const copyFields = {
  slides: list(nested(presentationSlideView)),
  faqs: list(nested(presentationFaqView)),
  pricing: nested(pricingView),
  warnings: list(nested(warningView)),
};

const previewView = view<PresentationPreview>('PresentationPreview', copyFields);

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
});

const presentationView = view<Presentation>('Presentation', {
  id,
  deckId: id,
  status: oneOf(PresentationStatus),
  homeowner: nested(homeownerView),
  voiceSettings: named('voice_settings', nullable(nested(voiceSettingsView))),
  languageSettings: named('language_settings', nullable(nested(languageSettingsView))),
  priceInputs: named('price_inputs', nullable(nested(priceInputsView))),
  measurementStrategy: named('measurement_strategy', oneOf(MeasurementStrategy)),
  ...copyFields,
  narration: nullable(nested(narrationView)),
  billedCharacters: integer,
  reusedCharacters: integer,
  playerUrl: nullable(text),
  createdAt: time,
  updatedAt: time,
});

const creationView = view<PresentationCreation>('PresentationCreation', {
  id: nullable(id),
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
      summary: 'Create a presentation for a homeowner',
      body: CreatePresentationInput,
      takesIdempotencyKey: true,
      answers: { 201: wrapped('presentation', presentationView, 'The new presentation.') },
      refuses: ['NOT_FOUND', 'UNPROCESSABLE'],
      description: `With \`Prefer: wait=10\` the answer waits so many seconds, at most ${maxWaitSeconds}, for the slides to be spoken.`,
      handle: async ({ scope, path, body, idempotencyKey, waitSeconds }) => {
        const created = await presentations.create(scope, path('deckId'), body, idempotencyKey);
        const presentation = await presentations.finished(scope, created, waitSeconds);
        const { headers, ...made } = answer(presentation);
        return { ...made, status: 201, headers: { ...headers, Location: `/api/presentations/${presentation.id}` } };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'POST',
      path: '/api/decks/{deckId}/presentations/bulk',
      summary: 'Create presentations for up to 200 homeowners',
      description:
        'Each is made by itself: the answer is 200 whatever becomes of them, with one result for each input.',
      body: CreatePresentationsInput,
      takesIdempotencyKey: true,
      answers: { 200: wrappedList('results', creationView, 'In the order of the inputs.') },
      refuses: ['NOT_FOUND', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body, idempotencyKey }) => {
        const inputs = body.inputs.map((input) => attempt(() => readInput(CreatePresentationInput, input)));
        const results = await presentations.createMany(scope, path('deckId'), inputs, idempotencyKey);
        return { body: { results: results.map(creationView.write) } };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'POST',
      path: '/api/decks/{deckId}/presentations/preview',
      summary: 'See what a presentation would be, without making it',
      body: CreatePresentationInput,
      answers: { 200: wrapped('preview', previewView, 'What would be made.') },
      refuses: ['NOT_FOUND', 'UNPROCESSABLE'],
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
      summary: 'Read a presentation',
      answers: { 200: wrapped('presentation', presentationView, 'The presentation.') },
      refuses: ['NOT_FOUND'],
      handle: async ({ scope, path }) => answer(await readPresentation(scope, path('presentationId'))),
    }),
    route({
      tag,
      extension: true,
      method: 'GET',
      path: '/api/decks/{deckId}/presentations',
      summary: 'List the presentations of a deck, newest first',
      query: pageQuery,
      answers: { 200: wrappedList('presentations', presentationView, 'A page of presentations.') },
      refuses: ['NOT_FOUND'],
      handle: async (request) => {
        const page = await listPresentations(request.scope, request.path('deckId'), pageRequest(request));
        return listAnswer('presentations', presentationView, page);
      },
    }),
    route({
      tag,
      extension: true,
      method: 'PUT',
      path: '/api/presentations/{presentationId}/tier',
      summary: 'Note the tier that the homeowner chose',
      body: SelectTierInput,
      answers: { 200: wrapped('presentation', presentationView, 'The presentation as it is now.') },
      refuses: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body, ifVersion }) =>
        answer(await presentations.selectTier(scope, path('presentationId'), body, ifVersion)),
    }),
    route({
      tag,
      extension: true,
      method: 'POST',
      path: '/api/presentations/{presentationId}/narrate',
      summary: 'Speak the slides once more that could not be spoken',
      answers: { 200: wrapped('presentation', presentationView, 'The presentation as it is now.') },
      refuses: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, ifVersion }) =>
        answer(await presentations.narrateAgain(scope, path('presentationId'), ifVersion)),
    }),
  ];
}

function answer(presentation: Presentation): RouteAnswer {
  return { body: { presentation: presentationView.write(presentation) }, headers: etag(presentation) };
}
