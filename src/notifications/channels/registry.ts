import type { Fault } from '../../platform/kernel/errors.ts';
import type { ChannelKind } from '../subscriptions/subscription.entity.ts';
import type { Channel } from './channel.ts';

/** The channels of this process, by the name that subscriptions use. */
export class ChannelRegistry {
  readonly #byKind: ReadonlyMap<ChannelKind, Channel>;

  constructor(private readonly channels: readonly Channel[]) {
    this.#byKind = new Map(channels.map((channel) => [channel.kind, channel]));
  }

  get(kind: ChannelKind): Channel {
    const channel = this.#byKind.get(kind);
    if (channel === undefined) throw new Error(`No channel is registered for "${kind}"`);
    return channel;
  }

  configFaults(kind: ChannelKind, config: Readonly<Record<string, unknown>>): readonly Fault[] {
    return this.get(kind).configFaults(config, '/channelConfig');
  }

  async close(): Promise<void> {
    await Promise.all(this.channels.map(async (channel) => channel.close?.()));
  }
}
