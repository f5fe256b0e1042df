import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';

interface Package {
  readonly integrity?: string;
  /** Another place of this repository. */
  readonly link?: boolean;
  /** Contained in another package, whose checksum covers it. */
  readonly inBundle?: boolean;
}

// npm installs what has no checksum without a look at it.
test.each(['package-lock.json', 'bench/package-lock.json'])('%s has a checksum for every package', async (file) => {
  const { packages } = JSON.parse(await readFile(file, 'utf8')) as { packages: Record<string, Package> };
  const unchecked = Object.entries(packages).filter(
    ([place, { integrity, link, inBundle }]) =>
      place !== '' && link !== true && inBundle !== true && integrity === undefined,
  );
  expect(Object.keys(packages).length).toBeGreaterThan(1);
  expect(unchecked.map(([place]) => place)).toEqual([]);
});
