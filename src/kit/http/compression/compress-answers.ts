import type { Context, Middleware } from 'koa';
import { codingFor } from './codings.ts';
import { Compressor, isLasting } from './compressor.ts';
import { readPlainTags, tagIn, tagOf } from './entity-tags.ts';
import { showsSecret } from './secrets.ts';

/** A shorter answer fits into one packet as it is. In characters of text, or bytes. */
const shortest = 1_024;

/**
 * Compresses answers that are in memory as a whole, for clients that offer it. What is sent as it comes stays as it is:
 * streams, exports and files. So do parts of audio, PDFs, and answers with a secret.
 */
export function compressAnswers(): Middleware {
  const compressor = new Compressor();
  return async (context, next) => {
    const known = context.req.headers['if-none-match'];
    readPlainTags(context.req.headers);
    await next();
    const body: unknown = context.body;
    if ((typeof body === 'string' || Buffer.isBuffer(body)) && body.length >= shortest && isText(context)) {
      await compressBody(context, typeof body === 'string' ? Buffer.from(body) : body, compressor);
    }
    if (known !== undefined && context.status === 304) {
      context.vary('Accept-Encoding');
      retag(context, (tag) => tagIn(known, tag));
    }
  };
}

/** A page has a nonce, which counts for one answer: no two answers could be compared. */
function isText({ status, response }: Context): boolean {
  return status !== 206 && /\/(?:[\w.-]+\+)?json$|^text\/(?:html|vtt)$/.test(response.type);
}

async function compressBody(context: Context, bytes: Buffer, compressor: Compressor): Promise<void> {
  context.vary('Accept-Encoding');
  const coding = codingFor(context.get('Accept-Encoding'));
  if (coding === null || (!isLasting(bytes) && showsSecret(bytes))) return;
  const sent = await compressor.compress(bytes, coding);
  if (sent === null) return;
  context.body = sent;
  context.set('Content-Encoding', coding);
  retag(context, (tag) => tagOf(tag, coding));
}

function retag({ res }: Context, change: (tag: string) => string): void {
  const tag = res.getHeader('ETag');
  if (typeof tag === 'string') res.setHeader('ETag', change(tag));
}
