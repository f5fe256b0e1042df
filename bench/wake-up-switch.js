// Loaded into a server by --import. Told 'off' over IPC, its process wakes no other one until it is told 'on', as if
// there were no bus; it answers once it has heard.
import { NatsBus } from '../dist/kit/data/jobs/nats-bus.js';
import { PostgresBus } from '../dist/kit/data/jobs/postgres-bus.js';

let isOn = true;
for (const { prototype } of [PostgresBus, NatsBus]) {
  const { publish } = prototype;
  prototype.publish = function publishWhenOn(message) {
    return isOn ? publish.call(this, message) : Promise.resolve();
  };
}
process.on('message', (message) => {
  isOn = message === 'on';
  process.send(message);
});
process.channel.unref();
