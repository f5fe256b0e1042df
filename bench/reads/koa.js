// The limit of the web framework: a bare Koa that answers `/healthz` as Deckcast does, and nothing else.
import { createServer } from 'node:http';
import Koa from 'koa';
import { listen } from './report-base.js';

const koa = new Koa();
koa.use((context) => {
  context.body = { status: 'ok' };
});
listen(createServer(koa.callback()));
