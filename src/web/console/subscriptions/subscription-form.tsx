/** @jsxImportSource preact */
import { type CombinedError, useQuery } from '@urql/preact';
import type { TargetedSubmitEvent } from 'preact';
import equal from 'fast-deep-equal';
import { useState } from 'preact/hooks';
import type { Channel, CreateSubscriptionInput } from '../api/schema.graphql.ts';
import { faultAt, problemOf } from '../api/problems.ts';
import { Field } from '../controls/field.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { useUnsaved } from '../drafts/unsaved.tsx';
import { DeckFilter } from '../live/event-filters.tsx';
import { useMay } from '../visitor.ts';
import { ChannelFields } from './channel-fields.tsx';
import { type ChannelDraft, channelConfigOf } from './channels.ts';
import { EventTypeField } from './event-type-field.tsx';
import type { Filter } from './filter/conditions.ts';
import { DryRun } from './filter/dry-run.tsx';
import { fieldsOf } from './filter/fields.ts';
import { FilterBuilder } from './filter/filter-builder.tsx';
import { EventCatalogueDocument } from './subscriptions.graphql.ts';

/** What the form holds. */
export interface Draft {
  readonly name: string;
  readonly eventType: string;
  readonly deckId: string | null;
  readonly filter: Filter | null;
  readonly channel: Channel;
  readonly channelDraft: ChannelDraft;
}

interface SubscriptionFormProps {
  readonly initial: Draft;
  readonly action: string;
  readonly isSending: boolean;
  readonly error: CombinedError | undefined;
  readonly onSubmit: (input: CreateSubscriptionInput) => void;
}

/** Which events go where, with a dry run of the filter beside it. */
export function SubscriptionForm({ initial, action, isSending, error, onSubmit }: SubscriptionFormProps) {
  const may = useMay();
  const [draft, setDraft] = useState(initial);
  const [filter, setFilter] = useState<Filter | null | undefined>(initial.filter);
  const [{ data }] = useQuery({ query: EventCatalogueDocument });
  const catalogue = data?.eventTypes ?? [];
  const set = (changes: Partial<Draft>): void => setDraft({ ...draft, ...changes });
  const { name, eventType, deckId, channel, channelDraft } = draft;
  useUnsaved(!equal([draft, filter], [initial, initial.filter]));
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isSending || filter === undefined) return;
    const channelConfig = channelConfigOf(channel, channelDraft);
    onSubmit({ name, eventType, deckId, filter, channel, channelConfig });
  };
  return (
    <div class="subscription-edit">
      <form onSubmit={submit}>
        <Field
          label="Name"
          required
          maxLength={200}
          autocomplete="off"
          value={name}
          fault={faultAt(error, '/name')}
          onInput={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <EventTypeField
          value={eventType}
          catalogue={catalogue}
          fault={faultAt(error, '/eventType')}
          onChange={(type) => set({ eventType: type })}
        />
        {may('decks:read') && <DeckFilter deckId={deckId} onChange={(id) => set({ deckId: id })} />}
        <FilterBuilder
          filter={filter ?? null}
          fields={fieldsOf(eventType, catalogue)}
          faults={filterFaults(error)}
          onChange={setFilter}
        />
        <ChannelFields
          channel={channel}
          draft={channelDraft}
          eventType={eventType}
          faultAt={(pointer) => faultAt(error, pointer)}
          onChannel={(next) => set({ channel: next })}
          onChange={(next) => set({ channelDraft: next })}
        />
        <Refusal error={error} />
        <p class="actions">
          <button type="submit" class="primary" aria-disabled={isSending}>
            {action}
          </button>
        </p>
      </form>
      <DryRun eventType={eventType} deckId={deckId} filter={filter} />
    </div>
  );
}

/** What is wrong with parts of the filter, which have no field of their own. */
function filterFaults(error: CombinedError | undefined): readonly string[] {
  const faults = problemOf(error)?.errors ?? [];
  return faults.filter(({ pointer }) => /^(\/input)?\/filter(\/|$)/.test(pointer)).map(({ detail }) => detail);
}
