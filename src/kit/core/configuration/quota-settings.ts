import type { EnvironmentReader } from './environment-reader.ts';

/** How much one key may use; 0 sets no quota, and nothing is counted. Days are those of UTC, a MB is 1,000,000 bytes. */
export type QuotaSettings = ReturnType<typeof readQuotas>;

const most = 1_000_000_000;

export function readQuotas(read: EnvironmentReader) {
  return {
    subscriptions: read.integer('QUOTA_SUBSCRIPTIONS', 0, 0, most),
    eventsPerDay: read.integer('QUOTA_EVENTS_PER_DAY', 0, 0, most),
    storedMbPerDay: read.integer('QUOTA_STORED_MB_PER_DAY', 0, 0, 1_000_000),
    mailRecipientsPerDay: read.integer('QUOTA_MAIL_RECIPIENTS_PER_DAY', 0, 0, most),
    webhookAttemptsPerDay: read.integer('QUOTA_WEBHOOK_ATTEMPTS_PER_DAY', 0, 0, most),
    speechCharactersPerDay: read.integer('QUOTA_SPEECH_CHARACTERS_PER_DAY', 0, 0, most),
  };
}
