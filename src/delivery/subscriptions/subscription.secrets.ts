import type { Vault } from '../../kit/rights/index.ts';
import type { NotificationSubscription } from './subscription.entity.ts';

/**
 * Encrypts the secret parts of a subscription: its two signing secrets, and header values in the settings of any channel.
 * Readers return rows as stored; they are decrypted where they are changed, shown or sent.
 */
export class SubscriptionSecrets {
  constructor(private readonly vault: Vault) {}

  /** An encrypted copy, to store. Rows from before SECRET_KEY was set become encrypted at their next change. */
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
   * A decrypted copy, without a previous secret whose overlap is over.
   *
   * @throws AppError `UNAVAILABLE` when the key is missing
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
   * The decrypted settings alone.
   *
   * @throws AppError `UNAVAILABLE` when the key of a header value is missing
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
