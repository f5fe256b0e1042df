import { listAnswer, pageQuery, pageRequest } from '../../http/paging.ts';
import { etag, type Route, route, wrapped, wrappedList } from '../../http/route.ts';
import { decimal, id, list, named, nested, nullable, oneOf, text, time, view } from '../../http/view.ts';
import { PricingTier } from '../slides/slide.entity.ts';
import { slideFields } from '../slides/slide.routes.ts';
import {
  type Homeowner,
  type LanguageSettings,
  MeasurementStrategy,
  type Presentation,
  PresentationStatus,
  type PriceInputs,
  type VoiceSettings,
} from './presentation.entity.ts';
import { CreatePresentationInput } from './presentation.inputs.ts';
import { listPresentations, readPresentation } from './presentation.reader.ts';
import type { PresentationService } from './presentation.service.ts';
import {
  type PresentationPricing,
  type PresentationSlide,
  type PresentationWarning,
  type PriceLine,
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

const presentationSlideView = view<PresentationSlide>('PresentationSlide', slideFields);

const priceLineView = view<PriceLine>('PriceLine', {
  label: text,
  quantity: nullable(text),
  unit: nullable(text),
  rate: nullable(text),
  amount: text,
});

const tierPriceView = view<TierPrice>('TierPrice', {
  tier: oneOf(PricingTier),
  name: text,
  status: oneOf(TierPriceStatus),
  missing: list(text),
  total: nullable(text),
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
  slides: list(nested(presentationSlideView)),
  pricing: nested(pricingView),
  warnings: list(nested(warningView)),
  playerUrl: nullable(text),
  createdAt: time,
  updatedAt: time,
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
      answers: { 201: wrapped('presentation', presentationView, 'The new presentation.') },
      refuses: ['NOT_FOUND'],
      handle: async ({ scope, path, body }) => {
        const presentation = await presentations.create(scope, path('deckId'), body);
        const headers = { Location: `/api/presentations/${presentation.id}`, ...etag(presentation) };
        return { status: 201, body: { presentation: presentationView.write(presentation) }, headers };
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
      handle: async ({ scope, path }) => {
        const presentation = await readPresentation(scope, path('presentationId'));
        return { body: { presentation: presentationView.write(presentation) }, headers: etag(presentation) };
      },
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
  ];
}
