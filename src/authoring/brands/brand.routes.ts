import { notFound } from '../../kit/core/index.ts';
import { file, type Route, route, signedQuery } from '../../kit/http/index.ts';
import { logoUrlOf } from './logo-url.ts';
import { readLogo } from './logos.ts';

/** A logo never changes. */
const forEver = { 'Cache-Control': 'private, max-age=31536000, immutable' };

export function brandRoutes(): Route[] {
  return [
    route({
      tag: 'Decks',
      extension: true,
      method: 'GET',
      path: '/api/logos/{logoId}.png',
      operationId: 'getLogo',
      query: signedQuery,
      summary: 'Get the logo of a brand',
      description: 'As brand.logo of a deck names it. Clients may cache it forever.',
      responses: { 200: file('image/png', 'The logo.', ['Cache-Control']) },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, path }) => {
        const png = await readLogo(scope, logoUrlOf(path('logoId').toLowerCase()));
        if (png === null) throw notFound('logo', path('logoId'));
        return { body: png, headers: forEver };
      },
    }),
  ];
}
