// Loaded into a server by --import. Sent 'off' over IPC, its process begins no trace until it is sent 'on'. It answers with
// the processor time that it has used so far, in microseconds.
import { OtlpTracing } from '../dist/kit/core/tracing/otlp-tracing.js';

let isOn = true;
const { begin } = OtlpTracing.prototype;
OtlpTracing.prototype.begin = function switched(root, run) {
  return isOn ? begin.call(this, root, run) : run({ isRecorded: false });
};
process.on('message', (message) => {
  isOn = message === 'on';
  const { user, system } = process.cpuUsage();
  process.send(user + system);
});
process.channel.unref();
