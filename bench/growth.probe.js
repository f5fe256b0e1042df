// Loaded into a server by --import. Asked over IPC it tells the statements that it has sent to PostgreSQL since it was
// last asked, with their values, so that they can be explained.
import { createRequire } from 'node:module';

// The driver of Deckcast, not that of the peers.
const { Client } = createRequire(new URL('../package.json', import.meta.url))('pg');
let sent = [];
const { query } = Client.prototype;
Client.prototype.query = function recordedQuery(statement, values, ...more) {
  const { text = statement, values: own = values } = statement;
  sent.push({ text, values: Array.isArray(own) ? own : [] });
  return query.call(this, statement, values, ...more);
};
process.on('message', () => {
  process.send(sent);
  sent = [];
});
process.channel.unref();
