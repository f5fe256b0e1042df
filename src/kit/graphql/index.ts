// The face of graphql: schema, execution, sockets and caches of answers.
export type { ResolverClass } from './call-methods.ts';
export { bodyTag, contentTag, hasTag, isNotModified, versionTag } from './cache/not-modified.ts';
export { TextCache } from './cache/text-cache.ts';
export { VersionedTexts } from './cache/versioned-texts.ts';
export { Versioned } from './cache/versioned.ts';
export { CompiledAnswers } from './compiled/compiled-answers.ts';
export {
  type Connection,
  connectionType,
  deepPage,
  DeepPageArgs,
  deepPagePrice,
  innerPage,
  InnerPageArgs,
  innerPagePrice,
  ListArgs,
  listPrice,
  PageArgs,
  toConnection,
} from './connection.ts';
export { type Caller, GraphQLContext } from './context.ts';
export { type GraphQLEndpoint, mediaTypeFor, serveGraphQL, startApollo } from './execution/apollo.ts';
export { DocumentCache } from './execution/document-cache.ts';
export type { DocumentSources } from './execution/document-sources.ts';
export { OperationMeter } from './execution/operation-meter.ts';
export { asGraphQLError, formatError } from './execution/format-error.ts';
export { guardFields } from './guard-fields.ts';
export { NotStored } from './idempotency-keys.ts';
export { IfVersion } from './if-version.ts';
export { NodeCatalogue, nodePrice, type NodeType, readNode, tableNode } from './node-catalogue.ts';
export { NodeResolver } from './node.resolver.ts';
export { isGraphQLPath } from './path.ts';
export { type Manifest, readManifest } from './persisted/manifest.ts';
export { PersistedQueries } from './persisted/persisted-queries.ts';
export { TrustedDocuments } from './persisted/trusted-documents.ts';
export { PayloadMutation } from './payload-mutation.ts';
export { holdsRows, NeedsColumns, RequestedColumns } from './requested-columns.ts';
export { givesRows } from './row-fields.ts';
export { createSchema, printedSchema } from './schema.ts';
export { signLinks } from './sign-links.ts';
export type { SocketRight } from './sockets/socket-right.ts';
export { serveSockets } from './sockets/websocket.ts';
