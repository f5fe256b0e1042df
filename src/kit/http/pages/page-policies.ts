/** The policy of one answer with a page, by its nonce and the origins whose pages may embed it. */
export type PagePolicy = (nonce: string, framedBy: readonly string[]) => string;

const neverAllowed = ["object-src 'none'", "base-uri 'none'", "form-action 'none'"];
const noFrames = "frame-ancestors 'none'";

/** Scripts come from files alone; the editor makes its style elements with the nonce. */
export const graphiqlPolicy: PagePolicy = (nonce) =>
  [
    "default-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "worker-src 'self' blob:",
    "font-src 'self' data:",
    "img-src 'self' data:",
    "connect-src 'self' ws: wss:",
    ...neverAllowed,
    noFrames,
  ].join('; ');

/** Runs what the page itself names, and writes no HTML. Authors may name images and recordings of other hosts. */
export const playerPolicy: PagePolicy = (nonce, framedBy) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    "media-src 'self' https:",
    "connect-src 'self'",
    "worker-src 'self'",
    // The page of a PDF, which it has loaded itself.
    'frame-src blob:',
    "require-trusted-types-for 'script'",
    // It names the worker, and nothing else.
    'trusted-types deckcast-worker',
    ...neverAllowed,
    framedBy.length === 0 ? noFrames : `frame-ancestors ${framedBy.join(' ')}`,
  ].join('; ');

/** Runs what the page itself names, and writes no HTML. */
export const homePolicy: PagePolicy = (nonce) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...neverAllowed,
    noFrames,
  ].join('; ');

/** Runs what the page itself names, and writes no HTML. Authors may name images and recordings of other hosts. */
export const consolePolicy: PagePolicy = (nonce) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data: blob: https:",
    "media-src 'self' https:",
    "connect-src 'self'",
    // The page of a presentation, as its homeowner sees it.
    "frame-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...neverAllowed,
    noFrames,
  ].join('; ');

/** Text alone, with its style. */
export const refusalPolicy: PagePolicy = (nonce) =>
  ["default-src 'none'", `style-src 'nonce-${nonce}'`, "img-src 'self' data:", ...neverAllowed, noFrames].join('; ');

/** The worker loads what pages name: their own files, and images and recordings of other hosts. */
export const workerPolicy = "default-src 'none'; connect-src 'self' https:";

/** A drawing that is opened by itself: it runs and loads nothing. */
export const imagePolicy = "default-src 'none'; sandbox";
