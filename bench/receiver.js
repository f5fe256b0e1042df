// A webhook receiver in a process of its own: tells how many distinct ids it has seen, and when.
// The path says how it behaves: /flaky fails three times in ten, /flapping fails every second request and all requests
// in 5 of 20 seconds, /hanging never answers, /latency reports each receipt at once; all others answer 204.
// Of a path whose secret it was given (PUT) it verifies each request in two ways.
// With RECEIVER_HISTORY, the path of a file, it appends one line of JSON for each request before it answers.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { contentDigest, History } from './history.js';

const seen = new Set();
const verifiers = new Map();
const history = process.env.RECEIVER_HISTORY === undefined ? null : new History(process.env.RECEIVER_HISTORY);
let requests = 0;
/** When the latest new id came. */
let last = 0;
let unverified = 0;

function reported(request, body) {
  if (request.url === '/list') return [...seen];
  if (request.method === 'GET') return { requests, unverified, ids: seen.size, last };
  if (request.method === 'DELETE') {
    seen.clear();
    requests = 0;
    last = 0;
    return null;
  }
  verifiers.set(
    request.url,
    [Webhook, SvixWebhook].map((Verifier) => new Verifier(body)),
  );
  return null;
}

function fails(url) {
  if (url === '/flaky') return Math.random() < 0.3;
  return url === '/flapping' && (requests % 2 === 0 || Date.now() % 20_000 < 5_000);
}

function receive({ url, headers }, body) {
  requests += 1;
  try {
    for (const verifier of verifiers.get(url) ?? []) verifier.verify(body, headers);
  } catch {
    unverified += 1;
    return 401;
  }
  if (fails(url)) return 500;
  const id = `${url} ${headers['webhook-id']}`;
  const now = performance.timeOrigin + performance.now();
  if (!seen.has(id)) {
    seen.add(id);
    last = now;
  }
  if (url === '/latency') process.send({ id: headers['webhook-id'], at: now });
  return 204;
}

function note({ url, headers }, body, status) {
  history?.append({
    path: url,
    id: headers['webhook-id'],
    status,
    content: contentDigest(JSON.parse(body)),
    bytes: createHash('sha256').update(body).digest('hex'),
  });
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    if (request.method !== 'POST') {
      response.end(JSON.stringify(reported(request, body)));
      return;
    }
    const status = request.url.startsWith('/hanging') ? null : receive(request, body);
    note(request, body, status);
    if (status !== null) response.writeHead(status).end();
  });
});
process.once('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
