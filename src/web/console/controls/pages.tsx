/** @jsxImportSource preact */
import type { CombinedError, OperationContext } from '@urql/core';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Refusal } from './refusal.tsx';
import { Skeleton } from './skeleton.tsx';

/** One page of a list, or why it is not there. Undefined while it is being read. */
export interface Page<Node> {
  readonly page:
    | {
        readonly nodes: readonly Node[];
        readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
      }
    | null
    | undefined;
  readonly error: CombinedError | undefined;
  readonly read: (context?: Partial<OperationContext>) => void;
}

interface PagesProps<Node> {
  /** A hook that reads the page behind a cursor; null for the first one. */
  readonly usePage: (after: string | null) => Page<Node>;
  /** How many columns the table has. */
  readonly columns: number;
  readonly row: (node: Node) => ComponentChildren;
  /** In place of the rows of an empty list. */
  readonly empty: ComponentChildren;
}

/** The rows of a table, page by page. Each page is a query of its own, so that all stay current. */
export function Pages<Node>(props: PagesProps<Node>) {
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null]);
  return (
    <>
      {cursors.map((after, index) => (
        <Rows
          key={after}
          {...props}
          after={after}
          more={index === cursors.length - 1 ? (next) => setCursors([...cursors, next]) : undefined}
        />
      ))}
    </>
  );
}

interface RowsProps<Node> extends PagesProps<Node> {
  readonly after: string | null;
  /** Of the last page: shows the one behind a cursor. */
  readonly more: ((cursor: string) => void) | undefined;
}

function Rows<Node>({ usePage, columns, row, empty, after, more }: RowsProps<Node>) {
  const { page, error, read } = usePage(after);
  const next = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  const isEmpty = page?.nodes.length === 0 && after === null;
  const note = (children: ComponentChildren) => (
    <tr class="note">
      <td colSpan={columns}>{children}</td>
    </tr>
  );
  return (
    <tbody>
      {error !== undefined && note(<Refusal error={error} retry={() => read({ requestPolicy: 'network-only' })} />)}
      {page === undefined && error === undefined && note(<Skeleton rows={3} />)}
      {isEmpty ? note(empty) : page?.nodes.map(row)}
      {next !== null &&
        more !== undefined &&
        note(
          <button type="button" onClick={() => more(next)}>
            Show more
          </button>,
        )}
    </tbody>
  );
}

interface MoreProps<Node> extends Pick<PagesProps<Node>, 'usePage' | 'row'> {
  /** The page before. */
  readonly behind: NonNullable<Page<Node>['page']>['pageInfo'];
}

/** The items of a list behind a page that is shown, page by page as they are opened. */
export function More<Node>({ behind, ...props }: MoreProps<Node>) {
  const [isOpen, setOpen] = useState(false);
  const after = behind.hasNextPage ? behind.endCursor : null;
  if (after === null) return null;
  if (isOpen) return <MoreItems {...props} after={after} />;
  return (
    <li>
      <button type="button" onClick={() => setOpen(true)}>
        Show more
      </button>
    </li>
  );
}

function MoreItems<Node>({ usePage, row, after }: Omit<MoreProps<Node>, 'behind'> & { readonly after: string }) {
  const { page, error, read } = usePage(after);
  if (!page) {
    return (
      <li>
        {error === undefined && <Skeleton rows={3} />}
        <Refusal error={error} retry={() => read({ requestPolicy: 'network-only' })} />
      </li>
    );
  }
  return (
    <>
      {page.nodes.map(row)}
      <More behind={page.pageInfo} usePage={usePage} row={row} />
    </>
  );
}
