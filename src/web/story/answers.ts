/** When one word is spoken, in seconds. */
export interface WordTiming {
  readonly word: string;
  readonly startTime: number;
  readonly endTime: number;
}

/** A slide of the presentation. */
export interface Slide {
  readonly slideId: string;
  readonly sourceSlideId: string;
  readonly title: string;
  readonly bullets: readonly string[];
  readonly narrationScript: string;
  readonly heroImg: string | null;
  readonly audioUrl: string | null;
  readonly wordTimings: readonly WordTiming[];
  readonly language: string | null;
  readonly timing: 'recorded' | 'spoken' | 'estimated' | 'pending' | null;
}

/** A question with its prepared answer. */
export interface Faq {
  readonly userQuestion: string;
  readonly cannedAnswer: string;
  readonly relatedSlideId: string | null;
  readonly audioUrl: string | null;
  readonly wordTimings: readonly WordTiming[];
  readonly language: string;
  readonly timing: Slide['timing'];
}

/** The key of a tier. */
export type TierKey = 'good' | 'better' | 'best';

/** One step of a price. With a unit, `quantity` × `rate` is the amount. */
export interface PriceLine {
  readonly label: string;
  readonly quantity: string | null;
  readonly unit: 'square' | 'kW' | null;
  readonly rate: string | null;
  /** What the line is a percentage of; null for others. */
  readonly percentOf: string | null;
  /** The key of the add-on that it charges for; null for others. */
  readonly addOn: string | null;
  readonly amount: string;
}

/** The price of one tier, and the steps that add up to it. */
export interface Tier {
  readonly tier: TierKey;
  readonly name: string;
  /** Absent, as `features` are, in what a device has kept from an older server. */
  readonly tagline?: string | null;
  /** What it contains. */
  readonly features?: readonly string[];
  readonly total: string;
  readonly totalText: string | null;
  readonly tax: string | null;
  readonly deposit: string | null;
  readonly depositText: string | null;
  readonly currency: string;
  readonly lines: readonly PriceLine[];
}

/** What may be added to some tiers of an offer, with its price before tax. */
export interface AddOn extends Pick<PriceLine, 'label' | 'quantity' | 'unit' | 'rate' | 'amount'> {
  readonly key: string;
  readonly description: string | null;
  readonly amountText: string | null;
  readonly tiers: readonly TierKey[];
  readonly isSelected: boolean;
}

/** What one tier costs by the month. */
export interface Payments {
  readonly tier: TierKey;
  readonly financed: string;
  readonly monthly: string;
  readonly lastPayment: string;
  readonly totalPaid: string;
  readonly totalInterest: string;
}

/** A way to pay by the month. */
export interface FinancingPlan {
  readonly provider: string;
  readonly annualPercent: string;
  readonly months: number;
  readonly text: string | null;
  readonly payments: readonly Payments[];
}

/** The offer of one pricing slide. */
export interface Offer {
  readonly slideId: string;
  readonly title: string | null;
  readonly subtitle: string | null;
  readonly disclaimer: string | null;
  /** Null until somebody chooses. */
  readonly selectedTier: TierKey | null;
  /** Null where the deck suggests none; absent in what a device has kept from an older server. */
  readonly suggestedTier?: TierKey | null;
  readonly isAgreed: boolean;
  readonly tiers: readonly Tier[];
  readonly addOns: readonly AddOn[];
  readonly financing: readonly FinancingPlan[];
}

/** What the page looks like. */
export interface Brand {
  /** Such as #0b5d4b. */
  readonly color: string | null;
  /** Where the logo is. */
  readonly logo: string | null;
}

/** All that the page shows, but for contracts. */
export interface Presentation {
  readonly presentationId: string;
  readonly version: number;
  /** Names this state of it to the stream. */
  readonly stateTag: string;
  /** Changes with the contracts of the link; null while there is none. */
  readonly contractsTag: string | null;
  readonly status: 'narrating' | 'ready' | 'failed';
  readonly title: string;
  readonly brandName: string | null;
  readonly brand: Brand | null;
  readonly homeownerName: string;
  readonly language: string;
  readonly maySign: boolean;
  /** Whether the seller sees what is watched. */
  readonly isWatched: boolean;
  readonly slides: readonly Slide[];
  readonly faqs: readonly Faq[];
  readonly offers: readonly Offer[];
}

/** Where the presenter is, while somebody presents. */
export interface Lead {
  readonly isLed: boolean;
  readonly slide: number;
  readonly second: number;
  readonly isPlaying: boolean;
}

/** One tier of a contract, with the lines of its price. */
export interface ContractTier {
  readonly tier: TierKey;
  readonly name: string;
  readonly features?: readonly string[];
  readonly total: string;
  readonly tax?: string;
  readonly deposit?: string;
  readonly lines: readonly { readonly label: string; readonly addOn?: string | null; readonly amount: string }[];
}

/** The right to cancel what is signed. */
interface CancellationTerms {
  readonly seller: string;
  readonly address: string;
  readonly statement: string;
}

/** The form by which it is canceled. */
export interface CancellationNotice {
  readonly title: string;
  readonly dated: string;
  readonly paragraphs: readonly string[];
}

/** What is read before it is signed. */
export interface ContractDocument {
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly language: string;
  readonly timeZone?: string;
  readonly seller: string;
  readonly homeowner: Readonly<Record<string, string | null>>;
  readonly coSigner?: string;
  readonly currency: string;
  readonly offer?: string;
  readonly tiers: readonly ContractTier[];
  readonly financing?: readonly FinancingPlan[];
  readonly disclaimer: string | null;
  readonly consent: string;
  readonly cancellation?: CancellationTerms;
}

/** A signature that was drawn by hand: in each stroke x, y, x, y and so on. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly strokes: readonly (readonly number[])[];
}

/** Who signs a contract. */
export type Signer = 'homeowner' | 'co_signer';

/** A signature that a contract has. */
interface GivenSignature {
  readonly signer: Signer;
  readonly name: string | null;
  readonly tier: TierKey;
  readonly signedAt: string;
  readonly drawing: Drawing | null;
}

/** A contract as its signer sees it. */
export interface Contract {
  readonly contractId: string;
  readonly slideId: string | null;
  readonly status: 'sent' | 'viewed' | 'signed' | 'declined' | 'expired' | 'rescinded';
  readonly expiresAt: string | null;
  readonly document: ContractDocument;
  readonly documentHash: string;
  readonly signatures: readonly GivenSignature[];
  /** Who has still to sign. */
  readonly missingSigners: readonly Signer[];
  readonly tier: TierKey | null;
  readonly notice: CancellationNotice | null;
  readonly rescindableUntil: string | null;
  /** By the clock of the server; absent in what a device has kept from an older one, which is asked then. */
  readonly mayRescind?: boolean;
  readonly rescindedAt: string | null;
  readonly pdfUrl: string;
}

/** A FAQ that answers what was typed. */
export interface FaqMatch {
  /** Its index among the FAQs of the presentation. */
  readonly position: number;
}

/** What this browser has watched of a slide, in all visits. */
export interface WatchedSlide {
  readonly slideId: string;
  readonly seconds: number;
  readonly completed: boolean;
  readonly tiers: readonly TierKey[];
}

/** What this browser has watched by its link. All numbers are sums. */
export interface WatchReport {
  readonly browserId: string;
  readonly opens: number;
  readonly slides: readonly WatchedSlide[];
}

/** What a signature says. */
export interface Signature {
  readonly signer: Signer;
  readonly tier: TierKey;
  readonly signerName: string;
  readonly documentHash: string;
  readonly drawing: Drawing | null;
}
