/** Every quota of keys, by its name in answers and in stored rows. */
export const QuotaName = {
  SUBSCRIPTIONS: 'subscriptions',
  EVENTS: 'events',
  STORED_BYTES: 'stored_bytes',
  MAIL_RECIPIENTS: 'mail_recipients',
  WEBHOOK_ATTEMPTS: 'webhook_attempts',
  SPEECH_CHARACTERS: 'speech_characters',
} as const;
/** A value of `QuotaName`, as it is stored and sent. */
export type QuotaName = (typeof QuotaName)[keyof typeof QuotaName];
