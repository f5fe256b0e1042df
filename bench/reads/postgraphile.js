// PostGraphile 5 (Grafast) on the same tables, which makes its schema from them.
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { pool } from './store.js';
import { listen } from './report-base.js';

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ pool, schemas: ['public'] })],
  // The order of display has no index.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  // Lists beside connections, so that the document asks for what the others answer.
  schema: { defaultBehavior: '+list' },
  grafserv: { graphiql: false, websockets: false },
  grafast: { explain: false },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
listen(server);
