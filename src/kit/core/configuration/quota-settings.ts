import type { EnvironmentReader } from './environment-reader.ts';

/** How much one key may use; 0 sets no quota, and nothing is counted. Days are those of UTC. */
export interface QuotaSettings {
  /** Subscriptions that it has at a time. */
  readonly subscriptions: number;
  /** Events that it publishes a day. */
  readonly eventsPerDay: number;
  /** What it stores a day in events and presentations, in MB of 1,000,000 bytes. */
  readonly storedMbPerDay: number;
  /** Recipients of the mails of its subscriptions a day. */
  readonly mailRecipientsPerDay: number;
  /** Attempts of the webhooks of its subscriptions a day. */
  readonly webhookAttemptsPerDay: number;
  /** Characters that are spoken for it a day. */
  readonly speechCharactersPerDay: number;
}

const most = 1_000_000_000;

export function readQuotas(read: EnvironmentReader): QuotaSettings {
  return {
    subscriptions: read.integer('QUOTA_SUBSCRIPTIONS', 0, 0, most),
    eventsPerDay: read.integer('QUOTA_EVENTS_PER_DAY', 0, 0, most),
    storedMbPerDay: read.integer('QUOTA_STORED_MB_PER_DAY', 0, 0, 1_000_000),
    mailRecipientsPerDay: read.integer('QUOTA_MAIL_RECIPIENTS_PER_DAY', 0, 0, most),
    webhookAttemptsPerDay: read.integer('QUOTA_WEBHOOK_ATTEMPTS_PER_DAY', 0, 0, most),
    speechCharactersPerDay: read.integer('QUOTA_SPEECH_CHARACTERS_PER_DAY', 0, 0, most),
  };
}
