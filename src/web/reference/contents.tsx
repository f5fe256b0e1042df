/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { type ApiDocument, matching } from './document.ts';

/** All operations by their groups, and a field that finds some. */
export function Contents({ api, current }: { readonly api: ApiDocument; readonly current: string }) {
  const [text, setText] = useState('');
  const groups = matching(api.groups, text);
  return (
    <nav aria-label="Operations">
      <input
        type="search"
        aria-label="Find operations"
        placeholder="Find operations"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      {groups.length === 0 && <p role="status">No operation has these words.</p>}
      {groups.map(({ name, operations }) => (
        <details key={name} open={text !== '' || operations.some(({ operationId }) => operationId === current)}>
          <summary>
            {name} <span class="quiet">{operations.length}</span>
          </summary>
          <ul>
            {operations.map(({ operationId, method, summary }) => (
              <li key={operationId}>
                <a href={`#${operationId}`} aria-current={operationId === current ? 'page' : undefined}>
                  <code class="method">{method}</code> {summary}
                </a>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  );
}
