import { nullable, type RequestScope, text, time, view } from '../../data/index.ts';
import type { StreamLink, StreamLinks } from '../../rights/index.ts';
import { type Route, route, wrapped } from './route.ts';
import { type QueryParameters, signedQuery } from './query.ts';

const streamLinkView = view<StreamLink>('StreamLink', { url: text, expiresAt: nullable(time) });

/** The query parameters by which a link opens its stream: `StreamLinks` reads them. */
const linkQuery = {
  key: {
    shared: 'OfKey',
    schema: { type: 'string', maxLength: 100 },
    description: 'Which key a signed link belongs to: as the link has it.',
  },
  token: {
    shared: 'OfToken',
    schema: { type: 'string' },
    description: 'The rights of the token that a signed link belongs to: as the link has it.',
  },
  ...signedQuery,
} satisfies QueryParameters;

interface LinkOptions {
  readonly operationId: string;
  readonly links: StreamLinks;
  /** Refuses what the stream would refuse, where the request shows it. */
  readonly check?: (scope: RequestScope, path: (name: string) => string) => Promise<unknown>;
}

/**
 * A stream that can be opened by links, with the route that makes them: a POST to the path and query that the link is to
 * open.
 */
export function withLinks(stream: Route, { operationId, links, check }: LinkOptions): Route[] {
  const { tag, path: template, query = {}, errors = [] } = stream;
  const maker = route<never, QueryParameters>({
    tag,
    extension: true,
    method: 'POST',
    path: template,
    operationId,
    summary: 'Make a link by which a browser follows the stream',
    description:
      'For `EventSource`, which sends no key. The link opens this path and query alone, with the rights that the key or token of this request has then, for `SIGNED_LINK_MINUTES`. `after` may be changed. An open stream ends with its key or token, not with its link. The URL is relative to this server. It holds a right, which is never stored, so it takes no Idempotency-Key.',
    query,
    isStored: false,
    responses: { 201: wrapped('link', streamLinkView, 'The link.') },
    errors: [...errors.filter((code) => code !== 'CURSOR_EXPIRED'), 'CONFLICT'],
    handle: async ({ scope, path, query: asked }) => {
      await check?.(scope, path);
      const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path(name)));
      const link = links.make(scope.actor, filled, searchOf(asked), scope.now());
      await scope.trail?.read(scope.em, { objectType: 'stream', objectId: filled });
      return { status: 201, body: { link: streamLinkView.write(link) } };
    },
  });
  return [{ ...stream, query: { ...query, ...linkQuery } }, maker];
}

type QueryValue = string | number | boolean | readonly string[] | undefined;

function searchOf(query: Readonly<Record<string, QueryValue>>): URLSearchParams {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one): [string, string] => [name, one.toString()]),
  );
  return new URLSearchParams(pairs);
}
