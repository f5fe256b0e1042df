import { ApolloServer, type ApolloServerPlugin, HeaderMap, type HTTPGraphQLResponse } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
} from '@apollo/server/plugin/disabled';
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema, OperationTypeNode } from 'graphql';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import {
  AppError,
  asBody,
  type Budget,
  endWithClient,
  inSpan,
  invalidField,
  operationLimits,
  withinLimits,
} from '../../core/index.ts';
import { readJson } from '../../input/index.ts';
import { pointsOf } from '../../data/index.ts';
import { contentTag, isNotModified } from '../cache/not-modified.ts';
import type { CompiledAnswers } from '../compiled/compiled-answers.ts';
import type { GraphQLContext } from '../context.ts';
import { costOf, pointsBeyond, rejectCostly, reportCost } from './cost.ts';
import type { DocumentSources } from './document-sources.ts';
import { resultText, shortened } from './execute.ts';
import { asGraphQLError, formatError, formatErrors } from './format-error.ts';
import { parseOptions } from '../limits.ts';
import { type OperationMeter, spanName } from './operation-meter.ts';
import { resolveOverHttp } from '../persisted/over-http.ts';
import { checkVariables } from './variables.ts';

/** With the charset, without which some clients would accept neither. */
const mediaTypes = ['application/json; charset=utf-8', 'application/graphql-response+json; charset=utf-8'] as const;

/** The GraphQL server behind `/graphql`. */
export type Apollo = ApolloServer<GraphQLContext>;

/** Starts Apollo on the checked documents. It is called by our own HTTP server and serves no port itself. */
export async function startApollo(
  { documents, persisted }: Omit<DocumentSources, 'trusted'>,
  { answers, meter }: { readonly answers: CompiledAnswers; readonly meter: OperationMeter },
  log: Logger,
): Promise<Apollo> {
  const { schema, validation } = documents;
  const apollo = new ApolloServer<GraphQLContext>({
    schema,
    parseOptions,
    validationRules: validation.rules,
    validationOptions: validation.options,
    // Where it is off, a rule of `validation` refuses it, on sockets too.
    introspection: true,
    persistedQueries: { cache: persisted },
    documentStore: documents,
    // It is checked before (see `isFromHere`), and clients may use a plain GET.
    csrfPrevention: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    logger: log,
    stringifyResult: (result) => `${resultText(result)}\n`,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      formatErrorsLikeRest(schema, meter, log),
      answerCompiled(schema, answers, log),
    ],
  });
  await apollo.start();
  return apollo;
}

/** Checks variables by the shared rules, prices and counts the operation, and puts problem details into every error. */
function formatErrorsLikeRest(
  schema: GraphQLSchema,
  meter: OperationMeter,
  log: Logger,
): ApolloServerPlugin<GraphQLContext> {
  return {
    requestDidStart: async () => {
      let cost: number | null = null;
      const end = meter.begin();
      return {
        didResolveOperation: async ({
          document,
          operation,
          request: { operationName, variables = {} },
          contextValue,
        }) => {
          try {
            if (operation === undefined) return;
            if (operation.operation === OperationTypeNode.SUBSCRIPTION) throw needsSocket();
            checkVariables(schema, operation, variables);
            cost = costOf({ schema, document, operationName, variables });
            rejectCostly(cost);
            // The HTTP layer has charged the first point.
            await contextValue.account.charge(pointsOf(cost) - 1);
          } catch (error) {
            throw error instanceof AppError ? asGraphQLError(error) : error;
          }
        },
        willSendResponse: async ({ response, errors, contextValue, document, operation }) => {
          if (response.body.kind !== 'single') return;
          const { singleResult } = response.body;
          if (cost !== null) {
            reportCost(cost, singleResult, response.http.headers);
            await contextValue.account.chargeUsed(pointsBeyond(cost));
          }
          const { data } = singleResult;
          const short = shortened({
            ...(data === undefined ? {} : { data }),
            ...(errors === undefined ? {} : { errors }),
          });
          if (short.errors !== undefined) singleResult.errors = formatErrors(short.errors, contextValue, log);
          const [first] = singleResult.errors ?? [];
          end({ document, operation }, first && String(first.extensions?.['code']));
        },
      };
    },
  };
}

/** Answers queries by compiled operations, as far as graphql-js does not have to execute them. */
function answerCompiled(
  schema: GraphQLSchema,
  answers: CompiledAnswers,
  log: Logger,
): ApolloServerPlugin<GraphQLContext> {
  return {
    requestDidStart: async () => ({
      responseForOperation: async ({ document, operation, request: { variables = {} }, contextValue: context }) => {
        // Apollo also counts requests that name no operation of their document.
        if (operation === undefined) return null;
        const result = await answers.answer({ schema, document, operation, variables, context });
        if (result === null) return null;
        const { data = null, errors } = shortened(result);
        const singleResult = errors === undefined ? { data } : { data, errors: formatErrors(errors, context, log) };
        return { http: { headers: new HeaderMap() }, body: { kind: 'single', singleResult } };
      },
    }),
  };
}

/** What answers GraphQL over HTTP. */
export interface GraphQLEndpoint extends Pick<DocumentSources, 'trusted'> {
  readonly apollo: Apollo;
  readonly log: Logger;
}

/** Answers one GraphQL request over HTTP. */
export async function serveGraphQL(
  { apollo, trusted, log }: GraphQLEndpoint,
  context: Context,
  graphql: GraphQLContext,
): Promise<void> {
  if (!['GET', 'HEAD', 'POST'].includes(context.method)) {
    context.set('Allow', 'GET, HEAD, POST');
    context.status = 204;
    if (context.method === 'OPTIONS') return;
    const hint = context.method === 'PUT' ? ` ${liveHint}` : '';
    throw new AppError('method_not_allowed', `${context.method} is not possible here; GET, HEAD and POST are.${hint}`);
  }
  const { mediaType, isEventStream } = preferenceOf(context);
  if (isEventStream) throw invalidField('/Accept', 'format', liveHint);
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(context.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // Apollo would negotiate after the operation, and answer a finished mutation with 406. It takes no header for JSON.
  if (mediaType === mediaTypes[0]) headers.delete('accept');
  else headers.set('accept', mediaType);
  const request = {
    // Koa leaves the body of an answer to HEAD out.
    method: context.method === 'POST' ? 'POST' : 'GET',
    headers,
    search: withoutEmpty(context.search),
    body: context.method === 'POST' ? await readJson(context.req) : undefined,
  };
  const httpGraphQLRequest = resolveOverHttp(trusted, request, graphql);
  const execute = (budget: Budget): Promise<HTTPGraphQLResponse> =>
    endWithClient(
      budget,
      context.res,
      () =>
        inSpan(spanName, () => apollo.executeHTTPGraphQLRequest({ httpGraphQLRequest, context: async () => graphql })),
      () => !graphql.hasChanged,
    );
  const response = await withinLimits(operationLimits, execute, graphql.key);
  await write(response, context, { requestId: graphql.requestId, log });
}

/** Leaves out what a form or a client sends empty in place of nothing. */
function withoutEmpty(search: string): string {
  if (search === '') return search;
  const parameters = new URLSearchParams(search);
  const empty = ['operationName', 'variables', 'extensions'].filter((name) => parameters.get(name) === '');
  if (empty.length === 0) return search;
  for (const name of empty) parameters.delete(name);
  return `?${parameters.toString()}`;
}

/** What a client accepts of what there is. */
interface Preference {
  /** The media type that it prefers for results. A client that accepts none still gets its operation. */
  readonly mediaType: string;
  /** Whether it reads server-sent events alone, as graphql-sse does. Of a result as JSON it would see nothing. */
  readonly isEventStream: boolean;
}

/** By the Accept header: a client sends the same one with each request. */
const preferences = new Map<string | undefined, Preference>();
const mostPreferences = 100;

function preferenceOf(context: Context): Preference {
  const { accept } = context.headers;
  const known = preferences.get(accept);
  if (known !== undefined) return known;
  const [first, second] = mediaTypes;
  const preference = {
    mediaType: context.accepts(first, second) || first,
    isEventStream:
      context.accepts('json', 'application/graphql-response+json', 'text/event-stream') === 'text/event-stream',
  };
  if (preferences.size === mostPreferences) preferences.clear();
  preferences.set(accept, preference);
  return preference;
}

/** The media type that a client prefers for results. */
export function mediaTypeFor(context: Context): string {
  return preferenceOf(context).mediaType;
}

const liveHint =
  'Subscriptions run over WebSocket at this same path, in the protocol graphql-transport-ws (npm package graphql-ws). Server-sent events of graphql-sse are not served; those of REST are: GET /api/events/stream.';

function needsSocket(): AppError {
  return invalidField('', 'type', liveHint);
}

/** What errors are reported with. */
interface Origin {
  readonly requestId: string;
  readonly log: Logger;
}

async function write(
  { status = 200, headers, body }: HTTPGraphQLResponse,
  context: Context,
  origin: Origin,
): Promise<void> {
  context.status = status;
  for (const [name, value] of headers) context.res.setHeader(name, value);
  if (body.kind === 'complete') {
    const text = status < 400 ? body.string : withProblems(body.string, status, origin);
    if (context.method !== 'POST' && status === 200) {
      context.set('ETag', contentTag(text));
      if (isNotModified(context)) return;
    }
    context.body = asBody(text);
    return;
  }
  let text = '';
  for await (const chunk of body.asyncIterator) text += chunk;
  context.body = text;
}

/** Adds problem details to errors of requests that Apollo answers before there is an operation. */
function withProblems(answer: string, status: number, { requestId, log }: Origin): string {
  const { errors, ...rest } = JSON.parse(answer) as { errors: GraphQLFormattedError[] };
  const formatted = errors.map(({ message, extensions = {}, ...place }) => {
    if ('problem' in extensions) return { message, ...place, extensions };
    return formatError(new GraphQLError(message, { extensions: { ...extensions, http: { status } } }), requestId, log);
  });
  return `${JSON.stringify({ ...rest, errors: formatted })}\n`;
}
