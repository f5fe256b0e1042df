import type { IncomingMessage } from 'node:http';
import type { Context, Middleware } from 'koa';
import { AppError, type OpenReceiver } from '../core/index.ts';
import type { Clients } from '../rights/index.ts';
import { otherRoutes } from './request-meter.ts';

/** Stands before the check of credentials, and before the limits of those who have one. */
export function receiveOpenly({ nameIn, receive }: OpenReceiver, clients: Clients): Middleware {
  const receiveFor = async (name: string, context: Context): Promise<void> => {
    context.state['route'] = otherRoutes.receivers;
    if (context.method !== 'POST') {
      context.set('Allow', 'POST');
      throw new AppError('method_not_allowed', `${context.method} is not possible here; POST is.`);
    }
    const { req, res } = context;
    const left = new AbortController();
    res.once('close', () => left.abort());
    const status = await receive(name, {
      address: clients.of(req).ip,
      headers: req.headers,
      readBody: (maxBytes) => readUpTo(req, maxBytes),
      left: left.signal,
    });
    context.body = null;
    context.status = status;
  };
  return (context, next) => {
    const name = nameIn(context.path);
    return name === null ? next() : receiveFor(name, context);
  };
}

async function readUpTo(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
