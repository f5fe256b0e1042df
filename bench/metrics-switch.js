// Loaded into a server by --import. Sent 'off' over IPC, its process counts and times nothing until it is sent 'on'.
import { Metrics } from '../dist/kit/core/metrics/metrics.js';
import { isSwitchedOn } from './cost-switch.js';

for (const [make, act] of [
  ['count', 'add'],
  ['durations', 'note'],
]) {
  const { [make]: original } = Metrics.prototype;
  Metrics.prototype[make] = function switched(declared) {
    const made = original.call(this, declared);
    return { [act]: (...given) => isSwitchedOn() && made[act](...given) };
  };
}
