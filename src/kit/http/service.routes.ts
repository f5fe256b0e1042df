import { type Route, route } from './rest/route.ts';

const links = {
  openapi: '/api/openapi.json',
  asyncapi: '/api/asyncapi.json',
  graphql: '/graphql',
  events: '/api/events/stream',
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
          description: 'Relative to this server.',
          properties: Object.fromEntries(Object.keys(links).map((name) => [name, link])),
          required: Object.keys(links),
        },
      },
      required: ['name', 'links'],
    },
  },
  required: ['service'],
};

/** `/`, for programs and for people with curl: browsers get the start page there. It needs no API key. */
export const serviceRoute: Route = route({
  tag: 'Documents',
  extension: true,
  method: 'GET',
  isPublic: true,
  path: '/',
  operationId: 'getService',
  summary: 'What runs here, and where its APIs are',
  description: 'Browsers get a page.',
  responses: { 200: { description: 'The service.', schema } },
  handle: async () => ({ body: { service: { name: 'Deckcast', links } } }),
});
