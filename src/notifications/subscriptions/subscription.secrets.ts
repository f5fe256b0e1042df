import type { Vault } from '../../platform/access/vault.ts';
import type { NotificationSubscription } from './subscription.entity.ts';

/**
 * What of a subscription is sealed where it is stored: its two signing secrets, and the header values in its settings,
 * whatever the channel. Readers give it as it is stored; it is opened where it is changed, shown or sent.
 */
export class SubscriptionSecrets {
  constructor(private readonly vault: Vault) {}

  /** A copy as it is to be stored. Sealing anew also seals what was stored before there was a key. */
  seal(opened: NotificationSubscription): NotificationSubscription {
    const seal = (text: string): string => this.vault.seal(text, opened.id);
    return {
      ...opened,
      secret: seal(opened.secret),
      previousSecret: opened.previousSecret === null ? null : seal(opened.previousSecret),
      channelConfig: withHeaderValues(opened.channelConfig, seal),
    };
  }

  /**
   * A copy in plain text, without a previous secret whose time is over.
   *
   * @throws AppError `UNAVAILABLE` when it was sealed with a key that is missing
   */
  open(stored: NotificationSubscription, now: Date): NotificationSubscription {
    const open = (text: string): string => this.vault.open(text, stored.id);
    const overlaps = stored.previousSecretUntil !== null && stored.previousSecretUntil > now;
    return {
      ...stored,
      secret: open(stored.secret),
      previousSecret: overlaps && stored.previousSecret !== null ? open(stored.previousSecret) : null,
      previousSecretUntil: overlaps ? stored.previousSecretUntil : null,
      channelConfig: this.openConfig(stored),
    };
  }

  /**
   * The settings alone, as they were given.
   *
   * @throws AppError `UNAVAILABLE` when a header value was sealed with a key that is missing
   */
  openConfig({ id, channelConfig }: Pick<NotificationSubscription, 'id' | 'channelConfig'>): Record<string, unknown> {
    return withHeaderValues(channelConfig, (text) => this.vault.open(text, id));
  }
}

function withHeaderValues(
  config: Readonly<Record<string, unknown>>,
  change: (value: string) => string,
): Record<string, unknown> {
  const { headers } = config;
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return config;
  const changed = Object.entries(headers).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? change(value) : value,
  ]);
  return { ...config, headers: Object.fromEntries(changed) as unknown };
}
