import { Migration } from '@mikro-orm/migrations';

interface Line {
  readonly amount: string;
  readonly amountText?: string | null;
}

interface Tier {
  readonly tier: string;
  readonly tagline?: string | null;
  readonly currency?: string;
  readonly total: string | null;
  readonly deposit?: string | null;
  readonly lines?: readonly Line[];
}

interface Offer {
  readonly sourceSlideId: string;
  readonly tiers: readonly Tier[];
}

interface Row {
  readonly id: string;
  readonly language: string;
  /** Of the deck: tiers of the first versions have none. */
  readonly currency: string;
  readonly pricing: { readonly offers: readonly Offer[] };
  /** The offers of its slides, by `sourceSlideId`; null without any. */
  readonly products: Readonly<Record<string, Product>> | null;
}

/** What the author wrote of each tier. */
type Product = Readonly<Record<string, { readonly tagline?: unknown; readonly features?: unknown } | undefined>>;

/** Presentations that are read at a time. */
const batchSize = 200;

/** Tables whose rows are spoken. */
const spokenTables = ['presentation_slide', 'presentation_faq'];

/**
 * Gives presentations of earlier versions what those of today have: amounts as text, features, and where the times, the
 * length and the language of spoken texts come from. Documents of contracts stay as they are.
 */
export class Migration20261126144500_whole_presentations extends Migration {
  override name = 'Migration20261126144500_whole_presentations';

  override async up(): Promise<void> {
    for (let rows = await this.#rowsBehind(null); rows.length > 0; rows = await this.#rowsBehind(rows.at(-1)?.id)) {
      for (const { id, language, currency, pricing, products } of rows) {
        const write = amountWriter(language);
        const offers = pricing.offers.map((offer) => {
          const product = products?.[offer.sourceSlideId];
          return { ...offer, tiers: offer.tiers.map((tier) => wholeTier({ currency, ...tier }, product, write)) };
        });
        const whole = JSON.stringify({ ...pricing, offers });
        await this.execute(`update "presentation" set "pricing" = ?::jsonb where "id" = ?`, [whole, id]);
      }
    }
    for (const table of spokenTables) {
      this.addSql(`update "${table}" set "timing" = case when "script" is not null and "script" <> 'null'::jsonb then 'pending'
        when "audio_url" is null then 'estimated' when "spoken_by" is null then 'recorded' else 'spoken' end where "timing" is null;`);
      this.addSql(`update "${table}" set "duration_seconds" = ("word_timings"->-1->>'endTime')::double precision
        where "duration_seconds" is null and "spoken_by" is not null;`);
      this.addSql(`alter table "${table}" alter column "timing" set not null;`);
    }
    // Before slides had a language, all were in that of their deck.
    this.addSql(`update "presentation_slide" set "language" = "deck"."default_language"
      from "presentation" join "deck" on "deck"."id" = "presentation"."deck_id"
      where "presentation"."id" = "presentation_slide"."presentation_id" and "presentation_slide"."language" is null;`);
    this.addSql(`alter table "presentation_slide" alter column "language" set not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "presentation_slide" alter column "language" drop not null;`);
    for (const table of spokenTables) this.addSql(`alter table "${table}" alter column "timing" drop not null;`);
  }

  /** Presentations of which a tier lacks what it has today, in the order of their ids. */
  async #rowsBehind(id: string | null | undefined): Promise<Row[]> {
    const rows: unknown = await this.execute(
      `select "presentation"."id", "pricing", "currency", coalesce("language_settings"->>'languageCode', "default_language") as "language",
        (select jsonb_object_agg("source_slide_id", "product_data") from "presentation_slide"
          where "presentation_id" = "presentation"."id" and "product_data" is not null) as "products"
        from "presentation" join "deck" on "deck"."id" = "deck_id"
        where "presentation"."id" > ? and exists (
          select from jsonb_array_elements("pricing"->'offers') as offer, jsonb_array_elements(offer->'tiers') as tier
          where tier->'totalText' is null or tier->'features' is null or tier->'depositText' is null)
        order by "presentation"."id" limit ${batchSize}`,
      [id ?? '00000000-0000-0000-0000-000000000000'],
    );
    return rows as Row[];
  }
}

function wholeTier(
  tier: Tier & { readonly currency: string },
  product: Product | undefined,
  write: (amount: string, currency: string) => string,
): object {
  const { currency, total, deposit = null, lines = [] } = tier;
  const { tagline, features } = product?.[tier.tier] ?? {};
  return {
    tagline: (typeof tagline === 'string' && tagline.trim()) || null,
    features: Array.isArray(features) ? features.filter((one) => typeof one === 'string' && one.trim() !== '') : [],
    totalText: total === null ? null : write(total, currency),
    depositText: deposit === null ? null : write(deposit, currency),
    ...tier,
    lines: lines.map((line) => ({ amountText: write(line.amount, currency), ...line })),
  };
}

/** Writes amounts in a language; in English where that is none that this process knows. */
function amountWriter(language: string): (amount: string, currency: string) => string {
  const [locale = 'en'] = Intl.NumberFormat.supportedLocalesOf([language]);
  return (amount, currency) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(
      Number(amount),
    );
}
