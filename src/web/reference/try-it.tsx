/** @jsxImportSource preact */
import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Copy } from '../console/controls/copy.tsx';
import type { Session } from '../session/session.ts';
import type { ApiDocument, Operation, Parameter } from './document.ts';
import { curlOf, type Filled, keyOf, type Received, requestOf, send, startOf } from './request.ts';

interface TryItProps {
  readonly api: ApiDocument;
  readonly operation: Operation;
  readonly session: Session;
}

/** A form that sends one operation by the session of the browser, and shows what is answered. */
export function TryIt({ api, operation, session }: TryItProps) {
  const parameters = useMemo(() => api.parametersOf(operation), [api, operation]);
  const [filled, setFilled] = useState<Filled>(() => startOf(api, operation));
  const [received, setReceived] = useState<Received>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const request = requestOf(parameters, operation, filled);
  const isRunning = received !== undefined && !received.isComplete;
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    void send(request, session, controller.signal, (now) => {
      if (running.current === controller) setReceived(now);
    });
  };
  const curl = curlOf(request, location.origin);
  return (
    <section class="try">
      <h3>Try it</h3>
      <p class="quiet">Sends a real request to this server, by the session of this browser.</p>
      <form onSubmit={submit}>
        {parameters
          .filter(({ in: place }) => place !== 'cookie')
          .map((parameter) => (
            <Input
              key={keyOf(parameter)}
              parameter={parameter}
              value={filled.values[keyOf(parameter)] ?? ''}
              onValue={(value) => setFilled({ ...filled, values: { ...filled.values, [keyOf(parameter)]: value } })}
            />
          ))}
        <label>
          <span>
            Authorization <span class="quiet">in place of the session, such as Link and a token</span>
          </span>
          <input
            type="password"
            autocomplete="off"
            value={filled.authorization}
            onInput={({ currentTarget }) => setFilled({ ...filled, authorization: currentTarget.value.trim() })}
          />
        </label>
        {filled.body !== null && (
          <label>
            <span>Body</span>
            <textarea
              rows={Math.min(filled.body.split('\n').length + 1, 20)}
              spellcheck={false}
              value={filled.body}
              onInput={({ currentTarget }) => setFilled({ ...filled, body: currentTarget.value })}
            />
          </label>
        )}
        <div class="row">
          <button type="submit">Send {operation.method}</button>
          {isRunning && (
            <button type="button" onClick={() => running.current?.abort()}>
              Stop
            </button>
          )}
          <Copy text={curl} what="as curl" />
        </div>
      </form>
      <pre tabIndex={0} role="region" aria-label="The request as curl">
        <code>{hidden(curl, filled.authorization)}</code>
      </pre>
      <output>{received !== undefined && <Answered received={received} />}</output>
    </section>
  );
}

/** A credential is copied with the command, and not shown. */
function hidden(curl: string, authorization: string): string {
  return authorization === '' ? curl : curl.replace(authorization, '…');
}

interface InputProps {
  readonly parameter: Parameter;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function Input({ parameter: { name, in: place, required = false, schema }, value, onValue }: InputProps) {
  const choices = schema?.enum?.map(String);
  return (
    <label>
      <span>
        {name} <span class="quiet">in {place}</span>
      </span>
      {choices === undefined ? (
        <input
          value={value}
          required={required}
          autocomplete="off"
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      ) : (
        <select value={value} required={required} onInput={({ currentTarget }) => onValue(currentTarget.value)}>
          <option value="">none</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      )}
    </label>
  );
}

/** What a refusal says to people, where it is one. */
function refusalIn({ status, text }: Received): string | null {
  if (status === 0) return 'No answer came.';
  if (status < 400) return null;
  try {
    const { title, detail } = JSON.parse(text) as { readonly title?: string; readonly detail?: string };
    return [title, detail].filter((part) => part !== undefined).join(': ');
  } catch {
    return null;
  }
}

function Answered({ received }: { readonly received: Received }) {
  const { status, headers, text, bytes, ms, isComplete } = received;
  const refusal = isComplete ? refusalIn(received) : null;
  return (
    <>
      <p>
        <strong class={status >= 200 && status < 400 ? 'good' : 'alarm'}>{status === 0 ? '…' : status}</strong>{' '}
        <span class="quiet">
          {ms} ms, {bytes.toLocaleString('en')} bytes{isComplete ? '' : ', more may come'}
        </span>
      </p>
      {refusal !== null && <p class="warning">{refusal}</p>}
      {text !== '' && (
        <pre tabIndex={0} role="region" aria-label="The answer">
          <code>{text}</code>
        </pre>
      )}
      {headers.length > 0 && (
        <details>
          <summary>Headers</summary>
          <pre tabIndex={0} role="region" aria-label="The headers of the answer">
            <code>{headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</code>
          </pre>
        </details>
      )}
    </>
  );
}
