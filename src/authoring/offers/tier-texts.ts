import { decimalText } from '../../engines/pricing/price-terms.ts';
import { isJsonObject } from '../../kit/core/index.ts';

/** What a tier says of itself beside its name and its prices. */
export interface TierTexts {
  readonly tagline: string | null;
  /** What it contains, one text for each thing. */
  readonly features: string[];
}

/** Reads the texts of a tier. Tiers are open objects: what is not a text is ignored. */
export function tierTexts(tier: unknown): TierTexts {
  const { tagline, features } = isJsonObject(tier) ? tier : {};
  return { tagline: decimalText(tagline), features: listedTexts(features) };
}

export function listedTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string' && one.trim() !== '') : [];
}
