import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { deckcast } from '../helpers/deckcast.ts';
import { use } from '../helpers/use.ts';

// Each block starts a process that writes the script, and each of its tests one of the shell.
jest.setTimeout(60_000);

let folder = '';
use(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'deckcast-completion-'));
  await writeFile(path.join(folder, 'archive.tar'), '');
  return () => rm(folder, { recursive: true, force: true });
});

const capture = path.join(import.meta.dirname, '..', 'helpers', 'zsh-completions.zsh');

/** How a shell completes a line. Bash and fish are asked without their line editor; zsh completes in it alone. */
const shells: Readonly<Record<string, (script: string, line: string) => string[]>> = {
  bash: (script, line) => [
    '-c',
    `source ${script}; COMP_WORDS=(${line.replace(/ $/, ' ""')})
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _deckcast; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  zsh: (script, line) => ['-f', capture, script, line],
  fish: (script, line) => ['--no-config', '-c', `source ${script}; complete -C '${line}'`],
};

describe.each(Object.entries(shells))('deckcast completion %s', (shell, argumentsFor) => {
  const isInstalled = spawnSync(shell, ['-c', 'exit']).error === undefined;
  if (!isInstalled) process.stderr.write(`${shell} is not installed: tests of its completions are skipped.\n`);
  const testIn = isInstalled ? test : test.skip;
  let script = '';
  use(async () => {
    script = path.join(folder, `script.${shell}`);
    await writeFile(script, (await deckcast(['completion', shell], {})).stdout);
    return () => rm(script);
  });

  /** @returns the words, without the descriptions that fish writes behind a tabulator */
  function completed(line: string): string[] {
    const written = execFileSync(shell, argumentsFor(script, line), { cwd: folder, encoding: 'utf8' });
    const words = written.split('\n').map((one) => one.split('\t')[0] ?? '');
    return words.filter((word) => word !== '').toSorted();
  }

  testIn('names all commands', () => {
    const commands =
      'audit backup completion config demo doctor help keys listen migrate replay restore send-test start';
    expect(completed('deckcast ')).toEqual(commands.split(' '));
  });

  testIn.each([
    ['deckcast d', ['demo', 'doctor']],
    ['deckcast --', ['--help', '--version']],
    ['deckcast keys ', ['create', 'help', 'list', 'revoke', 'rotate']],
    ['deckcast keys create --', ['--decks', '--expires', '--help', '--name', '--scopes']],
    ['deckcast audit verify --k', ['--kept']],
    ['deckcast listen --types contract.signed --f', ['--forward-to']],
    ['deckcast doctor --j', ['--json']],
    ['deckcast completion ', ['bash', 'fish', 'zsh']],
    ['deckcast restore a', ['archive.tar']],
    ['deckcast restore --verify a', ['archive.tar']],
    ['deckcast audit verify a', ['archive.tar']],
    ['deckcast backup --to a', ['archive.tar']],
    // Nobody knows these values, and a file is none of them.
    ['deckcast listen --types ', []],
    ['deckcast keys create --name a', []],
  ])('completes %j', (line, words) => {
    expect(completed(line)).toEqual(words);
  });
});

test('a shell that it does not know is refused, with those that it knows', async () => {
  expect(await deckcast(['completion', 'csh'], {})).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Allowed choices are bash, zsh, fish.'),
  });
});
