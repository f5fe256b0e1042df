// Loaded into a server by --import. Sent 'off' over IPC, its process counts and times nothing until it is sent 'on'. It
// answers with the processor time that it has used so far, in microseconds.
import { Metrics } from '../dist/kit/core/metrics/metrics.js';

let isOn = true;
for (const [make, act] of [
  ['count', 'add'],
  ['durations', 'note'],
]) {
  const { [make]: original } = Metrics.prototype;
  Metrics.prototype[make] = function switched(declared) {
    const made = original.call(this, declared);
    return { [act]: (...given) => isOn && made[act](...given) };
  };
}
process.on('message', (message) => {
  isOn = message === 'on';
  const { user, system } = process.cpuUsage();
  process.send(user + system);
});
process.channel.unref();
