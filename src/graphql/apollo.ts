import { ApolloServer, type ApolloServerPlugin, HeaderMap, type HTTPGraphQLResponse } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import type { GraphQLSchema } from 'graphql';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import { readJson } from '../http/body.ts';
import type { GraphQLContext } from './context.ts';
import { asGraphQLError, formatError } from './format-error.ts';
import { parseOptions, validationRules } from './limits.ts';
import { checkVariables } from './variables.ts';

export type Apollo = ApolloServer<GraphQLContext>;

export async function startApollo(schema: GraphQLSchema, log: Logger): Promise<Apollo> {
  const apollo = new ApolloServer<GraphQLContext>({
    schema,
    parseOptions,
    validationRules,
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
          if (operation !== undefined) checkVariables(schema, operation, request.variables ?? {});
        } catch (error) {
          throw error instanceof AppError ? asGraphQLError(error) : error;
        }
      },
      willSendResponse: async ({ response, errors, contextValue: { scope } }) => {
        if (response.body.kind !== 'single' || errors === undefined) return;
        response.body.singleResult.errors = errors.map((error) => formatError(error, scope.requestId, scope.log));
      },
    }),
  };
}

/** Answers one GraphQL request over HTTP. */
export async function answerGraphQL(apollo: Apollo, context: Context, graphql: GraphQLContext): Promise<void> {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(context.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const response = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method: context.method,
      headers,
      search: context.search,
      body: context.method === 'POST' ? await readJson(context.req) : undefined,
    },
    context: async () => graphql,
  });
  await write(response, context);
}

async function write({ status = 200, headers, body }: HTTPGraphQLResponse, context: Context): Promise<void> {
  context.status = status;
  for (const [name, value] of headers) context.set(name, value);
  if (body.kind === 'complete') {
    context.body = body.string;
    return;
  }
  let text = '';
  for await (const chunk of body.asyncIterator) text += chunk;
  context.body = text;
}
