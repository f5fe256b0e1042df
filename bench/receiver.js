// A webhook receiver in a process of its own: tells how many distinct ids it has seen, and when.
// The path says how it behaves: /flaky fails three times in ten, /hanging never answers, /latency reports each receipt
// at once; all others answer 204. Of a path whose secret it was given (PUT) it verifies each request in two ways.
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';

const seen = new Map();
const verifiers = new Map();
let requests = 0;
let unverified = 0;

function told(request, body) {
  if (request.url === '/list') return [...seen.keys()];
  if (request.method === 'GET') return { requests, unverified, ids: seen.size, last: Math.max(0, ...seen.values()) };
  if (request.method === 'DELETE') {
    seen.clear();
    requests = 0;
    return null;
  }
  verifiers.set(
    request.url,
    [Webhook, SvixWebhook].map((Verifier) => new Verifier(body)),
  );
  return null;
}

function receive({ url, headers }, body) {
  requests += 1;
  try {
    for (const verifier of verifiers.get(url) ?? []) verifier.verify(body, headers);
  } catch {
    unverified += 1;
    return 401;
  }
  if (url === '/flaky' && Math.random() < 0.3) return 500;
  const id = `${url} ${headers['webhook-id']}`;
  const now = performance.timeOrigin + performance.now();
  if (!seen.has(id)) seen.set(id, now);
  if (url === '/latency') process.send({ id: headers['webhook-id'], at: now });
  return 204;
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    if (request.method !== 'POST') response.end(JSON.stringify(told(request, body)));
    else if (!request.url.startsWith('/hanging')) response.writeHead(receive(request, body)).end();
  });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
