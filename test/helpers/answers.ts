/** The documented shapes of REST answers, as a client in TypeScript would write them down. */
export interface DeckAnswer {
  id: string;
  name: string;
  description: string | null;
  brandName: string | null;
  currency: string;
  defaultLanguage: string;
  variables: Record<string, string | number>;
  createdAt: string;
  updatedAt: string;
}

export interface WordTimingAnswer {
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
  wordTimings: WordTimingAnswer[];
  createdAt: string;
  updatedAt: string;
}

export interface TierPriceAnswer {
  tier: 'good' | 'better' | 'best';
  name: string;
  status: 'priced' | 'needs_input' | 'no_price';
  missing: string[];
  total: string | null;
  totalText: string | null;
  currency: string;
  lines: {
    label: string;
    quantity: string | null;
    unit: string | null;
    rate: string | null;
    amount: string;
    amountText: string | null;
  }[];
}

export interface PresentationFaqAnswer {
  id: string;
  userQuestion: string;
  cannedAnswer: string;
  relatedSlideId: string | null;
  audioUrl: string | null;
  wordTimings: WordTimingAnswer[];
  language: string;
}

export interface PresentationAnswer {
  id: string;
  deckId: string;
  status: string;
  homeowner: Record<string, string | null>;
  voice_settings: Record<string, unknown> | null;
  language_settings: Record<string, unknown> | null;
  price_inputs: Record<string, number | null> | null;
  measurement_strategy: string;
  slides: (SlideAnswer & { language: string | null; timing: string | null; spokenBy: string | null })[];
  narration: { done: number; total: number; failure: { code: string; retryable: boolean } | null } | null;
  billedCharacters: number;
  reusedCharacters: number;
  faqs: PresentationFaqAnswer[];
  pricing: { slideId: string | null; selectedTier: string | null; tiers: TierPriceAnswer[] };
  warnings: { code: string; detail: string; slideId: string | null; faqId: string | null }[];
  playerUrl: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface ContractAnswer {
  id: string;
  presentationId: string;
  deckId: string;
  status: 'draft' | 'sent' | 'viewed' | 'signed' | 'declined' | 'canceled' | 'expired';
  expiresAt: string | null;
  document: {
    expiresAt: string | null;
    seller: string;
    homeowner: Record<string, string | null>;
    tiers: { tier: string; name: string; total: string; lines: object[] }[];
    disclaimer: string | null;
    consent: string;
  } & Record<string, unknown>;
  documentHash: string;
  tier: 'good' | 'better' | 'best' | null;
  total: string | null;
  currency: string | null;
  signerName: string | null;
  signedAt: string | null;
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
