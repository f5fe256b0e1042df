import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of the heap that something still refers to. */
export function heldHeap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
