// Loaded into a server by --import. Sent 'off' over IPC, its process begins no trace until it is sent 'on'.
import { OtlpTracing } from '../dist/kit/core/tracing/otlp-tracing.js';
import { isSwitchedOn } from './cost-switch.js';

const { begin } = OtlpTracing.prototype;
OtlpTracing.prototype.begin = function switched(root, run) {
  return isSwitchedOn() ? begin.call(this, root, run) : run({ isRecorded: false });
};
