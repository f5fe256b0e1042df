import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { eventually } from '../helpers/eventually.ts';

const speaker = path.join(import.meta.dirname, '..', '..', 'dist/engines/espeak/espeak.speaker.js');

/** Speaks one text, tells the process that spoke, and goes on with a long one. */
const program = `
  const { EspeakSpeaker } = await import(${JSON.stringify(speaker)});
  const speaker = new EspeakSpeaker({ warn: console.error });
  const speak = (text) =>
    speaker.speak({ text, language: 'en-US', voice: null, settings: {} }, new AbortController().signal);
  await speak('Hello');
  console.log(speaker.processId);
  if (process.argv[1] === 'go on') await speak('And so on, and so on. '.repeat(450));
`;

describe('the speech process', () => {
  function run(mode: string): { exited: Promise<unknown[]>; kill: () => void; childId: () => Promise<number> } {
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program, mode], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    parent.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    return {
      exited: once(parent, 'exit'),
      kill: () => parent.kill('SIGKILL'),
      childId: async () => Number(await eventually(() => /^\d+\n/.exec(printed)?.[0])),
    };
  }

  /** One that has ended and that nobody has asked about yet does not run. */
  function runs(processId: number): boolean {
    try {
      return !execFileSync('ps', ['-o', 'stat=', '-p', String(processId)])
        .toString()
        .startsWith('Z');
    } catch {
      return false;
    }
  }

  test('does not keep its parent from ending, and ends with it', async () => {
    const { exited, childId } = run('stop');
    const processId = await childId();
    expect(await exited).toEqual([0, null]);
    await eventually(() => !runs(processId));
  });

  test('ends in the middle of a text when its parent is killed', async () => {
    const { exited, kill, childId } = run('go on');
    const processId = await childId();
    expect(runs(processId)).toBe(true);
    kill();
    await exited;
    await eventually(() => !runs(processId));
  });
});
