// Loaded into a server by --import. Sent 'begin' over IPC, the process notes what it allocates; sent 'end', it sends how many
// bytes each function has allocated, and by how many what is old has grown. It answers 'begin', too, once it is ready.
import { Session } from 'node:inspector/promises';
import v8 from 'node:v8';
import vm from 'node:vm';

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc');
const session = new Session();
session.connect();
/** Bytes between two samples: fewer cost more time, and more make the figures coarse. */
const samplingInterval = 8_192;
let oldBefore = 0;

function oldBytes() {
  const spaces = v8.getHeapSpaceStatistics();
  return spaces.find(({ space_name: name }) => name === 'old_space').space_used_size;
}

async function begin() {
  collect({ type: 'major' });
  oldBefore = oldBytes();
  await session.post('HeapProfiler.startSampling', {
    samplingInterval,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  return null;
}

async function end() {
  // An object is old after two collections.
  collect({ type: 'minor' });
  collect({ type: 'minor' });
  const left = oldBytes() - oldBefore;
  const { profile } = await session.post('HeapProfiler.stopSampling');
  // A function may be called constructor.
  const bytesOf = Object.create(null);
  const add = ({ callFrame: { functionName, url, lineNumber }, selfSize, children }) => {
    const place = url.split('/').slice(-2).join('/');
    const name = `${functionName || 'a closure'}${place === '' ? '' : ` ${place}:${lineNumber + 1}`}`;
    bytesOf[name] = (bytesOf[name] ?? 0) + selfSize;
    for (const child of children) add(child);
  };
  add(profile.head);
  return { left, bytesOf };
}

process.on('message', async (message) => process.send(await (message === 'begin' ? begin() : end())));
process.channel.unref();
