/** @jsxImportSource preact */
import { useMutation, useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { Confirm } from '../controls/confirm.tsx';
import { Moment } from '../controls/moment.tsx';
import { More, type Page } from '../controls/pages.tsx';
import { toast } from '../controls/toasts.tsx';
import { useMay } from '../visitor.ts';
import { NewLink } from './new-link.tsx';
import { RevokePresentationLinkDocument } from './links.graphql.ts';
import { MoreLinksDocument } from './presentation.graphql.ts';
import type { Shown } from './use-presentation.ts';

type Link = Shown['links']['nodes'][number];

/** The links by which homeowners open the presentation, expired and revoked ones too. */
export function Links({ presentation }: { readonly presentation: Shown }) {
  const may = useMay();
  const [isNew, setNew] = useState(false);
  const [revoked, setRevoked] = useState<Link>();
  const isWriter = may('presentations:write');
  const { nodes: links, pageInfo } = presentation.links;
  const row = (link: Link) => (
    <li key={link.id}>
      <div>
        <p class="presentations-words">{link.name}</p>
        <LinkFacts link={link} />
      </div>
      {isWriter && stateOf(link) === null && (
        <button type="button" class="plain" aria-label={`Revoke ${link.name}`} onClick={() => setRevoked(link)}>
          Revoke
        </button>
      )}
    </li>
  );
  return (
    <section class="card stack" aria-labelledby="links-of">
      <header class="heading">
        <h2 id="links-of">Links</h2>
        {isWriter && (
          <button type="button" onClick={() => setNew(true)}>
            New link
          </button>
        )}
      </header>
      {links.length === 0 && <p class="hint">No link yet. A link opens the presentation for its homeowner.</p>}
      <ul class="presentations-links">
        {links.map(row)}
        <More behind={pageInfo} usePage={(after) => useMoreLinks(presentation.id, after)} row={row} />
      </ul>
      {isNew && <NewLink presentationId={presentation.id} onClose={() => setNew(false)} />}
      {revoked && <Revoke link={revoked} onClose={() => setRevoked(undefined)} />}
    </section>
  );
}

function useMoreLinks(id: string, after: string | null): Page<Link> {
  const [{ data, error }, read] = useQuery({ query: MoreLinksDocument, variables: { id, after: after ?? '' } });
  return { page: data?.presentation?.links, error, read };
}

/** Why a link opens nothing; null for one that counts. */
function stateOf({ revokedAt, expiresAt }: Link): 'Revoked' | 'Expired' | null {
  if (revokedAt !== null) return 'Revoked';
  return Date.parse(expiresAt) <= Date.now() ? 'Expired' : null;
}

function LinkFacts({ link }: { readonly link: Link }) {
  const { scope, isOneTime, visitCount, lastVisitedAt, expiresAt } = link;
  const state = stateOf(link);
  return (
    <p class="hint">
      {state !== null && <span class="badge">{state}</span>} {scope === 'VIEW' ? 'Views' : 'Views and signs'}
      {isOneTime && ', opens once'},{' '}
      {lastVisitedAt === null ? (
        'not opened yet'
      ) : (
        <>
          opened {visitCount === 1 ? 'once' : `${visitCount} times`}, last <Moment at={lastVisitedAt} />
        </>
      )}
      {state === null && (
        <>
          , expires <Moment at={expiresAt} />
        </>
      )}
    </p>
  );
}

function Revoke({ link, onClose }: { readonly link: Link; readonly onClose: () => void }) {
  const [{ error }, revoke] = useMutation(RevokePresentationLinkDocument);
  return (
    <Confirm
      title={`Revoke the link “${link.name}”`}
      action="Revoke"
      error={error}
      onClose={onClose}
      onConfirm={async () => {
        const { data } = await revoke({ id: link.id, playerUrl: true });
        if (!data?.revokePresentationLink) return;
        toast('The link is revoked. It opens nothing from now on.');
        onClose();
      }}
    >
      <p>Whoever has it can no longer open the presentation, and open pages end. Nothing undoes this.</p>
    </Confirm>
  );
}
