import { ApolloServer, type ApolloServerPlugin, HeaderMap, type HTTPGraphQLResponse } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema, OperationTypeNode } from 'graphql';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import { AppError, invalidField } from '../errors.ts';
import { readJson } from '../http/body.ts';
import type { RequestScope } from '../scope.ts';
import type { GraphQLContext } from './context.ts';
import { asGraphQLError, formatError } from './format-error.ts';
import { parseOptions, validationOptions, validationRules } from './limits.ts';
import { checkVariables } from './variables.ts';

export type Apollo = ApolloServer<GraphQLContext>;

export async function startApollo(schema: GraphQLSchema, log: Logger): Promise<Apollo> {
  const apollo = new ApolloServer<GraphQLContext>({
    schema,
    parseOptions,
    validationRules,
    validationOptions,
    introspection: true,
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    logger: log,
    plugins: [ApolloServerPluginCacheControlDisabled(), tellErrorsLikeRest(schema)],
  });
  await apollo.start();
  return apollo;
}

/** Checks variables by the shared rules, and puts problem details into every error. */
function tellErrorsLikeRest(schema: GraphQLSchema): ApolloServerPlugin<GraphQLContext> {
  return {
    requestDidStart: async () => ({
      didResolveOperation: async ({ operation, request }) => {
        try {
          if (operation === undefined) return;
          if (operation.operation === OperationTypeNode.SUBSCRIPTION) throw needsSocket();
          checkVariables(schema, operation, request.variables ?? {});
        } catch (error) {
          throw error instanceof AppError ? asGraphQLError(error) : error;
        }
      },
      willSendResponse: async ({ response, errors, contextValue: { scope } }) => {
        if (response.body.kind !== 'single' || errors === undefined) return;
        const { singleResult } = response.body;
        singleResult.errors = errors.map((error) => formatError(error, scope.requestId, scope.log));
        // Apollo refuses persisted queries with 200; nothing was run, and that is told by the status here.
        if (singleResult.data === undefined && response.http.status === 200) response.http.status = 400;
      },
    }),
  };
}

/** Answers one GraphQL request over HTTP. */
export async function answerGraphQL(apollo: Apollo, context: Context, graphql: GraphQLContext): Promise<void> {
  if (context.method !== 'GET' && context.method !== 'POST') {
    context.set('Allow', 'GET, POST');
    context.status = 204;
    if (context.method === 'OPTIONS') return;
    throw new AppError('METHOD_NOT_ALLOWED', `${context.method} is not possible here; GET and POST are.`);
  }
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(context.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // Apollo would look at this only after it has run the operation, and answer a done mutation with 406.
  if (context.accepts('application/json', 'application/graphql-response+json') === false) headers.delete('accept');
  const response = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method: context.method,
      headers,
      search: context.search,
      body: context.method === 'POST' ? await readJson(context.req) : undefined,
    },
    context: async () => graphql,
  });
  await write(response, context, graphql.scope);
}

function needsSocket(): AppError {
  return invalidField('', 'type', 'Subscriptions run over WebSocket (graphql-transport-ws), at this same path.');
}

async function write(
  { status = 200, headers, body }: HTTPGraphQLResponse,
  context: Context,
  scope: RequestScope,
): Promise<void> {
  context.status = status;
  for (const [name, value] of headers) context.set(name, value);
  if (body.kind === 'complete') {
    context.body = status < 400 ? body.string : withProblems(body.string, status, scope);
    return;
  }
  let text = '';
  for await (const chunk of body.asyncIterator) text += chunk;
  context.body = text;
}

/** Apollo answers by itself what never becomes an operation; such errors get their problem details here. */
function withProblems(answer: string, status: number, { requestId, log }: RequestScope): string {
  const { errors, ...rest } = JSON.parse(answer) as { errors: GraphQLFormattedError[] };
  const told = errors.map(({ message, extensions = {}, ...place }) => {
    if ('problem' in extensions) return { message, ...place, extensions };
    return formatError(new GraphQLError(message, { extensions: { ...extensions, http: { status } } }), requestId, log);
  });
  return `${JSON.stringify({ ...rest, errors: told })}\n`;
}
