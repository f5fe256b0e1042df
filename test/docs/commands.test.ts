import { afterEach, describe, expect, test } from '@jest/globals';
import { type Block, documents } from '../helpers/documents.ts';
import { DocumentShell } from '../helpers/document-shell.ts';
import { eventually } from '../helpers/eventually.ts';
import { freePort } from '../helpers/free-port.ts';
import { withChanges } from '../helpers/snippets.ts';
import { useApp } from '../helpers/test-app.ts';
import { notRun } from './not-run.ts';

const isRun = ({ language, code }: Block): boolean =>
  language === 'sh' && !notRun.some((known) => known.code === code.trim());
const withCommands = documents.filter(({ blocks }) => blocks.some(isRun));

/** What an answer says of the members that are expected, as documents shorten answers: of a list the first items. */
function reduced(actual: unknown, expected: unknown): unknown {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const items: unknown[] = actual;
    return expected.map((item, index) => reduced(items[index], item));
  }
  if (isRecord(expected) && isRecord(actual)) {
    return Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, reduced(actual[name], value)]));
  }
  return actual;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a text has the lines of a block in their order; an ellipsis stands for anything. */
function shows(printed: string, expected: string): boolean {
  let from = 0;
  return expected
    .split(/[…\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .every((part) => {
      const at = printed.indexOf(part, from);
      from = at + part.length;
      return at >= 0;
    });
}

describe.each(withCommands.map(({ file, blocks }) => ({ file, blocks })))('the commands of $file', ({ blocks }) => {
  // A receiver needs longer to start than the tests wait between attempts.
  const app = useApp({
    SEED_DEMO: 'on',
    SPEECH: blocks.some(({ code }) => code.includes('/speech/preview')) ? 'espeak' : 'none',
    DELIVERY_RETRY_DELAYS: Array(30).fill('0.5').join(','),
  });
  let shell: DocumentShell;

  afterEach(() => shell.close());

  test('do what the document says', async () => {
    const receiver = String(await freePort());
    const { host } = new URL(app.base);
    const addresses = { '127.0.0.1:4000': host, ':5000/': `:${receiver}/`, 'listen(5000': `listen(${receiver}` };
    shell = await DocumentShell.open(addresses);
    let printed = '';
    for (const block of blocks) {
      const { place, language, mode, code } = block;
      if (isRun(block)) {
        if (mode === 'background') await shell.start(code);
        else printed = await shell.run(code);
      } else if (language === 'json') {
        const expected: unknown = JSON.parse(code);
        expect({ place, answer: reduced(JSON.parse(printed), expected) }).toEqual({ place, answer: expected });
      } else if (language === 'console') {
        const outputs = (): string[] => [printed, ...shell.inBackground];
        await eventually(() => outputs().some((output) => shows(output, withChanges(code, addresses))), {
          what: `the output at ${place}`,
        });
      }
    }
  }, 120_000);
});
