import { Migration } from '@mikro-orm/migrations';

/**
 * A contract names the pricing slide whose offer it is, and each offer may have one. Going back is refused by the index
 * while a presentation has contracts of several offers.
 */
export class Migration20261122051152_contract_offer extends Migration {
  override name = 'Migration20261122051152_contract_offer';

  override up(): void | Promise<void> {
    this.addSql(`drop index "contract_one_that_counts";`);
    this.addSql(`alter table "contract" add "slide_id" uuid null;`);
    this.addSql(
      `update "contract" set "slide_id" = ("presentation"."pricing"->>'slideId')::uuid from "presentation" where "presentation"."id" = "contract"."presentation_id";`,
    );
    this.addSql(
      `create unique index "contract_one_for_each_offer" on "contract" ("presentation_id", "slide_id") nulls not distinct where status in ('draft', 'sent', 'viewed', 'signed');`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "contract_one_for_each_offer";`);
    this.addSql(`alter table "contract" drop column "slide_id";`);
    this.addSql(
      `create unique index "contract_one_that_counts" on "contract" ("presentation_id") where status in ('draft', 'sent', 'viewed', 'signed');`,
    );
  }
}
