// A webhook receiver in a process of its own: answers 204 and tells how many distinct ids it has seen, and when.
import { createServer } from 'node:http';

const seen = new Map();
let requests = 0;
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    if (request.method === 'GET' && request.url === '/list') {
      response.end(JSON.stringify([...seen.keys()]));
      return;
    }
    if (request.method === 'GET') {
      response.end(JSON.stringify({ requests, ids: seen.size, last: Math.max(0, ...seen.values()) }));
      return;
    }
    if (request.method === 'DELETE') {
      seen.clear();
      requests = 0;
    } else {
      requests += 1;
      const id = `${request.url} ${request.headers['webhook-id']}`;
      const now = performance.timeOrigin + performance.now();
      if (!seen.has(id)) seen.set(id, now);
      if (request.url === '/latency') process.send({ id: request.headers['webhook-id'], at: now });
    }
    response.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
