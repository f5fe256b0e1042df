import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { catalogue } from '../../../src/composition/modules.ts';
import type { EventType } from '../../../src/kit/live/event-type.ts';
import { root } from './described-events.ts';

/** The name of the type that a receiver imports: `contract.signed` is `ContractSigned`. */
const typeName = (name: string): string =>
  name
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const one = ({ name, sample }: EventType): string => `    case '${name}': {
      const typed: ${typeName(name)}Event = event;
      const data: ${typeName(name)}Data = event.data;
      return [typed.deckId, ${Object.keys(sample)
        .map((member) => `data.${member}`)
        .join(', ')}];
    }`;

/** A receiver that knows the given types. */
function receiverOf(types: readonly EventType[], samples = ''): string {
  const imported = types.flatMap(({ name }) => [`${typeName(name)}Event`, `${typeName(name)}Data`]);
  return `import type { DeckcastEvent, StreamedEvent, ${imported.join(', ')} } from './events.d.ts';

export function received(event: DeckcastEvent): readonly unknown[] {
  switch (event.type) {
${types.map(one).join('\n')}
    default:
      return event satisfies never;
  }
}

export const cursorOf = ({ cursor, ...event }: StreamedEvent): [string, readonly unknown[]] => [cursor, received(event)];
${samples}`;
}

describe('events.d.ts', () => {
  let folder: string;

  /** What tsc has against a receiver. */
  async function faultsOf(source: string): Promise<string> {
    await writeFile(path.join(folder, 'receiver.ts'), source);
    const options =
      '--ignoreConfig --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --noImplicitReturns --noEmit --target es2023 --module nodenext --allowImportingTsExtensions';
    const args = [path.join(root, 'node_modules/@typescript/native/bin/tsc'), ...options.split(' '), 'receiver.ts'];
    const compiling = promisify(execFile)(process.execPath, args, { cwd: folder });
    const { stdout } = await compiling.catch((failed: { stdout: string }) => failed);
    return stdout;
  }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'deckcast-events-'));
    await cp(path.join(root, 'events.d.ts'), path.join(folder, 'events.d.ts'));
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  });

  afterAll(() => rm(folder, { recursive: true }));

  test('lets a receiver switch on each type and read its data, and knows that there are no others', async () => {
    const samples = catalogue.eventTypes.map(({ name, sample }) => {
      const event = { id: '1', type: name, timestamp: '2026-01-01T12:00:00.000Z', deckId: null, data: sample };
      return `received(${JSON.stringify(event)});`;
    });
    expect(await faultsOf(receiverOf(catalogue.eventTypes, samples.join('\n')))).toBe('');
  });

  test('lets no receiver that says so leave a type out', async () => {
    const [left, ...others] = catalogue.eventTypes;
    expect(await faultsOf(receiverOf(others))).toContain(
      `error TS1360: Type '${typeName(left?.name ?? '')}Event' does not satisfy the expected type 'never'`,
    );
  });

  test('refuses data of another type', async () => {
    const wrong = `received({ id: '1', type: 'contract.signed', timestamp: '', deckId: null, data: { name: 'Deck' } });`;
    expect(await faultsOf(receiverOf(catalogue.eventTypes, wrong))).toContain('error TS2353');
  });
});
