import { componentName } from '../../core/index.ts';
import { namesInPath, type PathParameter } from '../rest/path-parameter.ts';
import type { QueryParameter } from '../rest/query.ts';
import { isConditional, type Route, takesKey } from '../rest/route.ts';
import type { Json } from './json.ts';

interface HeaderParameter {
  /** Its name, where it has another meaning than the parameter that its key names. */
  readonly name?: string;
  readonly described: { readonly description: string; readonly example?: string };
  readonly isTakenBy: (route: Route) => boolean;
}

const isRanged = ({ responses }: Route): boolean => responses[206] !== undefined;

/** Every request header that an operation reads, beyond those of any request. */
const headerParameters: Readonly<Record<string, HeaderParameter>> = {
  'If-Match': {
    described: {
      description:
        'The ETag that you read, weak or strong, or a list of them. The request fails with 412 when the resource has changed since.',
      example: '"3"',
    },
    isTakenBy: ({ errors = [] }) => errors.includes('PRECONDITION_FAILED'),
  },
  'Idempotency-Key': {
    described: {
      description:
        'Your own name for this request, 1 to 255 visible ASCII characters. The same request sent again within 24 hours gets the first answer and changes nothing; another request under the key gets 422. A request that failed may be corrected and sent under the same key.',
    },
    isTakenBy: takesKey,
  },
  Prefer: {
    described: { description: 'Seconds to wait for the finished result (RFC 7240).', example: 'wait=10' },
    isTakenBy: ({ waits }) => waits === true,
  },
  'Last-Event-ID': {
    described: { description: 'Sent by a client that reconnects; takes precedence over after.' },
    isTakenBy: ({ responses, query }) =>
      responses[200]?.mediaType === 'text/event-stream' && query?.after !== undefined,
  },
  Range: {
    described: { description: 'The part to read: one range of bytes.', example: 'bytes=0-499' },
    isTakenBy: isRanged,
  },
  'If-Range': {
    described: { description: 'The ETag of the version of which the client has a part.' },
    isTakenBy: isRanged,
  },
  'If-None-Match': {
    described: { description: 'The ETag of the version that the client has. Answered with 304 while it is current.' },
    isTakenBy: (route) => isRanged(route) || isConditional(route),
  },
  'If-None-Match-Any': {
    name: 'If-None-Match',
    described: { description: '`*` creates what is missing, and replaces nothing: 412 when it exists.', example: '*' },
    isTakenBy: ({ creates }) => creates === true,
  },
};

/** The parameters of an operation; shared ones are references to components. */
export function parameters(route: Route): Json[] {
  return [
    ...namesInPath(route.path).map((name) => reference(name)),
    ...Object.entries(route.query ?? {}).map(([name, { shared, ...parameter }]) =>
      shared === undefined ? queryParameter(name, parameter) : reference(shared),
    ),
    ...Object.entries(headerParameters)
      .filter(([, { isTakenBy }]) => isTakenBy(route))
      .map(([name]) => reference(name)),
  ];
}

/** The parameters that the routes take, as components. */
export function sharedParameters(
  routes: readonly Route[],
  pathParameters: Readonly<Record<string, PathParameter>>,
): Json {
  const inPath = routes
    .flatMap(({ path }) => namesInPath(path))
    .map((name) => [componentName(name), { name, in: 'path', required: true, ...pathParameters[name] }]);
  const inQuery = routes.flatMap(({ query = {} }) =>
    Object.entries(query).flatMap(([name, { shared, ...parameter }]) =>
      shared === undefined ? [] : [[shared, queryParameter(name, parameter)]],
    ),
  );
  const inHeader = Object.entries(headerParameters).map(([key, { described, name = key }]) => [
    componentName(key),
    { name, in: 'header', schema: { type: 'string' }, ...described },
  ]);
  return Object.fromEntries([...inPath, ...inQuery, ...inHeader]) as Json;
}

function queryParameter(name: string, { schema, description, required }: QueryParameter): Json {
  return {
    name,
    in: 'query',
    description,
    ...(required === true ? { required } : {}),
    schema,
    ...(schema.type === 'array' ? { style: 'form', explode: true } : {}),
  };
}

function reference(name: string): Json {
  return { $ref: `#/components/parameters/${componentName(name)}` };
}
