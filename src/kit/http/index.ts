// The face of http: the server, REST routes, the OpenAPI document and the AsyncAPI document.
export { asyncApi } from './asyncapi/async-api.ts';
export { Connections } from './connections.ts';
export { createHealthServer, type Health } from './health-server.ts';
export { healthRoutes } from './health.routes.ts';
export { schemaRoute } from './graphql-schema.routes.ts';
export { serviceRoutes } from './service.routes.ts';
export { documentOperation, documentResponses, printDocument } from './openapi/document-route.ts';
export { type Described, ownTags } from './openapi/document.ts';
export { joinedResponse, namedResponse, stateResponse, streamResponse } from './rest/event-stream.ts';
export {
  deckIdQuery,
  listResponse,
  ofDeckQuery,
  orderByQuery,
  pageQuery,
  pageRequest,
  statusQuery,
} from './rest/paging.ts';
export { namesInPath, type PathParameter, uuidParameter } from './rest/path-parameter.ts';
export {
  type NoQuery,
  type QueryOf,
  type QueryParameter,
  type QueryParameters,
  signedQuery,
  timeQuery,
} from './rest/query.ts';
export type { ResponseHeaders } from './rest/response-headers.ts';
export {
  bare,
  changeDepth,
  created,
  type DeclaredResponse,
  etag,
  file,
  joined,
  lines,
  noContent,
  notModified,
  type Route,
  route,
  type RouteRequest,
  type RouteResponse,
  type ServerSentEvent,
  streamed,
  tagged,
  versioned,
  versionsBefore,
  wrapped,
  wrappedList,
  wrappedMap,
  wrappedSchema,
} from './rest/route.ts';
export { withLinks } from './rest/stream-link.ts';
export { warned, warningHeaders } from './rest/warnings.ts';
export { createHttpServer } from './server.ts';
