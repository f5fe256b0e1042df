/** @jsxImportSource preact */
import type { Channel } from '../api/schema.graphql.ts';
import { Choice, Field } from '../controls/field.tsx';
import { type ChannelDraft, channelNames, channels } from './channels.ts';
import { MailFields } from './mail-fields.tsx';

interface ChannelFieldsProps {
  readonly channel: Channel;
  readonly draft: ChannelDraft;
  /** Of the events, for previews. */
  readonly eventType: string;
  readonly faultAt: (pointer: string) => string | undefined;
  readonly onChannel: (channel: Channel) => void;
  readonly onChange: (draft: ChannelDraft) => void;
}

/** Where events go, and the settings of that channel. */
export function ChannelFields({ channel, draft, eventType, faultAt, onChannel, onChange }: ChannelFieldsProps) {
  const set = (changes: Partial<ChannelDraft>): void => onChange({ ...draft, ...changes });
  return (
    <>
      <fieldset class="subscription-channels">
        <legend>Channel</legend>
        {channels.map((one) => (
          <label key={one}>
            <input type="radio" name="channel" checked={channel === one} onChange={() => onChannel(one)} />
            {channelNames[one]}
          </label>
        ))}
      </fieldset>
      {channel === 'WEBHOOK' && (
        <>
          <Field
            label="URL"
            type="url"
            required
            value={draft.url}
            placeholder="https://example.com/hook"
            hint="Each event is an HTTP POST to it, signed as Standard Webhooks says."
            fault={faultAt('/channelConfig/url')}
            onInput={({ currentTarget }) => set({ url: currentTarget.value })}
          />
          <Choice
            label="Format"
            value={draft.format}
            fault={faultAt('/channelConfig/format')}
            onChange={({ currentTarget }) => set({ format: currentTarget.value })}
          >
            <option value="">The whole event as JSON</option>
            <option value="cloudevents">CloudEvents 1.0</option>
          </Choice>
          <Headers draft={draft} fault={faultAt('/channelConfig/headers')} onChange={onChange} />
        </>
      )}
      {channel === 'EMAIL' && <MailFields draft={draft} eventType={eventType} faultAt={faultAt} onChange={set} />}
      {channel === 'CONSOLE' && (
        <>
          <Choice
            label="Level"
            value={draft.level}
            hint="Each event is a line on the standard output of the server."
            onChange={({ currentTarget }) => set({ level: currentTarget.value })}
          >
            <option value="">Default</option>
            {['debug', 'info', 'warn', 'error'].map((level) => (
              <option key={level}>{level}</option>
            ))}
          </Choice>
          <Choice
            label="Format"
            value={draft.lineFormat}
            onChange={({ currentTarget }) => set({ lineFormat: currentTarget.value })}
          >
            <option value="">Default</option>
            <option value="json">JSON</option>
            <option value="pretty">For people</option>
          </Choice>
          <Field
            label="Prefix"
            maxLength={100}
            value={draft.prefix}
            hint="What each line begins with."
            fault={faultAt('/channelConfig/prefix')}
            onInput={({ currentTarget }) => set({ prefix: currentTarget.value })}
          />
        </>
      )}
    </>
  );
}

interface HeadersProps {
  readonly draft: ChannelDraft;
  readonly fault: string | undefined;
  readonly onChange: (draft: ChannelDraft) => void;
}

/** Headers that are sent with each request, such as a credential of the receiver. */
function Headers({ draft, fault, onChange }: HeadersProps) {
  const { headers } = draft;
  const become = (next: ChannelDraft['headers']): void => onChange({ ...draft, headers: next });
  const set = (place: number, change: Partial<(typeof headers)[number]>): void =>
    become(headers.map((one, at) => (at === place ? { ...one, ...change } : one)));
  return (
    <fieldset class="filter">
      <legend>Headers</legend>
      <p class="hint">Sent with each request, such as Authorization.</p>
      <ol class="filter-rows">
        {headers.map(({ name, value }, place) => (
          <li key={place} class="filter-row" role="group" aria-label={`Header ${place + 1}`}>
            <label>
              Name
              <input value={name} onInput={({ currentTarget }) => set(place, { name: currentTarget.value })} />
            </label>
            <label>
              Value
              <input value={value} onInput={({ currentTarget }) => set(place, { value: currentTarget.value })} />
            </label>
            <button
              type="button"
              class="plain"
              aria-label={`Remove header ${place + 1}`}
              onClick={() => become(headers.filter((_, at) => at !== place))}
            >
              Remove
            </button>
          </li>
        ))}
      </ol>
      {fault !== undefined && <p class="fault">{fault}</p>}
      <button type="button" onClick={() => become([...headers, { name: '', value: '' }])}>
        Add header
      </button>
    </fieldset>
  );
}
