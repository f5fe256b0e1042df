import { type ErrorReason, errorReasons, type reasonsByCode } from './reasons.ts';
import type { QuotaName } from './quota-name.ts';

/** Every rule that a fault may name. */
export const faultCodes = [
  'required',
  'type',
  'enum',
  'length',
  'range',
  'format',
  'order',
  'unknown',
  'unsafe',
  'expired',
] as const;

/** One broken rule of one field, with the fix. */
export interface Fault {
  /** JSON Pointer (RFC 6901) to the field or parameter, such as `/homeowner/first_name`. */
  readonly pointer: string;
  /** Which rule was broken. */
  readonly code: (typeof faultCodes)[number];
  /** The rule and the fix, as a sentence. */
  readonly detail: string;
}

/** Every error code and its HTTP status. GraphQL has the same codes in `extensions.code`. */
export const statusByCode = {
  INVALID_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  CURSOR_EXPIRED: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  UPGRADE_REQUIRED: 426,
  UNPROCESSABLE: 422,
  OVER_BUDGET: 422,
  TOO_MANY_REQUESTS: 429,
  QUOTA_EXCEEDED: 429,
  STREAM_OVERFLOW: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const satisfies Record<keyof typeof reasonsByCode, number>;

export type ErrorCode = keyof typeof statusByCode;

const codeByReason = Object.fromEntries(errorReasons.map(({ reason, code }) => [reason, code])) as Readonly<
  Record<ErrorReason, ErrorCode>
>;

/** How soon it makes sense to try again, in seconds: the Retry-After of refusals that pass by themselves. */
export const retryAfter: Readonly<Partial<Record<ErrorCode, number>>> = { TOO_MANY_REQUESTS: 1, UNAVAILABLE: 2 };

/** The `title` of problem details: the same for every error of a code. */
export const titleByCode: Record<ErrorCode, string> = {
  INVALID_INPUT: 'The request is not valid',
  UNAUTHENTICATED: 'A valid API key is needed',
  FORBIDDEN: 'The request is not allowed',
  NOT_FOUND: 'There is no such thing',
  METHOD_NOT_ALLOWED: 'The method is not allowed here',
  CONFLICT: 'The request conflicts with what is stored',
  CURSOR_EXPIRED: 'The cursor cannot be continued from',
  PRECONDITION_FAILED: 'The resource has changed',
  PAYLOAD_TOO_LARGE: 'The request body is too large',
  UNSUPPORTED_MEDIA_TYPE: 'The content type is not supported',
  RANGE_NOT_SATISFIABLE: 'There is no such part',
  UPGRADE_REQUIRED: 'The connection was not upgraded',
  UNPROCESSABLE: 'The request breaks a rule',
  OVER_BUDGET: 'The request needs more than it may use',
  TOO_MANY_REQUESTS: 'There are too many requests',
  QUOTA_EXCEEDED: 'The quota of the key is used up',
  STREAM_OVERFLOW: 'The client reads too slowly',
  INTERNAL: 'Something went wrong here',
  UNAVAILABLE: 'The service is not available right now',
};

/**
 * A refusal that a client may read: its text is written for people and holds no secret.
 * Any other error that reaches an API is answered as `INTERNAL`, its text kept in the log.
 */
export class AppError extends Error {
  /** Members of the problem beyond the usual ones, such as the cursor to continue from. */
  readonly members: Pick<Problem, 'firstCursor' | 'cursor' | 'retryAfterSeconds' | 'quota'>;
  readonly code: ErrorCode;

  /** @param reason why, of the list in reasons.ts: it also decides the code */
  constructor(
    readonly reason: ErrorReason,
    detail: string,
    readonly faults: readonly Fault[] = [],
    { members = {}, ...options }: ErrorOptions & { readonly members?: AppError['members'] } = {},
  ) {
    super(detail, options);
    this.code = codeByReason[reason];
    this.members = members;
  }

  get status(): number {
    return statusByCode[this.code];
  }
}

/** A cursor of the event log that names no event which is kept: expired, foreign, or none at all. */
export class CursorExpiredError extends AppError {
  /**
   * @param firstCursor where the client can start again: before all events that are kept
   * @param cursor of the last event that the log has in common with what the client has read, where events behind it were
   *   lost with a server; null where none is known
   */
  constructor(firstCursor: string, cursor: string | null = null) {
    const detail =
      cursor === null
        ? 'after names no event that is kept: begin anew at firstCursor, which is ahead of all that are.'
        : 'after names an event that was lost when the database went back to an earlier state: go on at cursor, behind which the log is another one, or begin anew at firstCursor.';
    const members = cursor === null ? { firstCursor } : { firstCursor, cursor };
    super(
      cursor === null ? 'cursor_expired' : 'cursor_lost',
      detail,
      [{ pointer: '/after', code: 'expired', detail }],
      { members },
    );
  }
}

/** Most faults that are reported of one input. */
export const mostFaults = 20;

/** The input breaks rules. Reports the first faults, and how many more were counted. */
export function invalidInput(faults: readonly Fault[]): AppError {
  const [first] = faults;
  const detail = first === undefined ? 'The input is not valid.' : first.detail;
  const further = faults.length <= mostFaults ? faults.length - 1 : `at least ${mostFaults}`;
  const more = faults.length < 2 ? '' : ` (and ${further} more)`;
  return new AppError('invalid_input', `${detail}${more}`, faults.slice(0, mostFaults));
}

/** A single field breaks a rule. */
export function invalidField(pointer: string, code: Fault['code'], detail: string): AppError {
  return invalidInput([{ pointer, code, detail }]);
}

/** Does the work of a part of an input. @param place where the part is, as a JSON Pointer, for the faults that are found */
export async function within<Result>(place: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || place === '') throw error;
    const faults = error.faults.map((fault) => ({ ...fault, pointer: `${place}${fault.pointer}` }));
    throw new AppError(error.reason, error.message, faults, { cause: error, members: error.members });
  }
}

/** No credential that counts: the same for all that do not. */
export function unauthenticated(): AppError {
  return new AppError('credential_invalid', 'Send a valid API key as a bearer token: Authorization: Bearer <API_KEY>.');
}

/** @param what the noun, as the message names it */
export function notFound(what: string, id: string): AppError {
  return new AppError('not_found', `There is no ${what} with the id ${id.slice(0, 128)}.`);
}

/** RFC 9457 problem details: the body of every refused REST request, and `extensions.problem` in GraphQL. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance?: string;
  readonly code: ErrorCode;
  readonly reason: ErrorReason;
  readonly requestId: string;
  readonly errors: readonly Fault[];
  /** With `CURSOR_EXPIRED` alone. */
  readonly firstCursor?: string | null;
  /** With `STREAM_OVERFLOW`: behind it nothing was sent. With `CURSOR_EXPIRED` where events were lost: behind it the log is another one. */
  readonly cursor?: string | null;
  /** When a refused request may be sent again, where that is known. */
  readonly retryAfterSeconds?: number;
  /** The quota that a key has used up. */
  readonly quota?: { readonly name: QuotaName; readonly limit: number };
}

/** The problem details of an error. @param instance the path of the request, for REST */
export function toProblem(error: AppError, requestId: string, instance?: string): Problem {
  return {
    type: `urn:deckcast:problem:${error.code.toLowerCase().replaceAll('_', '-')}`,
    title: titleByCode[error.code],
    status: error.status,
    detail: error.message,
    ...(instance === undefined ? {} : { instance }),
    code: error.code,
    reason: error.reason,
    requestId,
    errors: error.faults,
    ...error.members,
  };
}

/** The process cannot start. The message names the cause and the fix for the operator. */
export class StartupError extends Error {}
