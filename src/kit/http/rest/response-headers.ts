import type { SchemaObject } from 'ajv';

/** A response header as OpenAPI describes it. */
export interface HeaderDescription {
  readonly description: string;
  readonly schema: SchemaObject;
  /** Whether every response that declares the header has it. */
  readonly required?: boolean;
  readonly example?: string;
}

const text: SchemaObject = { type: 'string' };

/** Every response header that an operation may declare. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'The id of the request in the log: that of its own X-Request-Id, or a new one.',
    required: true,
    schema: text,
  },
  ETag: {
    description:
      'The version of the resource, for a later If-Match; for lists and files, a name of what they show. If-None-Match takes each, If-Range that of a file. That of a compressed answer ends with its coding, such as `"3-br"`, and is equivalent.',
    required: true,
    schema: text,
    example: '"3"',
  },
  Location: { description: 'Where the new resource is.', required: true, schema: text },
  Link: {
    description:
      'The next page as rel="next", absent on the last one; for a deprecated operation its description as rel="deprecation".',
    schema: text,
    example: '</api/decks?limit=50&after=Mg>; rel="next"',
  },
  Deprecation: {
    description: 'Since when the operation is deprecated (RFC 9745), in seconds since 1970.',
    schema: text,
    example: '@1795651200',
  },
  Sunset: {
    description: 'When the operation may be removed at the earliest (RFC 8594).',
    schema: text,
    example: 'Tue, 01 Jun 2027 00:00:00 GMT',
  },
  'X-Ignored-Fields': {
    description:
      'The keys of the body that are not known, separated by commas: each a path with dots, percent-encoded, and after `;nearest=` the known one that was most likely meant. At most 20.',
    schema: text,
    example: 'homeowner.frist_name;nearest=first_name',
  },
  'X-Warnings': {
    description: 'Warnings about the input, which is accepted unchanged: for each a code, and a sentence for people.',
    schema: text,
    example: 'unusual_type: LeadSubmitted is not in dotted lower case, such as contract.signed.',
  },
  'Cache-Control': { description: 'Who may keep the answer, and for how long.', required: true, schema: text },
  'Content-Security-Policy': {
    description: 'What a browser may do with the file where it is opened by itself: nothing but show it.',
    required: true,
    schema: text,
    example: "default-src 'none'; sandbox",
  },
  'Content-Disposition': { description: 'The name for a saved file.', required: true, schema: text },
  'Accept-Ranges': { description: 'Range headers are taken.', required: true, schema: text, example: 'bytes' },
  'Content-Range': {
    description: 'Which bytes these are, of how many; after a range beyond the end, how many there are.',
    required: true,
    schema: text,
    example: 'bytes 0-499/12345',
  },
  'Set-Cookie': { description: 'Gives the browser its session, or takes it away.', required: true, schema: text },
  Accept: {
    description: 'The media types of bodies that the method takes.',
    required: true,
    schema: text,
    example: 'application/json',
  },
  'Accept-Patch': {
    description: 'The media types of bodies that PATCH takes; absent from answers to other methods.',
    schema: text,
    example: 'application/merge-patch+json, application/json',
  },
  'Retry-After': { description: 'Seconds to wait before the next try.', required: true, schema: { type: 'integer' } },
  RateLimit: {
    description:
      'State of each limit that the request was charged to (draft-ietf-httpapi-ratelimit-headers): points left, and seconds until they are renewed. Absent while no key is set.',
    schema: text,
    example: '"address";r=11990;t=42, "key";r=5990;t=42',
  },
  'RateLimit-Policy': {
    description: 'The limits themselves: points in a window of so many seconds.',
    schema: text,
    example: '"address";q=12000;w=60, "key";q=6000;w=60',
  },
  'WWW-Authenticate': { description: 'How to authenticate.', required: true, schema: text, example: 'Bearer' },
} satisfies Record<string, HeaderDescription>;

export type ResponseHeader = keyof typeof responseHeaders;
/** Values of response headers, by name. */
export type ResponseHeaders = Readonly<Partial<Record<ResponseHeader, string>>>;

/** The headers of every answer to a request that was charged. */
export const rateHeaders = ['RateLimit', 'RateLimit-Policy'] as const satisfies readonly ResponseHeader[];
