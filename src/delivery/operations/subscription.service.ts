import { LockMode } from '@mikro-orm/core';
import {
  type ExpectedVersion,
  holderName,
  inTransaction,
  type JobQueue,
  type RequestScope,
  requireVersion,
  touch,
  type TransactionScope,
} from '../../kit/data/index.ts';
import { applyChanges, invalidField, isJsonObject, notFound } from '../../kit/core/index.ts';
import { type Change, inputOf, rejectFaults, requireUuid } from '../../kit/input/index.ts';
import { holds } from '../../kit/rights/index.ts';
import type { EventLog } from '../events/event-log.ts';
import { isStreamOnly } from '../events/event-audience.ts';
import type { ChannelRegistry } from '../channels/registry.ts';
import { removeDeliveries } from '../deliveries/remove-deliveries.task.ts';
import type { Pings } from '../dispatch/ping.ts';
import { hasHeaders, maskHeaders, unmaskHeaders } from '../subscriptions/masked-headers.ts';
import { type ChannelKind, wholeConfig } from '../subscriptions/channel-config.ts';
import { NotificationSubscription, type SubscriptionSecret } from '../subscriptions/subscription.entity.ts';
import type {
  CreateSubscriptionInput,
  RotateSecretInput,
  UpdateSubscriptionInput,
} from '../subscriptions/subscription.inputs.ts';
import type { SubscriptionQuota } from '../subscriptions/subscription-quota.ts';
import { readSubscription } from '../subscriptions/subscription.reader.ts';
import type { SubscriptionSecrets } from '../subscriptions/subscription.secrets.ts';
import { newSigningSecret } from '../channels/signature.ts';

/** Finds the first of these ids that no deck has. */
export type FindMissingDeck = (scope: RequestScope, deckIds: readonly string[]) => Promise<string | undefined>;

export interface SubscriptionDependencies {
  readonly channels: ChannelRegistry;
  readonly secrets: SubscriptionSecrets;
  /** Default overlap of a rotation in seconds. */
  readonly overlapSeconds: number;
  readonly events: EventLog;
  readonly pings: Pings;
  readonly jobs: JobQueue;
  readonly quota: SubscriptionQuota;
  readonly missingDeck: FindMissingDeck;
}

/** Use cases of subscriptions. They return rows as stored; `configOf` makes the settings of a response from them. */
export class SubscriptionService {
  constructor(private readonly dependencies: SubscriptionDependencies) {}

  /**
   * @throws AppError `INVALID_INPUT` when channelConfig does not fit the channel or the event type is never delivered,
   *   `NOT_FOUND` for an unknown deck, `CONFLICT` when its key has as many as it may
   */
  async create(scope: RequestScope, input: CreateSubscriptionInput): Promise<NotificationSubscription> {
    // It gets the events behind the end of the log: those that are recorded already must stand before that.
    await this.dependencies.events.place();
    return inTransaction(scope, async (transaction) => {
      await this.dependencies.quota.requireRoom(transaction);
      const subscription = new NotificationSubscription();
      const { key } = scope.actor;
      subscription.createdBy = key === null ? null : holderName(key);
      const changed = applyChanges(subscription, asStored(input, input.channel, null));
      subscription.isHomeownerNamed = holds(scope.actor, homeownerScope);
      await this.#check(transaction, subscription, changed);
      transaction.em.persist(Object.assign(subscription, this.dependencies.secrets.seal(subscription)));
      return subscription;
    });
  }

  /**
   * A change of the channel checks the settings again: they must fit the resulting channel. A merge patch changes the
   * settings as its client reads them, so that values of headers which it may not read go to no host of its choice.
   */
  async update(
    scope: RequestScope,
    subscriptionId: string,
    change: Change<UpdateSubscriptionInput>,
    ifVersion?: ExpectedVersion,
  ): Promise<NotificationSubscription> {
    return inTransaction(scope, async (transaction) => {
      const stored = await this.#lock(transaction, subscriptionId);
      requireVersion(stored, ifVersion);
      const subscription = this.dependencies.secrets.open(stored, transaction.now());
      subscription.channelConfig = wholeConfig(subscription.channel, subscription.channelConfig);
      const input = inputIn(change, subscription, scope);
      const settings = asStored(input, input.channel ?? stored.channel, subscription.channelConfig);
      const changed = applyChanges(subscription, settings);
      changed.push(...applyChanges(subscription, { isHomeownerNamed: namesHomeowners(scope, settings, changed) }));
      if (changed.length === 0) return stored;
      await this.#check(transaction, subscription, changed);
      if (changed.includes('isActive')) {
        applyChanges(subscription, { disabledReason: null, failingSince: null, gapSince: null });
        await this.dependencies.pings.stopProbing(transaction, subscription);
      }
      touch(transaction, subscription);
      return Object.assign(stored, this.dependencies.secrets.seal(subscription));
    });
  }

  /**
   * The settings as their reader may see them, with null for optional ones. That values of headers are shown is recorded
   * first: so never call it inside a transaction.
   *
   * @throws AppError `UNAVAILABLE` when the key is missing that sealed a header value
   */
  async configOf(
    { actor, em, trail }: RequestScope,
    subscription: NotificationSubscription,
  ): Promise<Record<string, unknown>> {
    const { id, channel, channelConfig } = subscription;
    if (!holds(actor, 'secrets:read')) return wholeConfig(channel, maskHeaders(channelConfig));
    const config = wholeConfig(channel, this.dependencies.secrets.openConfig(subscription));
    if (hasHeaders(config)) await trail?.showed(em, { objectType: 'notification_subscription', objectId: id });
    return config;
  }

  /** The decrypted secrets. @throws AppError `NOT_FOUND`, or `UNAVAILABLE` when the key is missing */
  async secret(scope: RequestScope, subscriptionId: string): Promise<SubscriptionSecret> {
    const subscription = await readSubscription(scope, subscriptionId);
    await scope.trail?.read(scope.em, { objectType: 'notification_subscription', objectId: subscription.id });
    return this.dependencies.secrets.open(subscription, scope.now());
  }

  /**
   * Replaces the secret. The old one also signs until the overlap ends; an older one is dropped. A request with the
   * current secret changes nothing, so that it can be repeated.
   */
  async rotateSecret(
    scope: RequestScope,
    subscriptionId: string,
    input: RotateSecretInput,
    ifVersion?: ExpectedVersion,
  ): Promise<SubscriptionSecret> {
    return inTransaction(scope, async (transaction) => {
      const stored = await this.#lock(transaction, subscriptionId);
      requireVersion(stored, ifVersion);
      const now = transaction.now();
      const subscription = this.dependencies.secrets.open(stored, now);
      const { secret: old } = subscription;
      subscription.secret = input.secret ?? newSigningSecret();
      if (subscription.secret === old) return subscription;
      const overlapSeconds = input.overlapSeconds ?? this.dependencies.overlapSeconds;
      subscription.previousSecret = overlapSeconds === 0 ? null : old;
      subscription.previousSecretUntil = overlapSeconds === 0 ? null : new Date(now.getTime() + overlapSeconds * 1_000);
      touch(transaction, subscription);
      Object.assign(stored, this.dependencies.secrets.seal(subscription));
      return subscription;
    });
  }

  /**
   * Deletes the subscription at once. A job removes its delivery log afterwards, because the log may be long.
   */
  async delete(
    scope: RequestScope,
    subscriptionId: string,
    ifVersion?: ExpectedVersion,
  ): Promise<NotificationSubscription> {
    return inTransaction(scope, async (transaction) => {
      const subscription = await this.#lock(transaction, subscriptionId);
      requireVersion(subscription, ifVersion);
      transaction.em.remove(subscription);
      await this.dependencies.jobs.enqueue(transaction, removeDeliveries, [
        { data: { subscriptionId: subscription.id } },
      ]);
      return subscription;
    });
  }

  async #lock(transaction: TransactionScope, subscriptionId: string): Promise<NotificationSubscription> {
    const id = requireUuid(subscriptionId, 'subscriptionId');
    const subscription = await transaction.em.findOne(
      NotificationSubscription,
      { id },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (subscription === null) throw notFound('notification subscription', id);
    return subscription;
  }

  /**
   * Checks changed fields only, so that a subscription whose deck is deleted, or whose target is no longer allowed, can
   * still be renamed and switched off.
   */
  async #check(
    transaction: TransactionScope,
    { channel, channelConfig, deckId, eventType }: NotificationSubscription,
    changed: readonly string[],
  ): Promise<void> {
    // Templates use the data of the event type.
    const isJudged = changesSettings(changed) || (hasTemplate(channelConfig) && changed.includes('eventType'));
    rejectFaults(isJudged ? this.dependencies.channels.configFaults(channel, channelConfig, eventType) : []);
    if (changed.includes('eventType') && isStreamOnly(eventType)) {
      const detail = `${eventType} is never delivered, only streams show it: follow it there, or subscribe to another type.`;
      throw invalidField('/eventType', 'unknown', detail);
    }
    if (deckId === null || !changed.includes('deckId')) return;
    const missing = await this.dependencies.missingDeck(transaction, [deckId]);
    if (missing !== undefined) throw notFound('deck', deckId);
  }
}

/** The scope by which callers read whom a presentation is for. */
const homeownerScope = 'presentations:read';

function changesSettings(changed: readonly string[]): boolean {
  return changed.includes('channel') || changed.includes('channelConfig');
}

function hasTemplate({ template }: Readonly<Record<string, unknown>>): boolean {
  return isJsonObject(template);
}

/**
 * Whether mails name homeowners after a change: undefined for as before. Who may not read names must not have them sent
 * where it chooses; who may sends the settings, the same ones too, to have them named.
 */
function namesHomeowners(
  { actor }: RequestScope,
  settings: UpdateSubscriptionInput,
  changed: readonly string[],
): boolean | undefined {
  if (holds(actor, homeownerScope)) return settings.channelConfig === undefined ? undefined : true;
  return changesSettings(changed) ? false : undefined;
}

/** The input of a change. Settings of one channel are none of another: a patch that changes it begins without any. */
function inputIn(
  change: Change<UpdateSubscriptionInput>,
  subscription: NotificationSubscription,
  { actor }: RequestScope,
): UpdateSubscriptionInput {
  const { channel, channelConfig } = subscription;
  const shown = holds(actor, 'secrets:read') ? channelConfig : maskHeaders(channelConfig);
  const input = inputOf(change, { ...subscription, channelConfig: shown });
  if ((input.channel ?? channel) === channel) return input;
  return inputOf(change, { ...subscription, channelConfig: {} });
}

/**
 * The input in the stored form, to compare: settings with nulls and without masks, ids in lower case.
 *
 * @throws AppError `INVALID_INPUT` for a mask that stands for nothing
 */
function asStored<Input extends UpdateSubscriptionInput>(
  input: Input,
  channel: ChannelKind,
  before: Readonly<Record<string, unknown>> | null,
): Input {
  const { channelConfig, deckId } = input;
  return {
    ...input,
    ...(channelConfig === undefined ? {} : { channelConfig: unmasked(channel, channelConfig, before) }),
    ...(typeof deckId === 'string' ? { deckId: deckId.toLowerCase() } : {}),
  };
}

function unmasked(channel: ChannelKind, sent: Record<string, unknown>, before: Parameters<typeof unmaskHeaders>[1]) {
  const { config, faults } = unmaskHeaders(sent, before);
  rejectFaults(faults);
  return wholeConfig(channel, config);
}
