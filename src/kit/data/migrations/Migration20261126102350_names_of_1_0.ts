import { Migration } from '@mikro-orm/migrations';

/** Members of the data of events, old → new, by a pattern of the type of the event. */
const eventMembers: readonly (readonly [types: string, from: string, to: string])[] = [
  ['contract.%', 'id', 'contractId'],
  ['contract.%', 'slideId', 'sourceSlideId'],
  ['presentation.%', 'id', 'presentationId'],
  ['presentation.%', 'slideId', 'sourceSlideId'],
  ['presentation.%', 'opens', 'openCount'],
  ['presentation.%', 'viewers', 'viewerCount'],
  ['presentation.%', 'done', 'doneCount'],
  ['presentation.%', 'failed', 'failedCount'],
  ['presentation.%', 'total', 'totalCount'],
  ['link.%', 'id', 'linkId'],
  ['link.%', 'viewers', 'viewerCount'],
  ['link.%', 'visits', 'visitCount'],
  ['faq.%', 'id', 'faqId'],
  ['slide.reordered', 'slideIds', 'sourceSlideIds'],
  ['slide.viewed', 'slideId', 'sourceSlideId'],
  ['slide.viewed', 'completed', 'isCompleted'],
  ['tier.viewed', 'slideId', 'sourceSlideId'],
  ['question.%', 'slideId', 'sourceSlideId'],
  ['fan_out.dead', 'failures', 'attemptCount'],
  ['job.dead', 'tries', 'attemptCount'],
];
const editedSlides = ['slide.created', 'slide.updated', 'slide.deleted'];

const eventTypes: readonly (readonly [from: string, to: string])[] = [
  ['contract.canceled', 'contract.voided'],
  ['faq.missed', 'question.unanswered'],
  ['slide.watched', 'slide.viewed'],
  ['presentation.watched', 'presentation.engagement_changed'],
];

/** SQL of a JSON object whose member has another name. */
function renamed(object: string, from: string, to: string): string {
  return `(${object} - '${from}') || jsonb_build_object('${to}', ${object}->'${from}')`;
}

/** SQL of a JSON array whose elements are mapped by SQL that names each of them `it`. */
function mapped(array: string, it: string): string {
  return `coalesce((select jsonb_agg(${it} order by place) from jsonb_array_elements(${array}) with ordinality as element(it, place)), '[]'::jsonb)`;
}

/** SQL of the name of a tier that can be selected, as JSON: null for one without a price. */
function offered(tiers: string, name: string): string {
  return `(select case when count(*) > 0 then to_jsonb(${name}) else 'null'::jsonb end
    from jsonb_array_elements(${tiers}) as tier where tier->>'tier' = ${name} and (tier->>'total')::numeric > 0
    and not exists (select from jsonb_array_elements(tier->'lines') as line where (line->>'quantity')::numeric <= 0))`;
}

const failureOfSlide = (it: string): string =>
  `(${it} - 'slideId' - 'retryable') || jsonb_build_object('sourceSlideId', ${it}->'slideId', 'isRetryable', ${it}->'retryable')`;
const failureOfFaq = (it: string): string => renamed(it, 'retryable', 'isRetryable');

/** SQL of a stored narration. Older rows have one failure in place of a list. */
function narration(column: string, failure: (it: string) => string): string {
  const last = `case when jsonb_typeof(${column}->'failure') = 'object' then ${failure(`(${column}->'failure')`)} else 'null'::jsonb end`;
  return `jsonb_build_object('doneCount', ${column}->'done', 'totalCount', ${column}->'total', 'failure', ${last}, 'failures',
    case when ${column}->'failures' is not null then ${mapped(`${column}->'failures'`, failure('it'))}
      when jsonb_typeof(${column}->'failure') = 'object' then jsonb_build_array(${failure(`(${column}->'failure')`)})
      else '[]'::jsonb end)`;
}

/**
 * The names of 1.0: columns, stored values, and members of stored JSON. Documents of contracts and entries of the audit
 * log stay as they are, because their hashes were computed of them.
 */
export class Migration20261126102350_names_of_1_0 extends Migration {
  override name = 'Migration20261126102350_names_of_1_0';

  override up(): void | Promise<void> {
    this.#renameTables();
    this.#keepSignaturesInOnePlace();
    this.#renameValues();
    this.#listOffers();
    this.#renameEvents();
  }

  #renameTables(): void {
    this.addSql('alter table "faq_miss" rename to "unanswered_question";');
    this.addSql('alter index "faq_miss_pkey" rename to "unanswered_question_pkey";');
    this.addSql('alter index "faq_miss_deck_id_created_at_index" rename to "unanswered_question_deck_id_created_at_index";');
    this.#renameConstraint('unanswered_question', 'faq_miss_presentation_id_words_unique', 'unanswered_question_presentation_id_words_unique');
    this.#renameConstraint('unanswered_question', 'faq_miss_presentation_id_foreign', 'unanswered_question_presentation_id_foreign');
    this.addSql('alter table "slide_watch" rename to "slide_engagement";');
    this.addSql('alter index "slide_watch_pkey" rename to "slide_engagement_pkey";');
    this.addSql('alter table "slide_engagement" rename column "slide_id" to "source_slide_id";');
    this.addSql('alter table "slide_engagement" rename column "completed" to "is_completed";');
    this.#renameConstraint('slide_engagement', 'slide_watch_viewer_id_slide_id_unique', 'slide_engagement_viewer_id_source_slide_id_unique');
    this.#renameConstraint('slide_engagement', 'slide_watch_viewer_id_foreign', 'slide_engagement_viewer_id_foreign');
    this.addSql('alter table "viewer" rename column "opens" to "open_count";');
    this.addSql('alter table "viewer" rename column "reports" to "report_count";');
    this.addSql('alter table "viewer" rename column "told" to "event_count";');
    this.addSql('alter table "api_key" rename column "lookup" to "prefix";');
    this.#renameConstraint('api_key', 'api_key_lookup_unique', 'api_key_prefix_unique');
    this.addSql('alter table "deck" rename column "is_watched" to "is_engagement_tracked";');
    this.addSql('alter table "fan_out" rename column "failures" to "attempt_count";');
    this.addSql('alter table "faq" rename column "audio_stale" to "is_audio_stale";');
    this.addSql('alter table "slide" rename column "audio_stale" to "is_audio_stale";');
    this.addSql('alter table "contract" rename column "slide_id" to "source_slide_id";');
    this.addSql('alter table "contract" rename column "pseudonymised_at" to "pseudonymized_at";');
    this.addSql('alter table "presentation_link" rename column "visits" to "visit_count";');
  }

  #renameConstraint(table: string, from: string, to: string): void {
    this.addSql(`alter table "${table}" rename constraint "${from}" to "${to}";`);
  }

  /** The signature of a contract with one signer had columns of its own. */
  #keepSignaturesInOnePlace(): void {
    this.addSql(`update "contract" set "stored_signatures" = case when "signed_at" is null then '[]'::jsonb else
      jsonb_build_array(jsonb_build_object('signer', 'homeowner', 'name', "signer_name", 'tier', "tier",
        'signedAt', to_char("signed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'consent', "document"->>'consent', 'documentHash', "document_hash", 'drawing', "signature_drawing",
        'ip', "signer_ip", 'userAgent', "signer_user_agent", 'linkId', "signer_link_id")) end
      where "stored_signatures" is null;`);
    this.addSql(`alter table "contract" alter column "stored_signatures" set default '[]';`);
    this.addSql('alter table "contract" alter column "stored_signatures" set not null;');
    this.addSql('alter table "contract" drop column "signer_name", drop column "signature_drawing", drop column "signer_ip", drop column "signer_user_agent", drop column "signer_link_id";');
  }

  #renameValues(): void {
    this.addSql(`update "contract" set "status" = 'voided' where "status" = 'canceled';`);
    this.addSql(`update "presentation_link" set "scope" = 'view_and_sign' where "scope" = 'view+sign';`);
    this.addSql(`update "delivery_attempt" set "phase" = case "phase" when 'before' then 'not_sent' when 'during' then 'interrupted' else 'answered' end;`);
    this.addSql(`update "deck" set "right_to_cancel" = jsonb_set("right_to_cancel", '{rule}', '"us_ftc_cooling_off"') where "right_to_cancel"->>'rule' = 'us';`);
    this.addSql(`update "notification_subscription" set "policy" = ${renamed('"policy"', 'autoRecover', 'isAutoRecoverEnabled')} where "policy"->'autoRecover' is not null;`);
    this.addSql(`update "presentation" set "warnings" = ${mapped('"warnings"', renamed('it', 'slideId', 'sourceSlideId'))} where jsonb_array_length("warnings") > 0;`);
    this.addSql(`update "presentation" set "narration" = ${narration('"narration"', failureOfSlide)} where "narration" is not null;`);
    this.addSql(`update "presentation" set "faq_narration" = ${narration('"faq_narration"', failureOfFaq)} where "faq_narration" is not null;`);
  }

  /**
   * The first offer was stored in the pricing itself. Version 0.1 stored a tier that it suggested as if it was selected:
   * that counts as selected where a contract was signed.
   */
  #listOffers(): void {
    const selected = `case when it->'suggestedTier' is not null or it->>'isAgreed' = 'true' then coalesce(it->'selectedTier', 'null'::jsonb) else 'null'::jsonb end`;
    const suggested = `case when it->'suggestedTier' is not null then ${offered("it->'tiers'", "it->>'suggestedTier'")}
      when it->>'isAgreed' = 'true' then 'null'::jsonb else ${offered("it->'tiers'", "it->>'selectedTier'")} end`;
    const offer = `jsonb_build_object('sourceSlideId', it->'slideId', 'title', coalesce(it->'title', 'null'::jsonb),
      'selectedTier', ${selected}, 'suggestedTier', ${suggested}, 'tiers', it->'tiers',
      'isAgreed', coalesce(it->'isAgreed', 'false'::jsonb), 'addOns', coalesce(it->'addOns', '[]'::jsonb),
      'financing', coalesce(it->'financing', '[]'::jsonb))`;
    const offers = `jsonb_build_array("pricing" - 'further') || coalesce("pricing"->'further', '[]'::jsonb)`;
    this.addSql(`update "presentation" set "pricing" = jsonb_build_object('offers',
      case when "pricing"->>'slideId' is null then '[]'::jsonb else ${mapped(offers, offer)} end);`);
    this.addSql(`update "contract" set "source_slide_id" = ("presentation"."pricing" #>> '{offers,0,sourceSlideId}')::uuid
      from "presentation" where "presentation"."id" = "contract"."presentation_id" and "contract"."source_slide_id" is null;`);
  }

  #renameEvents(): void {
    for (const [from, to] of eventTypes) {
      this.addSql(`update "event" set "type" = '${to}' where "type" = '${from}';`);
      this.addSql(`update "notification_subscription" set "event_type" = '${to}' where "event_type" = '${from}';`);
    }
    this.addSql(`update "event" set "data" = ("data" - 'id') || jsonb_build_object('sourceSlideId', "data"->'id')
      where "type" in ('${editedSlides.join("', '")}');`);
    for (const [types, from, to] of eventMembers) {
      this.addSql(`update "event" set "data" = ${renamed('"data"', from, to)} where "type" like '${types}' and "data"->'${from}' is not null;`);
    }
  }
}
