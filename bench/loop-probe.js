// Loaded into a server by --import. Asked over IPC it tells how late the event loop was since it was last asked, in
// milliseconds: how long whoever came meanwhile had to wait.
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Of the timer that is watched, in milliseconds; it is part of what the histogram tells. */
const resolution = 2;
const delays = monitorEventLoopDelay({ resolution });
delays.enable();
process.on('message', () => {
  const lateness = (nanoseconds) => Math.max(nanoseconds / 1e6 - resolution, 0);
  process.send({ p99: lateness(delays.percentile(99)), max: lateness(delays.max) });
  delays.reset();
});
process.channel.unref();
