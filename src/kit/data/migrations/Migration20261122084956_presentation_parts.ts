import { Migration } from '@mikro-orm/migrations';

/**
 * The slides and FAQs of a presentation have been lists in its row, and what is still to be said a list in its
 * narration. They become rows of their own; a script stands with its slide.
 */
export class Migration20261122084956_presentation_parts extends Migration {
  override name = 'Migration20261122084956_presentation_parts';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "presentation_faq" ("id" uuid not null, "source_faq_id" uuid not null, "user_question" text not null, "canned_answer" text not null, "related_slide_id" text null, "audio_url" text null, "word_timings" jsonb not null, "language" text not null, "presentation_id" uuid not null, "position" int not null, primary key ("id"));`,
    );
    this.addSql(
      `create table "presentation_slide" ("id" uuid not null, "source_slide_id" uuid not null, "slide_id" text not null, "title" text not null, "bullets" jsonb not null, "narration_script" text not null, "slide_context" text null, "audio_url" text null, "hero_img" text null, "word_timings" jsonb not null, "order_index" int not null, "slide_type" text not null, "product_data" jsonb null, "language" text null, "timing" text null, "spoken_by" text null, "presentation_id" uuid not null, "position" int not null, "script" jsonb null, primary key ("id"));`,
    );

    this
      .addSql(`insert into "presentation_slide" (${names(slideFields)}, presentation_id, "position", script) select ${values(slideFields)}, presentation.id, place - 1, script
      from presentation cross join jsonb_array_elements(slides) with ordinality as parts(part, place)
      cross join jsonb_to_record(part) as fields(${types(slideFields)})
      left join (select presentation.id as of, item->>'id' as slide, item - 'id' as script
        from presentation cross join jsonb_array_elements(narration->'scripts') as item) as scripts on of = presentation.id and slide = part->>'id';`);
    this
      .addSql(`insert into "presentation_faq" (${names(faqFields)}, presentation_id, "position") select ${values(faqFields)}, presentation.id, place - 1
      from presentation cross join jsonb_array_elements(faqs) with ordinality as parts(part, place)
      cross join jsonb_to_record(part) as fields(${types(faqFields)});`);

    this.addSql(
      `alter table "presentation_faq" add constraint "presentation_faq_presentation_id_position_unique" unique ("presentation_id", "position");`,
    );
    this.addSql(
      `alter table "presentation_slide" add constraint "presentation_slide_presentation_id_position_unique" unique ("presentation_id", "position");`,
    );
    this.addSql(
      `alter table "presentation_faq" add constraint "presentation_faq_presentation_id_foreign" foreign key ("presentation_id") references "presentation" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "presentation_slide" add constraint "presentation_slide_presentation_id_foreign" foreign key ("presentation_id") references "presentation" ("id") on delete cascade;`,
    );

    this.addSql(`drop index "presentation_part_ids";`);
    this.addSql(`alter table "presentation" add "slide_count" int not null default 0;`);
    this.addSql(
      `update "presentation" set slide_count = jsonb_array_length(slides), narration = narration - 'scripts';`,
    );
    this.addSql(
      `alter table "presentation" alter column "slide_count" drop default, drop column "faqs", drop column "slides";`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(
      `alter table "presentation" drop column "slide_count", add "faqs" jsonb not null default '[]', add "slides" jsonb not null default '[]';`,
    );
    this
      .addSql(`update "presentation" set slides = ${list('presentation_slide', object(slideFields))}, faqs = ${list('presentation_faq', object(faqFields))},
      narration = narration || jsonb_build_object('scripts', ${list('presentation_slide', `script || jsonb_build_object('id', id)`, 'and script is not null')});`);
    this.addSql(`alter table "presentation" alter column "slides" drop default;`);
    this.addSql(`drop table if exists "presentation_faq" cascade;`);
    this.addSql(`drop table if exists "presentation_slide" cascade;`);
    this.addSql(
      `create index "presentation_part_ids" on "presentation" using gin ((jsonb_path_query_array(slides, '\$[*].id') || jsonb_path_query_array(faqs, '\$[*].id')));`,
    );
  }
}

/** Members of the lists: their column, its type, and what stands for one that an older version left out. */
type Fields = Readonly<Record<string, readonly [column: string, type: string, otherwise?: string]>>;

const slideFields: Fields = {
  id: ['id', 'uuid'],
  sourceSlideId: ['source_slide_id', 'uuid'],
  slideId: ['slide_id', 'text'],
  title: ['title', 'text', `''`],
  bullets: ['bullets', 'jsonb', `'[]'`],
  narrationScript: ['narration_script', 'text', `''`],
  slideContext: ['slide_context', 'text'],
  audioUrl: ['audio_url', 'text'],
  heroImg: ['hero_img', 'text'],
  wordTimings: ['word_timings', 'jsonb', `'[]'`],
  orderIndex: ['order_index', 'int', 'place - 1'],
  slideType: ['slide_type', 'text', `'standard'`],
  productData: ['product_data', 'jsonb'],
  language: ['language', 'text'],
  timing: ['timing', 'text'],
  spokenBy: ['spoken_by', 'text'],
};

const faqFields: Fields = {
  id: ['id', 'uuid'],
  sourceFaqId: ['source_faq_id', 'uuid'],
  userQuestion: ['user_question', 'text', `''`],
  cannedAnswer: ['canned_answer', 'text', `''`],
  relatedSlideId: ['related_slide_id', 'text'],
  audioUrl: ['audio_url', 'text'],
  wordTimings: ['word_timings', 'jsonb', `'[]'`],
  language: ['language', 'text', `coalesce(language_settings->>'languageCode', 'en')`],
};

function names(fields: Fields): string {
  return Object.values(fields)
    .map(([column]) => column)
    .join(', ');
}

function types(fields: Fields): string {
  return Object.entries(fields)
    .map(([member, [, type]]) => `"${member}" ${type}`)
    .join(', ');
}

function values(fields: Fields): string {
  return Object.entries(fields)
    .map(([member, [, , otherwise]]) =>
      otherwise === undefined ? `fields."${member}"` : `coalesce(fields."${member}", ${otherwise})`,
    )
    .join(', ');
}

function object(fields: Fields): string {
  return `jsonb_build_object(${Object.entries(fields)
    .map(([member, [column]]) => `'${member}', ${column}`)
    .join(', ')})`;
}

function list(table: string, item: string, condition = ''): string {
  return `(select coalesce(jsonb_agg(${item} order by "position"), '[]') from "${table}" where presentation_id = "presentation".id ${condition})`;
}
