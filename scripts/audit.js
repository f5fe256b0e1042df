// Verifies and exports the audit log. Works on PostgreSQL itself, and on the embedded database itself while no server
// runs; a server that runs has locked its folder, and gets a request for an export over HTTP.
import 'reflect-metadata';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { withCommands, runCommand, UsageError } from './command.js';
import { askServer } from './running-server.js';

const usage = `Usage:
  npm run --silent audit -- verify [FILE] [--kept NUMBER:HASH]
  npm run --silent audit -- export [--after NUMBER] > audit.jsonl

verify follows the chain of the log, or of an export, and names the first entry that was altered, removed or inserted;
it then ends with the code 1. It prints the end of the chain: keep that elsewhere.
  --kept   an end that was kept: tells whether the chain still has that hash at that number
  --after  only entries behind this number: the last one of an earlier export

DATABASE_URL, DATA_DIR, HOST, PORT and API_KEY are read as the server reads them, also from .env. While a server runs on
the embedded database, API_KEY must be a key with the scope audit:read, unless no key was ever made.`;

const options = { kept: { type: 'string' }, after: { type: 'string' } };

const linesOf = async function* (input) {
  for await (const line of createInterface({ input })) if (line !== '') yield JSON.parse(line);
};

/** The same commands over HTTP. */
function remoteCommands(config) {
  const lines = async (after) => {
    const answer = await askServer(config, 'audit:read', 'GET', `/api/audit.jsonl?after=${after}`);
    return linesOf(Readable.fromWeb(answer.body));
  };
  return {
    verify: async (kept) => (await verifier())(await lines(0), { kept, isWhole: true }),
    lines,
    close: async () => undefined,
  };
}

const verifier = async () => (await import('../dist/trust/audit/verify.js')).verifyLines;

const withAudit = (work) => withCommands('openAuditCommands', remoteCommands, work);

async function verify(file, kept) {
  const found =
    file === undefined
      ? await withAudit((audit) => audit.verify(kept))
      : await (
          await verifier()
        )(linesOf(createReadStream(file)), { kept, isWhole: false });
  const { head, entries, pendingCount, fault } = found;
  const isRemote = file === undefined && pendingCount === undefined;
  const notLooked = isRemote ? ' Entries beside the chain were not looked for: that needs the database itself.' : '';
  const rest = pendingCount === undefined ? notLooked : ` ${pendingCount} more have no place in it yet.`;
  console.log(`${entries} entries of the chain fit.${rest}`);
  console.log(`The end is ${head.number}:${head.hash}`);
  if (fault === null) return;
  console.error(fault);
  process.exitCode = 1;
}

async function exportLines(after) {
  await withAudit(async (audit) => {
    for await (const line of await audit.lines(after)) {
      if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain');
    }
  });
}

function readKept(text) {
  if (text === undefined) return null;
  const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (hash === undefined) throw new UsageError('--kept must be a number and a hash, as verify prints them.');
  return { number: Number(number), hash };
}

function readCommand({ values, positionals }) {
  const [name, file, ...more] = positionals;
  if (name === 'verify' && more.length === 0 && values.after === undefined) {
    const kept = readKept(values.kept);
    return () => verify(file, kept);
  }
  if (name === 'export' && file === undefined && values.kept === undefined) {
    if (!/^\d{1,15}$/.test(values.after ?? '0')) throw new UsageError('--after must be a number.');
    return () => exportLines(Number(values.after ?? 0));
  }
  throw new UsageError(name === undefined ? 'Name a command.' : 'There is no such command.');
}

await runCommand({ usage, options, readCommand });
