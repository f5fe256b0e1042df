/** What a page requests before its scripts are there, by its path: see `player/early-request.ts`. */
export const earlyPaths = { presentation: '/api/guest/presentation', visit: '/api/guest/visits' } as const;
type EarlyPath = (typeof earlyPaths)[keyof typeof earlyPaths];

/** A request that was sent. */
interface EarlyAnswer {
  /** When, on the clock of the page. */
  readonly at: number;
  readonly answer: Promise<Response>;
}

interface EarlyAnswers {
  readonly token: string;
  readonly answers: Partial<Record<EarlyPath, EarlyAnswer>>;
}

declare global {
  interface Window {
    earlyAnswers?: EarlyAnswers;
  }
}

/** What each request of a link is sent with. */
export function guestHeaders(token: string): Readonly<Record<string, string>> {
  return { Authorization: `Link ${token}`, 'Content-Type': 'application/json' };
}

/** Sends a request of a link, for whoever takes the answer. */
export function requestEarly(method: string, path: EarlyPath, token: string): Promise<Response> {
  const answer = fetch(path, { method, headers: guestHeaders(token), cache: 'no-store' });
  const early = (globalThis.window.earlyAnswers ??= { token, answers: {} });
  early.answers[path] = { at: performance.now(), answer };
  // Whoever takes it reports what is wrong with it.
  answer.catch(() => undefined);
  return answer;
}

/** Takes the answer to a request of a link, once; null where it was not sent. */
export function takeEarly(path: string, token: string): EarlyAnswer | null {
  const { earlyAnswers: early } = globalThis.window;
  const taken = early?.token === token ? early.answers[path as EarlyPath] : undefined;
  if (early === undefined || taken === undefined) return null;
  delete early.answers[path as EarlyPath];
  return taken;
}
