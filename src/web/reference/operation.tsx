/** @jsxImportSource preact */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Session } from '../session/session.ts';
import type { Answer, ApiDocument, Operation } from './document.ts';
import { Fields, Value } from './fields.tsx';
import { sampleOf } from './sample.ts';
import { Text } from './text.tsx';
import { TryIt } from './try-it.tsx';

interface OperationProps {
  readonly api: ApiDocument;
  readonly operation: Operation;
}

/** One operation: what it takes, what it answers, and a form that sends it. */
export function OperationPage({ api, operation, session }: OperationProps & { readonly session: Session }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [operation]);
  const { method, path, summary, description, deprecated, requestBody } = operation;
  const content = Object.entries(requestBody?.content ?? {});
  return (
    <article>
      <p class="back">
        <a href="#">All operations</a>
      </p>
      <h2 ref={heading} tabIndex={-1}>
        {summary}
      </h2>
      <p class="line">
        <code class="method">{method}</code> <code>{path ?? 'the URL of your receiver'}</code>
      </p>
      {deprecated === true && <p class="warning">Deprecated.</p>}
      {description !== undefined && (
        <p>
          <Text of={description} />
        </p>
      )}
      {path !== null && <TryIt key={operation.operationId} api={api} operation={operation} session={session} />}
      <Parameters api={api} operation={operation} />
      {content.length > 0 && (
        <section>
          <h3>Body</h3>
          <p class="quiet">{content.map(([type]) => type).join(' or ')}</p>
          <Fields api={api} schema={content[0]?.[1].schema ?? {}} />
        </section>
      )}
      <section>
        <h3>Responses</h3>
        {Object.entries(operation.responses).map(([status, answer]) => (
          <Response key={status} api={api} status={status} answer={api.resolve<Answer>(answer)} />
        ))}
      </section>
    </article>
  );
}

function Parameters({ api, operation }: OperationProps) {
  const parameters = api.parametersOf(operation);
  if (parameters.length === 0) return null;
  return (
    <section>
      <h3>Parameters</h3>
      <ul class="fields">
        {parameters.map(({ name, in: place, required, description, schema = {} }) => (
          <li key={`${place} ${name}`} class="field">
            <p>
              <code class="name">{name}</code> <span class="quiet">in {place}</span>
              {required === true && <strong class="required"> required</strong>}
            </p>
            <Value api={api} schema={description === undefined ? schema : { ...schema, description }} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Response({
  api,
  status,
  answer,
}: {
  readonly api: ApiDocument;
  readonly status: string;
  readonly answer: Answer;
}) {
  const content = Object.entries(answer.content ?? {});
  const headers = Object.keys(answer.headers ?? {});
  return (
    <details>
      <summary>
        <code>{status}</code> <Text of={answer.description} />
      </summary>
      {headers.length > 0 && <p class="quiet">Headers: {headers.join(', ')}</p>}
      {content.map(([type, { schema = {}, example }]) => (
        <div key={type}>
          <p class="quiet">{type}</p>
          <Fields api={api} schema={schema} />
          {type.endsWith('json') && <Sample api={api} schema={schema} example={example} />}
        </div>
      ))}
    </details>
  );
}

function Sample({
  api,
  schema,
  example,
}: {
  readonly api: ApiDocument;
  readonly schema: object;
  readonly example: unknown;
}) {
  const sample = useMemo(() => example ?? sampleOf(api, schema, true), [api, schema, example]);
  return (
    <pre tabIndex={0} role="region" aria-label="Example">
      <code>{JSON.stringify(sample, null, 2)}</code>
    </pre>
  );
}
