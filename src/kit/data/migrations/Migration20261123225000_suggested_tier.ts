import { Migration } from '@mikro-orm/migrations';

/**
 * Offers have had the suggested tier as if it was selected. It gets a member of its own, `suggestedTier`, and
 * `selectedTier` is null until somebody selects. What was selected before is known by an event, by a signed contract,
 * or because the tier is another one than the suggested.
 */
export class Migration20261123225000_suggested_tier extends Migration {
  override name = 'Migration20261123225000_suggested_tier';

  override up(): void | Promise<void> {
    // Older events name no slide: they are about the first offer.
    this.addSql(`with "selection" as (
        select "presentation".id as presentation_id, coalesce(data->>'slideId', pricing->>'slideId') as slide_id
          from "event" join "presentation" on "presentation".id::text = data->>'id' where type = 'presentation.tier_selected'
        union select presentation_id, slide_id::text from "contract" where signed_at is not null)
      update "presentation" set pricing = ${eachOffer(told)}, version = version + 1 where pricing->>'slideId' is not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(
      `update "presentation" set pricing = ${eachOffer(untold)}, version = version + 1 where pricing->>'slideId' is not null;`,
    );
  }
}

/** Changes the first offer, which is `pricing` itself, and those in `further`. */
function eachOffer(changed: (offer: string) => string): string {
  const further = `(select jsonb_agg(${changed('offer')} order by place) from jsonb_array_elements(pricing->'further') with ordinality as offers(offer, place))`;
  return `${changed('pricing')} || case when pricing ? 'further' then jsonb_build_object('further', coalesce(${further}, '[]')) else '{}' end`;
}

function told(offer: string): string {
  const suggested = `(select product_data->>'defaultSelectedTier' from "presentation_slide"
    where presentation_id = "presentation".id and source_slide_id = (${offer}->>'slideId')::uuid
      and ${offer}->'tiers' @> jsonb_build_array(jsonb_build_object('tier', product_data->>'defaultSelectedTier')) limit 1)`;
  const isSelected = `(coalesce((${offer}->>'isAgreed')::boolean, false)
    or ${offer}->>'selectedTier' is distinct from coalesce(${suggested}, ${offer}->'tiers'->0->>'tier')
    or exists (select from "selection" where "selection".presentation_id = "presentation".id and "selection".slide_id = ${offer}->>'slideId'))`;
  return `(${offer} || jsonb_build_object('selectedTier', case when ${isSelected} then ${offer}->>'selectedTier' end, 'suggestedTier', ${suggested}))`;
}

/** What the version before selects where nothing is selected. */
function untold(offer: string): string {
  const standing = `coalesce(${offer}->>'selectedTier', ${offer}->>'suggestedTier', ${offer}->'tiers'->0->>'tier')`;
  return `(${offer} - 'suggestedTier' || jsonb_build_object('selectedTier', ${standing}))`;
}
