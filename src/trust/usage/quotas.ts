import { SubscriptionQuota } from '../../delivery/subscriptions/subscription-quota.ts';
import { QuotaName, type QuotaSettings } from '../../kit/core/index.ts';
import { DayQuota } from '../../kit/data/index.ts';

/** Bytes of the MB of the configuration. */
const megabyte = 1_000_000;

/** Every quota of keys. */
export interface Quotas {
  readonly subscriptions: SubscriptionQuota;
  readonly events: DayQuota;
  readonly stored: DayQuota;
  readonly mailRecipients: DayQuota;
  readonly webhookAttempts: DayQuota;
  readonly speech: DayQuota;
}

/** Makes the quotas, of which some may have no limit. */
export function createQuotas(settings: QuotaSettings): Quotas {
  return {
    subscriptions: new SubscriptionQuota(settings.subscriptions),
    events: new DayQuota({
      name: QuotaName.EVENTS,
      unit: 'events',
      limit: settings.eventsPerDay,
      setting: 'QUOTA_EVENTS_PER_DAY',
    }),
    stored: new DayQuota({
      name: QuotaName.STORED_BYTES,
      unit: 'stored bytes',
      limit: settings.storedMbPerDay * megabyte,
      setting: 'QUOTA_STORED_MB_PER_DAY',
    }),
    mailRecipients: new DayQuota({
      name: QuotaName.MAIL_RECIPIENTS,
      unit: 'recipients of mails',
      limit: settings.mailRecipientsPerDay,
      setting: 'QUOTA_MAIL_RECIPIENTS_PER_DAY',
    }),
    webhookAttempts: new DayQuota({
      name: QuotaName.WEBHOOK_ATTEMPTS,
      unit: 'attempts at webhooks',
      limit: settings.webhookAttemptsPerDay,
      setting: 'QUOTA_WEBHOOK_ATTEMPTS_PER_DAY',
    }),
    speech: new DayQuota({
      name: QuotaName.SPEECH_CHARACTERS,
      unit: 'spoken characters',
      limit: settings.speechCharactersPerDay,
      setting: 'QUOTA_SPEECH_CHARACTERS_PER_DAY',
    }),
  };
}
