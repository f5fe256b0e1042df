import { healthPaths } from './health.routes.ts';
import { type Route, route } from './rest/route.ts';

const links = {
  openapi: '/api/openapi.json',
  reference: '/api/docs',
  asyncapi: '/api/asyncapi.json',
  graphql: '/graphql',
  graphqlSchema: '/graphql/schema.graphql',
  events: '/api/events/stream',
  ...healthPaths,
};

const link = { type: 'string', format: 'uri-reference' };
const schema = {
  type: 'object',
  properties: {
    service: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        links: {
          type: 'object',
          description: 'Relative to this server. Metrics are at the port of `HEALTH_PORT`, not here.',
          properties: Object.fromEntries(Object.keys(links).map((name) => [name, link])),
          required: Object.keys(links),
        },
      },
      required: ['name', 'links'],
    },
  },
  required: ['service'],
};

const shared = {
  tag: 'Documents',
  extension: true,
  method: 'GET',
  isPublic: true,
  responses: { 200: { description: 'The service.', schema } },
  handle: async () => ({ body: { service: { name: 'Deckcast', links } } }),
} as const;

/** `/` and `/api`, for programs and for people with curl: browsers get pages there. They need no API key. */
export const serviceRoutes: readonly Route[] = [
  route({
    ...shared,
    path: '/',
    operationId: 'getService',
    summary: 'What runs here, and where its APIs are',
    description: 'Browsers get a page.',
  }),
  route({
    ...shared,
    path: '/api',
    operationId: 'getApi',
    summary: 'The same as `/`, where the paths of REST begin',
    description: 'Browsers are redirected to the reference, `/api/docs`.',
  }),
];
