/** The documented shapes of REST answers, as a client in TypeScript would write them down. */
export interface DeckAnswer {
  id: string;
  name: string;
  description: string | null;
  brandName: string | null;
  brand: { color: string | null; logo: string | null } | null;
  currency: string;
  defaultLanguage: string;
  timeZone: string | null;
  isWatched: boolean;
  variables: Record<string, string | number>;
  createdAt: string;
  updatedAt: string;
}

interface WordTimingAnswer {
  word: string;
  startTime: number;
  endTime: number;
}

export interface SlideAnswer {
  id: string;
  slideId: string;
  title: string;
  bullets: string[];
  narrationScript: string;
  slideContext: string | null;
  audioUrl: string | null;
  heroImg: string | null;
  wordTimings: WordTimingAnswer[];
  orderIndex: number;
  slideType: 'standard' | 'product_pricing_v1';
  productData: Record<string, unknown> | null;
}

export interface FaqAnswer {
  id: string;
  deckId: string;
  userQuestion: string;
  cannedAnswer: string;
  relatedSlideId: string | null;
  audioUrl: string | null;
  audioStale: boolean;
  wordTimings: WordTimingAnswer[];
  createdAt: string;
  updatedAt: string;
}

export interface TierPriceAnswer {
  tier: 'good' | 'better' | 'best';
  name: string;
  tagline: string | null;
  features: string[] | null;
  status: 'priced' | 'needs_input' | 'no_price';
  missing: string[];
  total: string | null;
  totalText: string | null;
  tax: string | null;
  deposit: string | null;
  depositText: string | null;
  currency: string;
  lines: {
    label: string;
    quantity: string | null;
    unit: string | null;
    rate: string | null;
    percent: string | null;
    percentOf: string | null;
    addOn: string | null;
    amount: string;
    amountText: string | null;
  }[];
}

interface PresentationFaqAnswer {
  id: string;
  sourceFaqId: string;
  userQuestion: string;
  cannedAnswer: string;
  relatedSlideId: string | null;
  audioUrl: string | null;
  wordTimings: WordTimingAnswer[];
  language: string;
  timing: string | null;
  spokenBy: string | null;
  durationSeconds: number | null;
}

interface OfferAnswer {
  slideId: string;
  title: string | null;
  selectedTier: string | null;
  suggestedTier: string | null;
  tiers: TierPriceAnswer[];
  isAgreed: boolean;
  addOns: { key: string; label: string; amount: string; amountText: string | null; isSelected: boolean }[];
  financing: { provider: string; payments: { tier: string; monthly: string }[] }[];
}

export interface PricingAnswer {
  slideId: string | null;
  selectedTier: string | null;
  suggestedTier: string | null;
  tiers: TierPriceAnswer[];
  offers: OfferAnswer[];
}

interface NarrationFailureAnswer {
  slideId: string;
  code: string;
  detail: string;
  retryable: boolean;
}

type FaqNarrationFailureAnswer = Omit<NarrationFailureAnswer, 'slideId'> & { faqId: string };

export interface PresentationAnswer {
  id: string;
  deckId: string;
  status: string;
  homeowner: Record<string, string | null>;
  voice_settings: Record<string, unknown> | null;
  language_settings: Record<string, unknown> | null;
  price_inputs: Record<string, number | null> | null;
  timeZone: string;
  measurement_strategy: string;
  slideCount: number;
  slides: (SlideAnswer & {
    sourceSlideId: string;
    language: string | null;
    timing: string | null;
    spokenBy: string | null;
    durationSeconds: number | null;
  })[];
  narration: {
    done: number;
    total: number;
    failure: NarrationFailureAnswer | null;
    failures: NarrationFailureAnswer[];
  } | null;
  faqNarration: {
    done: number;
    total: number;
    failure: FaqNarrationFailureAnswer | null;
    failures: FaqNarrationFailureAnswer[];
  } | null;
  billedCharacters: number | null;
  reusedCharacters: number | null;
  faqs: PresentationFaqAnswer[];
  pricing: PricingAnswer;
  warnings: { code: string; detail: string; slideId: string | null; faqId: string | null }[];
  playerUrl: string | null;
  createdAt: string;
  updatedAt: string;
}

/** A presentation in a list. */
export type PresentationSummaryAnswer = Omit<PresentationAnswer, 'slides' | 'faqs'>;

export interface ContractAnswer {
  id: string;
  presentationId: string;
  slideId: string | null;
  deckId: string;
  status: 'draft' | 'sent' | 'viewed' | 'signed' | 'declined' | 'canceled' | 'expired' | 'rescinded';
  expiresAt: string | null;
  warnings: { code: string; detail: string }[];
  document: {
    language: string;
    expiresAt: string | null;
    seller: string;
    homeowner: Record<string, string | null>;
    offer?: string;
    tiers: { tier: string; name: string; total: string; tax?: string; deposit?: string; lines: object[] }[];
    disclaimer: string | null;
    consent: string;
    cancellation?: { rule: string; days: number; seller: string; address: string; statement: string };
  } & Record<string, unknown>;
  documentHash: string;
  coSigner: string | null;
  signatures: {
    signer: 'homeowner' | 'co_signer';
    name: string | null;
    signedAt: string;
    documentHash: string;
    linkId: string | null;
  }[];
  missingSigners: ('homeowner' | 'co_signer')[];
  tier: 'good' | 'better' | 'best' | null;
  total: string | null;
  currency: string | null;
  signerName: string | null;
  signatureDrawing: { width: number; height: number; strokes: number[][] } | null;
  signedAt: string | null;
  notice: { signedOn: string; until: string; title: string; dated: string; paragraphs: string[] } | null;
  rescindableUntil: string | null;
  rescindedAt: string | null;
  signerIp: string | null;
  signerUserAgent: string | null;
  declineReason: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface SubscriptionAnswer {
  id: string;
  name: string;
  eventType: string;
  channel: 'webhook' | 'email' | 'console';
  channelConfig: Record<string, unknown>;
  deckId: string | null;
  isActive: boolean;
  createdAt: string;
  updatedAt: string;
}

export interface EventAnswer {
  id: string;
  type: string;
  timestamp: string;
  deckId: string | null;
  data: Record<string, unknown>;
  cursor: string;
}

export interface ProblemAnswer {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance?: string;
  code: string;
  requestId: string;
  errors: { pointer: string; code: string; detail: string }[];
  firstCursor?: string;
}
