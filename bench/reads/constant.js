// The limit of the machine: Deckcast's own answers, sent from memory. Each path answers with what it was told.
import { createServer } from 'node:http';
import { listen } from './report-base.js';

const answers = new Map();
process.on('message', (reported) => {
  for (const [path, text] of Object.entries(reported)) answers.set(path, Buffer.from(text));
  process.send('told');
});
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const body = answers.get(request.url);
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': 'application/json',
      'content-length': body?.length ?? 0,
    });
    response.end(body);
  });
});
listen(server);
