import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Contracts, presented } from '../contracts/contracts.ts';
import { root } from '../helpers/documents.ts';
import { eventually } from '../helpers/eventually.ts';
import { SnippetProcess } from '../helpers/snippets.ts';
import { TcpProxy } from '../helpers/tcp-proxy.ts';
import { useApp } from '../helpers/test-app.ts';

const folder = path.join(root, 'docs/examples');
const apiKey = 'the-key-of-the-inbox';
const app = useApp({ API_KEY: apiKey });
/** What a test has opened, closed in reverse order. */
const opened: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

/** The last line that an inbox has printed of a contract, without its id. */
function shown({ printed }: SnippetProcess, id: string): string | undefined {
  const line = printed.split('\n').findLast((one) => one.startsWith(id));
  return line?.slice(id.length + 1).toLowerCase();
}

describe.each(['inbox-rest.ts', 'inbox-graphql.ts'])('%s', (name) => {
  test('has fewer than 60 lines', () => {
    const lines = readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n');
    expect(lines.length).toBeLessThan(60);
    expect(lines.filter((line) => line.length > 120)).toEqual([]);
  });

  test('lists the contracts of all decks and stays current, also after a lost connection', async () => {
    const contracts = new Contracts(app);
    const early = [await contracts.in('signed'), await contracts.in('sent')];
    const draft = await contracts.in('draft');
    const way = await new TcpProxy(Number(new URL(app.base).port)).open();
    opened.push(() => way.cut());
    const inbox = new SnippetProcess(folder, name, {
      DECKCAST_URL: `http://127.0.0.1:${way.port}`,
      API_KEY: apiKey,
    });
    opened.push(() => inbox.end());
    const shows = (id: string, text: string): Promise<unknown> =>
      eventually(() => shown(inbox, id) === text, { timeoutMs: 20_000, what: `"${text}" in "${inbox.printed}"` });

    const [signed, sent] = early.map(({ id }) => id);
    await shows(signed ?? '', 'signed dana whitaker 12824.18');
    await shows(sent ?? '', 'sent dana whitaker 11800.00 / 12824.18');
    expect(shown(inbox, draft.id)).toBeUndefined();

    await contracts.move(draft.id, 'send');
    await shows(draft.id, 'sent dana whitaker 11800.00 / 12824.18');
    await contracts.move(draft.id, 'sign', await contracts.signature(draft.id));
    await shows(draft.id, 'signed dana whitaker 12824.18');

    await way.cut();
    const presentation = await presented(app.rest);
    const missed = await contracts.in('sent', presentation);
    await contracts.move(sent ?? '', 'decline');
    await way.open();
    await shows(missed.id, 'sent dana whitaker 11800.00 / 12824.18');
    await shows(sent ?? '', 'declined dana whitaker 11800.00 / 12824.18');

    await app.rest.delete(`/api/presentations/${presentation.id}`);
    await shows(missed.id, 'deleted undefined undefined undefined');
  }, 60_000);
});
