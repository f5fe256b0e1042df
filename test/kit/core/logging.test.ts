import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@jest/globals';
import { createLogger, logDestination } from '../../../src/kit/core/logging.ts';

/** What a log writes to an output that is a terminal, or is not. */
async function written(isTTY: boolean): Promise<string> {
  let text = '';
  const write = (line: string): boolean => {
    text += line;
    return true;
  };
  const log = createLogger('info', await logDestination({ isTTY, write } as unknown as NodeJS.WriteStream));
  log.warn({ delivery: 'd-1' }, 'a delivery failed');
  return text;
}

test('lines are for people on a terminal', async () => {
  expect(stripVTControlCharacters(await written(true))).toMatch(
    /^\[\d\d:\d\d:\d\d\] WARN: a delivery failed\n {4}delivery: "d-1"\n$/,
  );
});

test('lines are JSON elsewhere', async () => {
  expect(JSON.parse(await written(false))).toMatchObject({ level: 40, delivery: 'd-1', msg: 'a delivery failed' });
});
