import type { Fault } from '../../kit/core/index.ts';
import type { ChannelKind } from '../subscriptions/channel-config.ts';
import type { Channel } from './channel.ts';

export class ChannelRegistry {
  readonly #byKind: ReadonlyMap<ChannelKind, Channel>;

  constructor(private readonly channels: readonly Channel[]) {
    this.#byKind = new Map(channels.map((channel) => [channel.kind, channel]));
  }

  /** @throws Error for a kind without a channel, as a row of a newer version may have */
  get(kind: ChannelKind): Channel {
    const channel = this.#byKind.get(kind);
    if (channel === undefined) throw new Error(`No channel is registered for "${kind}"`);
    return channel;
  }

  /** Faults of a subscription's settings, with JSON pointers below `/channelConfig`. */
  configFaults(kind: ChannelKind, config: Readonly<Record<string, unknown>>, eventType: string): readonly Fault[] {
    return this.get(kind).configFaults(config, '/channelConfig', eventType);
  }

  /** Removes what the channels of this process have kept of deliveries. */
  async forget(deliveryIds: readonly string[]): Promise<void> {
    await Promise.all(this.channels.map(async (channel) => channel.forget?.(deliveryIds)));
  }

  async close(): Promise<void> {
    await Promise.all(this.channels.map(async (channel) => channel.close?.()));
  }
}
