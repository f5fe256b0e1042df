import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { type Command, InvalidArgumentError } from 'commander';
import type { Config } from '../config.ts';
import type { ChainHead } from '../trust/audit/chain.ts';
import type { ChainLine } from '../trust/audit/chain-lines.ts';
import type { Verification } from '../trust/audit/verify.ts';
import { withDatabase } from './on-database.ts';
import { askServer } from './running-server.ts';
import type { Surroundings } from './surroundings.ts';

/** Of an export nobody knows what is still to be chained. */
type Found = Omit<Verification, 'pendingCount'> & Partial<Pick<Verification, 'pendingCount'>>;

/** The audit log, on the database or over HTTP. */
interface AuditCommands {
  verify(kept: ChainHead | null): Promise<Found>;
  /** The lines of an export behind a number. */
  lines(after: number): Promise<AsyncIterable<ChainLine>>;
  close(): Promise<void>;
}

interface VerifyOptions {
  readonly kept?: ChainHead | null;
  readonly json?: boolean;
}

/** Verifies and exports the audit log. */
export function addAudit(program: Command, { env }: Surroundings): void {
  const onAudit = <Result>(work: (commands: AuditCommands) => Promise<Result>): Promise<Result> =>
    withDatabase<AuditCommands, Result>(
      env,
      async (config, log) => (await import('../composition/commands.ts')).openAuditCommands(config, log),
      remoteAudit,
      work,
    );
  const audit = program.command('audit').description('Verifies and exports the audit log.');
  audit.addHelpText(
    'after',
    '\nWhile a server runs on the embedded database, it is asked: API_KEY must be a key with the scope audit:read then.',
  );
  audit
    .command('verify [file]')
    .description(
      'Follows the chain of the log, or of an export, and names the first entry that was altered, removed or inserted.',
    )
    .option('--kept <number:hash>', 'an end that was kept elsewhere: is it still in the chain?', keptEnd)
    .option('--json', 'as JSON')
    .action(async (file: string | undefined, { kept = null, json = false }: VerifyOptions) => {
      const found =
        file === undefined
          ? await onAudit((commands) => commands.verify(kept))
          : await verifyExport(linesOf(createReadStream(file)), kept, false);
      if (json) console.log(JSON.stringify(found, null, 2));
      else report(found, file === undefined);
      if (found.fault !== null) process.exitCode = 1;
    });
  audit
    .command('export')
    .description('Writes the log to standard output, one JSON object a line.')
    .option('--after <number>', 'only entries behind this number: the last one of an earlier export', position, 0)
    .action(({ after }: { after: number }) =>
      onAudit(async (commands) => {
        for await (const line of await commands.lines(after)) {
          if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain');
        }
      }),
    );
}

function report({ head, entries, pendingCount, fault }: Found, isLog: boolean): void {
  const notLooked = isLog ? ' Entries beside the chain were not looked for: that needs the database itself.' : '';
  const rest = pendingCount === undefined ? notLooked : ` ${pendingCount} more have no place in it yet.`;
  console.log(`${entries} entries of the chain fit.${rest}`);
  console.log(`The end is ${head.number}:${head.hash}`);
  if (fault !== null) console.error(fault);
}

function keptEnd(text: string): ChainHead {
  const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (hash === undefined) throw new InvalidArgumentError('It must be a number and a hash, as verify prints them.');
  return { number: Number(number), hash };
}

function position(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a number.');
  return Number(text);
}

async function verifyExport(lines: AsyncIterable<ChainLine>, kept: ChainHead | null, isWhole: boolean): Promise<Found> {
  const { verifyLines } = await import('../trust/audit/verify.ts');
  return verifyLines(lines, { kept, isWhole });
}

async function* linesOf(input: NodeJS.ReadableStream): AsyncGenerator<ChainLine> {
  for await (const line of createInterface({ input })) if (line !== '') yield JSON.parse(line) as ChainLine;
}

function remoteAudit(config: Config): AuditCommands {
  const lines = async (after: number): Promise<AsyncIterable<ChainLine>> => {
    const path = `/api/audit.jsonl?after=${after}`;
    const { body } = await askServer(config, { method: 'GET', path, scope: 'audit:read' });
    return linesOf(body === null ? Readable.from([]) : Readable.fromWeb(body));
  };
  return {
    verify: async (kept) => verifyExport(await lines(0), kept, true),
    lines,
    close: async () => undefined,
  };
}
