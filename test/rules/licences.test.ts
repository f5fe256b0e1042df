import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';

interface Package {
  readonly license?: string;
  readonly dev?: boolean;
}

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

async function shipped(): Promise<[string, Package][]> {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as { packages: Record<string, Package> };
  return Object.entries(packages).filter(([place, { dev }]) => place !== '' && dev !== true);
}

/**
 * The builds of libvips, which sharp loads. The LGPL allows the use of a library that its user can replace: it is a package
 * of its own, in a process of its own.
 */
function isLibvips(place: string, license = ''): boolean {
  return /node_modules\/@img\/sharp-[\w-]+$/.test(place) && isPermissive(license.replace('LGPL-3.0-or-later', 'MIT'));
}

/** Each name in an expression such as "(MIT AND BSD-3-Clause)". */
function isPermissive(license = ''): boolean {
  return license
    .replaceAll(/[()]/g, '')
    .split(/ (?:AND|OR) /)
    .every((name) => permissive.has(name));
}

test('every package that is installed beside Deckcast has a licence that is permissive, or was read by hand', async () => {
  const others = (await shipped()).filter(
    ([place, { license }]) => !isPermissive(license) && !isLibvips(place, license),
  );
  const names = others.map(([place]) => place.replace(/^.*node_modules\//, ''));
  expect(names.toSorted()).toEqual([...readByHand.keys()].toSorted());
});

test.each([...readByHand])('%s has the licence in its own files', async (name, { file, says }) => {
  expect(await readFile(`node_modules/${name}/${file}`, 'utf8')).toContain(says);
});
