import { Migration } from '@mikro-orm/migrations';

/**
 * The slides and FAQs of a presentation have had the ids of those that they were made from, the same in every
 * presentation. They get ids of their own; what is still to be spoken names its slide by the new one.
 */
export class Migration20261122055500_presentation_part_ids extends Migration {
  override name = 'Migration20261122055500_presentation_part_ids';

  override up(): void | Promise<void> {
    this.addSql(
      `update "presentation" set slides = ${ownIds('slides', 'sourceSlideId')}, faqs = ${ownIds('faqs', 'sourceFaqId')};`,
    );
    this.addSql(renameScripts('sourceSlideId', 'id'));

    this.addSql(
      `create index "presentation_part_ids" on "presentation" using gin ((jsonb_path_query_array(slides, '\$[*].id') || jsonb_path_query_array(faqs, '\$[*].id')));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "presentation_part_ids";`);

    this.addSql(renameScripts('id', 'sourceSlideId'));
    this.addSql(
      `update "presentation" set slides = ${sourceIds('slides', 'sourceSlideId')}, faqs = ${sourceIds('faqs', 'sourceFaqId')};`,
    );
  }
}

function ownIds(column: string, source: string): string {
  return eachOf(column, `part || jsonb_build_object('id', gen_random_uuid(), '${source}', part->'id')`);
}

function sourceIds(column: string, source: string): string {
  return eachOf(column, `part - '${source}' || jsonb_build_object('id', part->'${source}')`);
}

/** Names the slide of each script by another of its members. */
function renameScripts(from: string, to: string): string {
  const slide = `select slide->'${to}' from jsonb_array_elements(slides) as slide where slide->'${from}' = part->'id' limit 1`;
  const scripts = eachOf(`narration->'scripts'`, `part || jsonb_build_object('id', coalesce((${slide}), part->'id'))`);
  return `update "presentation" set narration = jsonb_set(narration, '{scripts}', ${scripts}) where jsonb_array_length(narration->'scripts') > 0;`;
}

function eachOf(list: string, changed: string): string {
  return `(select coalesce(jsonb_agg(${changed} order by place), '[]') from jsonb_array_elements(${list}) with ordinality as parts(part, place))`;
}
