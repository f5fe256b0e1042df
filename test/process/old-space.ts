// Loaded into a Deckcast by --import. At each SIGUSR2 it collects what is young, prints by how many bytes what is old has
// grown since the last time, and then collects that, too.
import { getHeapSpaceStatistics } from 'node:v8';
import { collect } from '../helpers/held-heap.ts';

const oldBytes = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name === 'old_space')
    .reduce((sum, { space_used_size: bytes }) => sum + bytes, 0);

let before = 0;

process.on('SIGUSR2', () => {
  // An object is old after two collections.
  collect({ type: 'minor' });
  collect({ type: 'minor' });
  const grown = oldBytes() - before;
  collect({ type: 'major' });
  before = oldBytes();
  process.stdout.write(`grown by: ${grown}\n`);
});
