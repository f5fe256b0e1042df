import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly { readonly license?: { readonly id: string }; readonly expression?: string }[];
}

interface Bill {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

let bill: Bill;

beforeAll(async () => {
  const run = await promisify(execFile)(process.execPath, ['scripts/sbom.js'], { maxBuffer: 2 ** 24 });
  bill = JSON.parse(run.stdout) as Bill;
}, 60_000);

/** SPDX names of licences that ask for a notice at most. */
const permissive = new Set(
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 OFL-1.1 Unlicense'.split(' '),
);

/** Packages whose package.json does not say one of them, and what their own files say. */
const readByHand = new Map([
  // GPL-3.0: optional, and in a process of its own (decision 0050).
  ['@echogarden/espeak-ng-emscripten', { file: 'COPYING', says: 'GNU GENERAL PUBLIC LICENSE' }],
  ['dejavu-fonts-ttf', { file: 'LICENSE', says: 'Bitstream Vera' }],
  ['png-js', { file: 'LICENSE', says: 'MIT License' }],
]);

/**
 * The builds of libvips, which sharp loads. The LGPL allows the use of a library that its user can replace: it is a package
 * of its own, in a process of its own.
 */
function isLibvips(name: string, license: string): boolean {
  return /^@img\/sharp-[\w-]+$/.test(name) && isPermissive(license.replace('LGPL-3.0-or-later', 'MIT'));
}

/** Each name in an expression such as "(MIT AND BSD-3-Clause)". */
function isPermissive(license: string): boolean {
  return license
    .replaceAll(/[()]/g, '')
    .split(/ (?:AND|OR) /)
    .every((name) => permissive.has(name));
}

const licenseOf = ({ licenses: [first] = [] }: Component): string => first?.license?.id ?? first?.expression ?? '';

test('every package of the server and of its pages has a licence that is permissive, or was read by hand', () => {
  const others = bill.components.filter((one) => {
    const license = licenseOf(one);
    return !isPermissive(license) && !isLibvips(one.name, license);
  });
  expect(others.map(({ name }) => name).toSorted()).toEqual([...readByHand.keys()].toSorted());
});

test('the bill of materials lists what npm installs beside Deckcast and what the pages contain', async () => {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string; name?: string; dev?: boolean }>;
  };
  const installed = Object.entries(packages)
    .filter(([place, { dev }]) => place !== '' && dev !== true)
    .map(([place, { name, version }]) => `${name ?? place.replace(/^.*node_modules\//, '')}@${version}`);
  const bundled = JSON.parse(await readFile('dist/web/packages.json', 'utf8')) as Component[];
  const inPages = bundled.map(({ name, version }) => `${name}@${version}`);
  expect(inPages.map((one) => one.replace(/@[^@]+$/, ''))).toEqual(expect.arrayContaining(['preact', 'graphiql']));

  const listed = bill.components.map(({ name, version }) => `${name}@${version}`);
  expect([...new Set(listed)].toSorted()).toEqual([...new Set([...installed, ...inPages])].toSorted());
  expect(bill.bomFormat).toBe('CycloneDX');
  expect(bill.metadata.component.name).toBe('deckcast');
  const refs = new Set(bill.dependencies.map(({ ref }) => ref));
  expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
});

test.each([...readByHand])('%s has the licence in its own files', async (name, { file, says }) => {
  expect(await readFile(`node_modules/${name}/${file}`, 'utf8')).toContain(says);
});

test('the bundle of the server has the licences of what was joined, and nothing of espeak and libvips', async () => {
  const text = await readFile('dist/bundle/LICENSES.txt', 'utf8');
  const names = text.split(`\n\n${'-'.repeat(80)}\n\n`).map((entry) => {
    const [, name, license = ''] = /^(\S+) \S+, (.+)/.exec(entry) ?? [];
    return { name, license };
  });
  expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(['koa', 'graphql', '@mikro-orm/core', 'pg']));
  expect(names.filter(({ license }) => !isPermissive(license))).toEqual([]);
  expect(text).toContain('Copyright (c) GraphQL Contributors');
});
