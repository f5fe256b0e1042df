import { open, rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { EventAnswer } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import { createSubscription } from '../helpers/factories.ts';
import { freePort } from '../helpers/free-port.ts';
import { GraphQLClient } from '../helpers/graphql-client.ts';
import { RestClient } from '../helpers/rest-client.ts';
import { ServerProcess } from '../helpers/server-process.ts';
import { newDataDir } from '../helpers/template.ts';

interface Deliveries {
  deliveries: { nodes: { status: string; attempts: { outcome: string; error: string | null }[] }[] };
}

describe('a process whose output cannot be written', () => {
  let dataDir: string;
  let env: Record<string, string>;
  let server: ServerProcess;

  beforeEach(async () => {
    dataDir = await newDataDir('output');
    env = { DATA_DIR: dataDir, SEED_DEMO: 'off', LOG_LEVEL: 'info', DELIVERY_RETRY_DELAYS: '0.1,600' };
  });

  afterEach(async () => {
    await server.end('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Publishes an event for the console, and expects attempts that fail with this code and are made again. */
  async function expectFailedAttempts(base: string, code: string): Promise<void> {
    const rest = await new RestClient(base).open();
    await createSubscription(rest, { channel: 'console', channelConfig: {} });
    await rest.post<{ event: EventAnswer }>('/api/events', { type: 'contract.signed' });
    const delivery = await eventually(async () => {
      const query = '{ deliveries { nodes { status attempts { outcome error } } } }';
      const { deliveries } = await new GraphQLClient(base).data<Deliveries>(query);
      return deliveries.nodes.find(({ attempts }) => attempts.length === 2);
    });
    const error = `The standard output of the process cannot be written (${code}).`;
    const failed = { outcome: 'FAILED', error };
    expect(delivery).toEqual({ status: 'PENDING', attempts: [failed, failed] });
  }

  test('goes on serving and tries console deliveries again when the readers of its pipes are gone', async () => {
    server = new ServerProcess(env);
    const base = await server.base();
    server.closeOutput();
    await expectFailedAttempts(base, 'EPIPE');
    expect(await server.end('SIGTERM')).toBe(0);
  });

  test('goes on serving when the disk that takes its log is full', async () => {
    const full = await open('/dev/full', 'w');
    const port = await freePort();
    server = new ServerProcess({ ...env, PORT: String(port) }, { stdout: full.fd });
    await full.close();
    const base = `http://127.0.0.1:${port}`;
    await eventually(async () => (await fetch(`${base}/readyz`)).ok, { timeoutMs: 30_000 });
    await expectFailedAttempts(base, 'ENOSPC');
    expect(await server.end('SIGTERM')).toBe(0);
  });
});
