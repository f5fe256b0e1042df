import type { Constructor, MigrationObject } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import { Migration20261120125804_initial } from './migrations/Migration20261120125804_initial.ts';
import { Migration20261120135421_filter_probe_progress } from './migrations/Migration20261120135421_filter_probe_progress.ts';
import { Migration20261120145547_presentation_speech } from './migrations/Migration20261120145547_presentation_speech.ts';
import { Migration20261120151606_contract } from './migrations/Migration20261120151606_contract.ts';
import { Migration20261120152205_idempotency_key } from './migrations/Migration20261120152205_idempotency_key.ts';
import { Migration20261121152500_deliver_jobs } from './migrations/Migration20261121152500_deliver_jobs.ts';
import { Migration20261122014755_delivery_queue } from './migrations/Migration20261122014755_delivery_queue.ts';
import { Migration20261122020948_log_sizes } from './migrations/Migration20261122020948_log_sizes.ts';
import { Migration20261122051152_contract_offer } from './migrations/Migration20261122051152_contract_offer.ts';
import { Migration20261122051735_former_sequence } from './migrations/Migration20261122051735_former_sequence.ts';
import { Migration20261122051903_time_zones } from './migrations/Migration20261122051903_time_zones.ts';
import { Migration20261122053033_translation_sources } from './migrations/Migration20261122053033_translation_sources.ts';
import { Migration20261122055500_presentation_part_ids } from './migrations/Migration20261122055500_presentation_part_ids.ts';
import { Migration20261122060433_faq_audio_stale } from './migrations/Migration20261122060433_faq_audio_stale.ts';
import { Migration20261122084956_presentation_parts } from './migrations/Migration20261122084956_presentation_parts.ts';
import { Migration20261122090949_dead_deliveries } from './migrations/Migration20261122090949_dead_deliveries.ts';
import { Migration20261122172504_api_key } from './migrations/Migration20261122172504_api_key.ts';
import { Migration20261122173925_deck_limits } from './migrations/Migration20261122173925_deck_limits.ts';
import { Migration20261122194644_rate_counts } from './migrations/Migration20261122194644_rate_counts.ts';
import { Migration20261122195405_erasure } from './migrations/Migration20261122195405_erasure.ts';
import { Migration20261122203231_signing_secret } from './migrations/Migration20261122203231_signing_secret.ts';
import { Migration20261122204821_session } from './migrations/Migration20261122204821_session.ts';
import { Migration20261122205219_audit_log } from './migrations/Migration20261122205219_audit_log.ts';
import { Migration20261122205404_presentation_link } from './migrations/Migration20261122205404_presentation_link.ts';
import { Migration20261122234426_event_deck_index } from './migrations/Migration20261122234426_event_deck_index.ts';
import { Migration20261122234541_quotas } from './migrations/Migration20261122234541_quotas.ts';
import { Migration20261123031625_deck_search } from './migrations/Migration20261123031625_deck_search.ts';
import { Migration20261123035713_player_link } from './migrations/Migration20261123035713_player_link.ts';
import { Migration20261123064811_right_to_cancel } from './migrations/Migration20261123064811_right_to_cancel.ts';
import { Migration20261123071347_faq_miss } from './migrations/Migration20261123071347_faq_miss.ts';
import { Migration20261123072454_signature_drawing } from './migrations/Migration20261123072454_signature_drawing.ts';
import { Migration20261123072503_watching } from './migrations/Migration20261123072503_watching.ts';
import { Migration20261123082817_embed_origins } from './migrations/Migration20261123082817_embed_origins.ts';
import { Migration20261123102443_two_signers } from './migrations/Migration20261123102443_two_signers.ts';
import { Migration20261123103126_spoken_faqs } from './migrations/Migration20261123103126_spoken_faqs.ts';
import { Migration20261123111732_brand } from './migrations/Migration20261123111732_brand.ts';
import { Migration20261123141152_asking_and_telling } from './migrations/Migration20261123141152_asking_and_telling.ts';
import { Migration20261123141200_notice } from './migrations/Migration20261123141200_notice.ts';
import { Migration20261123213424_erased_link } from './migrations/Migration20261123213424_erased_link.ts';
import { Migration20261123215915_link_hours } from './migrations/Migration20261123215915_link_hours.ts';
import { Migration20261123222047_audio_sharing } from './migrations/Migration20261123222047_audio_sharing.ts';
import { Migration20261123225000_suggested_tier } from './migrations/Migration20261123225000_suggested_tier.ts';
import { Migration20261125011500_sequenced_log } from './migrations/Migration20261125011500_sequenced_log.ts';
import { Migration20261125123000_portable_tables } from './migrations/Migration20261125123000_portable_tables.ts';
import { Migration20261125203650_no_held_back } from './migrations/Migration20261125203650_no_held_back.ts';
import { Migration20261125205045_gap_until } from './migrations/Migration20261125205045_gap_until.ts';
import { Migration20261126102350_names_of_1_0 } from './migrations/Migration20261126102350_names_of_1_0.ts';
import { Migration20261126104200_link_rights_changed } from './migrations/Migration20261126104200_link_rights_changed.ts';
import { Migration20261126104507_lists_of_all_decks } from './migrations/Migration20261126104507_lists_of_all_decks.ts';
import { Migration20261126144500_whole_presentations } from './migrations/Migration20261126144500_whole_presentations.ts';
import { Migration20261126174658_delivery_statistics } from './migrations/Migration20261126174658_delivery_statistics.ts';
import { Migration20261126175122_image } from './migrations/Migration20261126175122_image.ts';
import { Migration20261126175230_homeowners_in_mails } from './migrations/Migration20261126175230_homeowners_in_mails.ts';
import { Migration20261126182427_playground } from './migrations/Migration20261126182427_playground.ts';
import { Migration20261127055424_traces } from './migrations/Migration20261127055424_traces.ts';
import { Migration20261127150000_vacuum_settings } from './migrations/Migration20261127150000_vacuum_settings.ts';

/** All migrations, oldest first. One that has shipped is never edited. */
export const migrations: readonly (MigrationObject | Constructor<Migration>)[] = [
  Migration20261120125804_initial,
  Migration20261120135421_filter_probe_progress,
  Migration20261120145547_presentation_speech,
  Migration20261120151606_contract,
  Migration20261120152205_idempotency_key,
  Migration20261121152500_deliver_jobs,
  Migration20261122014755_delivery_queue,
  Migration20261122020948_log_sizes,
  Migration20261122051152_contract_offer,
  Migration20261122051735_former_sequence,
  Migration20261122051903_time_zones,
  Migration20261122053033_translation_sources,
  Migration20261122055500_presentation_part_ids,
  Migration20261122060433_faq_audio_stale,
  Migration20261122084956_presentation_parts,
  Migration20261122090949_dead_deliveries,
  Migration20261122172504_api_key,
  Migration20261122173925_deck_limits,
  Migration20261122194644_rate_counts,
  Migration20261122195405_erasure,
  Migration20261122203231_signing_secret,
  Migration20261122204821_session,
  Migration20261122205219_audit_log,
  Migration20261122205404_presentation_link,
  Migration20261122234426_event_deck_index,
  Migration20261122234541_quotas,
  Migration20261123031625_deck_search,
  Migration20261123035713_player_link,
  Migration20261123064811_right_to_cancel,
  Migration20261123071347_faq_miss,
  Migration20261123072454_signature_drawing,
  Migration20261123072503_watching,
  Migration20261123082817_embed_origins,
  Migration20261123102443_two_signers,
  Migration20261123103126_spoken_faqs,
  Migration20261123111732_brand,
  Migration20261123141152_asking_and_telling,
  Migration20261123141200_notice,
  Migration20261123213424_erased_link,
  Migration20261123215915_link_hours,
  Migration20261123222047_audio_sharing,
  Migration20261123225000_suggested_tier,
  Migration20261125011500_sequenced_log,
  Migration20261125123000_portable_tables,
  Migration20261125203650_no_held_back,
  Migration20261125205045_gap_until,
  Migration20261126102350_names_of_1_0,
  Migration20261126104200_link_rights_changed,
  Migration20261126104507_lists_of_all_decks,
  Migration20261126144500_whole_presentations,
  Migration20261126174658_delivery_statistics,
  Migration20261126175122_image,
  Migration20261126175230_homeowners_in_mails,
  Migration20261126182427_playground,
  Migration20261127055424_traces,
  Migration20261127150000_vacuum_settings,
];
