import type { components } from '../../../openapi.d.ts';

/** The schemas of openapi.json by their names. */
export type Schemas = components['schemas'];

/** Some properties are absent in what a device has kept from an older server. */
type Since<T, Newer extends keyof T> = Omit<T, Newer> & Partial<Pick<T, Newer>>;

/** The page gives each property of what it sends. */
type Whole<T> = { readonly [Key in keyof T]-?: NonNullable<T[Key]> };

/** When one word is spoken, in seconds. */
export type WordTiming = Schemas['WordTiming'];
/** A slide of the presentation. */
export type Slide = Schemas['GuestSlide'];
/** A question with its prepared answer. */
export type Faq = Schemas['GuestFaq'];
/** One step of a price. With a unit, `quantity` × `rate` is the amount. */
export type PriceLine = Schemas['PriceLine'];
/** The price of one tier, and the steps that add up to it. */
export type Tier = Since<Schemas['GuestTier'], 'tagline' | 'features'>;
export type TierKey = Tier['tier'];
/** What may be added to some tiers of an offer, with its price before tax. */
export type AddOn = Schemas['AddOnPrice'];
/** What one tier costs by the month. */
export type Payments = Schemas['FinancingPayments'];
/** A way to pay by the month. */
export type FinancingPlan = Schemas['FinancingPlan'];

export interface Offer extends Since<Omit<Schemas['GuestOffer'], 'tiers'>, 'suggestedTier'> {
  readonly tiers: readonly Tier[];
}

/** What the page looks like. */
export type Brand = Schemas['Brand'];

/** All that the page shows, but for contracts. */
export interface Presentation extends Omit<Schemas['GuestPresentation'], 'offers'> {
  readonly offers: readonly Offer[];
}

/** What has changed since the event before: fields, and elements of lists, by their JSON Pointers. */
export type Changes = Schemas['GuestPresentationChanges'];
/** Where the presenter is, while somebody presents. */
export type Position = Schemas['PresenterPosition'];

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
export type Drawing = Schemas['SignatureDrawing'];

/** A contract as its signer sees it. `canRescind` is by the clock of the server, which is asked where it is absent. */
export interface Contract extends Since<Omit<Schemas['GuestContract'], 'document' | 'notice'>, 'canRescind'> {
  readonly document: ContractDocument;
  readonly notice: CancellationNotice | null;
}

export type Signer = Contract['missingSigners'][number];
/** A FAQ that answers what was typed. */
export type FaqMatch = Schemas['GuestFaqMatch'];
/** What this browser has viewed of a slide, in all visits. */
export type SlideEngagement = Whole<Schemas['SlideEngagementInput']>;
/** What this browser has viewed by its link. All numbers are sums. */
export type EngagementReport = Schemas['RecordGuestEngagementInput'];
/** What a signature says. */
export type Signature = Required<Omit<Schemas['SignContractInput'], 'consent'>>;
