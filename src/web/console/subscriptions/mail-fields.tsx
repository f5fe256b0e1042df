/** @jsxImportSource preact */
import { useQuery } from '@urql/preact';
import { reasonOf } from '../api/problems.ts';
import { Field, TextArea } from '../controls/field.tsx';
import { useSettled } from '../controls/settled.ts';
import type { ChannelDraft } from './channels.ts';
import { PreviewEmailDocument } from './subscriptions.graphql.ts';

interface MailFieldsProps {
  readonly draft: ChannelDraft;
  readonly eventType: string;
  readonly faultAt: (pointer: string) => string | undefined;
  readonly onChange: (changes: Partial<ChannelDraft>) => void;
}

/** Time without a keystroke after which the preview is made again, in milliseconds. */
const pauseMs = 500;

/** Whom mails go to, their texts, and how a mail reads. */
export function MailFields({ draft, eventType, faultAt, onChange }: MailFieldsProps) {
  return (
    <>
      <TextArea
        label="Addresses"
        required
        value={draft.toEmails}
        hint="One a line, 50 at most. They do not see each other."
        fault={faultAt('/channelConfig/toEmails') ?? faultAt('/channelConfig/toEmails/0')}
        onInput={({ currentTarget }) => onChange({ toEmails: currentTarget.value })}
      />
      <Field
        label="Sender"
        type="email"
        value={draft.fromEmail}
        hint="Empty: the sender of the server. Others must be permitted by its EMAIL_SENDERS."
        fault={faultAt('/channelConfig/fromEmail')}
        onInput={({ currentTarget }) => onChange({ fromEmail: currentTarget.value })}
      />
      <Field
        label="Subject"
        maxLength={200}
        value={draft.subject}
        placeholder="Sold: {{ deck.name }} for {{ data.total }}"
        hint="Empty: a sentence about what has happened."
        fault={faultAt('/channelConfig/template/subject')}
        onInput={({ currentTarget }) => onChange({ subject: currentTarget.value })}
      />
      <TextArea
        label="Text"
        maxLength={10_000}
        value={draft.body}
        hint="Empty: what has happened, with deck, homeowner and figures. Placeholders are those of decks, {{ event.sentence }}, {{ event.time }} and the members of the data, such as {{ data.total }}."
        fault={faultAt('/channelConfig/template/body')}
        onInput={({ currentTarget }) => onChange({ body: currentTarget.value })}
      />
      {eventType !== '' && <Preview eventType={eventType} subject={draft.subject} body={draft.body} />}
    </>
  );
}

interface PreviewProps {
  readonly eventType: string;
  readonly subject: string;
  readonly body: string;
}

/** The mail about the sample of the type, as text. */
function Preview(given: PreviewProps) {
  const { eventType, subject, body } = useSettled(given, pauseMs, JSON.stringify(given));
  const template = subject === '' && body === '' ? null : { subject: subject || null, body: body || null };
  const [{ data, error }] = useQuery({ query: PreviewEmailDocument, variables: { input: { eventType, template } } });
  const preview = data?.previewEmail;
  return (
    <section class="card stack" aria-label="Preview of the mail">
      <h3>{preview?.subject ?? 'Preview'}</h3>
      {error !== undefined && <p class="fault">{reasonOf(error)}</p>}
      {preview && (
        <pre class="code" tabIndex={0} aria-label="Text of the mail">
          {preview.text}
        </pre>
      )}
    </section>
  );
}
