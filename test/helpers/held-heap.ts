import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** Collects what nothing refers to: all of it, or what is young alone. */
export const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' | 'major' }) => void;

/** Bytes of the heap that something still refers to. */
export function heldHeap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** The same with what lies outside of the heap: buffers, above all. */
export function heldMemory(): number {
  const heapBytes = heldHeap();
  // Buffers are freed beside the collection that finds them; the next one waits for that.
  collect({ type: 'minor' });
  return heapBytes + process.memoryUsage().external;
}
