import { Migration } from '@mikro-orm/migrations';

export class Migration20261120151606_contract extends Migration {
  override name = 'Migration20261120151606_contract';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "contract" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "version" int not null default 1, "presentation_id" uuid not null, "bound_to_presentation_id" uuid null, "deck_id" uuid not null, "status" text not null default 'draft', "expires_at" timestamptz(3) null, "decline_reason" text null, "tier" text null, "total" text null, "currency" text null, "signer_name" text null, "signed_at" timestamptz(3) null, "signer_ip" text null, "signer_user_agent" text null, "document" jsonb null, "document_hash" text null, primary key ("id"));`,
    );
    this.addSql(`create index "contract_bound_to_presentation_id_index" on "contract" ("bound_to_presentation_id");`);
    this.addSql(
      `create index "contract_presentation_id_created_at_id_index" on "contract" ("presentation_id", "created_at", "id");`,
    );
    this.addSql(
      `create unique index "contract_one_that_counts" on "contract" ("presentation_id") where status in ('draft', 'sent', 'viewed', 'signed');`,
    );

    this.addSql(
      `alter table "contract" add constraint "contract_bound_to_presentation_id_foreign" foreign key ("bound_to_presentation_id") references "presentation" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "contract" cascade;`);
  }
}
