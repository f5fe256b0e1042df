import { pick, ToolbarButton, ToolbarMenu, useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { examples } from './examples.ts';
import { type Linked, linkTo } from './link.ts';
import type { LastAnswer } from './measured.ts';

/** Copies a link that opens the document of the tab, with its variables. */
export function CopyLink() {
  const { queryEditor, variableEditor, operationName } = useGraphiQL(
    pick('queryEditor', 'variableEditor', 'operationName'),
  );
  const [label, setLabel] = useState('Copy link');
  const copy = async (): Promise<void> => {
    const linked = {
      query: queryEditor?.getValue() ?? '',
      variables: variableEditor?.getValue() ?? '',
      operationName: operationName ?? '',
    };
    const link = linkTo(location.pathname, linked);
    if (link === null) return setLabel('Too long for a link');
    // A page without HTTPS has no clipboard: the link is in the address bar then.
    history.replaceState(null, '', link);
    if (isSecureContext) await navigator.clipboard.writeText(location.href);
    setLabel(isSecureContext ? 'Link copied' : 'The address is the link');
  };
  return (
    <ToolbarButton label={label} onClick={() => void copy()} onBlur={() => setLabel('Copy link')}>
      <svg className="graphiql-toolbar-icon" viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M6.5 9.5a2.5 2.5 0 0 0 3.5 0l3-3A2.5 2.5 0 0 0 9.5 3L8.5 4M9.5 6.5a2.5 2.5 0 0 0-3.5 0l-3 3A2.5 2.5 0 0 0 6.5 13l1-1" />
      </svg>
    </ToolbarButton>
  );
}

/** Documents to begin with. Each opens in a tab of its own. */
export function Examples() {
  const { addTab } = useGraphiQLActions();
  const { queryEditor, variableEditor } = useGraphiQL(pick('queryEditor', 'variableEditor'));
  return (
    <ToolbarMenu
      button={
        <ToolbarButton label="Examples">
          <svg
            className="graphiql-toolbar-icon"
            viewBox="0 0 16 16"
            fill="none"
            stroke="currentColor"
            aria-hidden="true"
          >
            <path d="M2.5 3.5h11M2.5 8h11M2.5 12.5h7" />
          </svg>
        </ToolbarButton>
      }
    >
      {examples.map(({ name, query, variables = '' }) => (
        <ToolbarMenu.Item
          key={name}
          onSelect={() => {
            addTab();
            queryEditor?.setValue(query);
            variableEditor?.setValue(variables);
          }}
        >
          {name}
        </ToolbarMenu.Item>
      ))}
    </ToolbarMenu>
  );
}

/** Chooses the operation that a link names, once the editor has read its document. */
export function OperationOfLink({ linked }: { readonly linked: Linked | null }) {
  const { setOperationName } = useGraphiQLActions();
  const hasRead = useGraphiQL(({ operations }) => operations !== undefined);
  useEffect(() => {
    if (hasRead && linked !== null && linked.operationName !== '') setOperationName(linked.operationName);
  }, [hasRead, linked, setOperationName]);
  return null;
}

/** Below the answers: what the last one took, and the schema. */
export function Foot({ lastAnswer }: { readonly lastAnswer: LastAnswer }) {
  const measured = useSyncExternalStore(lastAnswer.subscribe, lastAnswer.read);
  return (
    <>
      <span role="status">
        {measured !== null &&
          `${measured.status}, ${measured.ms} ms, ${measured.bytes.toLocaleString('en')} ${measured.bytes === 1 ? 'byte' : 'bytes'}`}
      </span>
      <a href="/graphql/schema.graphql" download="schema.graphql">
        Schema
      </a>
    </>
  );
}
