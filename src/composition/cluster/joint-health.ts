import { AggregatorRegistry, Gauge, Registry } from 'prom-client';
import { NotReadyError, type Ready } from '../../kit/core/index.ts';
import type { Supervisor } from './supervisor.ts';

/** The health of several processes as that of one: what HEALTH_PORT answers. */
export class JointHealth {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;

  constructor(
    private readonly supervisor: Supervisor,
    private readonly stopping: AbortSignal,
  ) {}

  /** @throws NotReadyError while no process is ready */
  async prove(): Promise<Ready> {
    if (this.stopping.aborted) throw new NotReadyError('The process is shutting down.');
    if (this.supervisor.serving === 0) throw new NotReadyError('The process is starting.');
    const answers = await this.supervisor.ask('readiness');
    const ready = answers.find((answer) => typeof answer !== 'string');
    if (ready !== undefined) return ready;
    const reason = answers.find((answer) => typeof answer === 'string');
    throw new NotReadyError(reason ?? 'No web process answers.');
  }

  /** The metrics of all processes that answer, each aggregated as its declaration says. */
  async text(): Promise<string> {
    const all = await this.supervisor.ask('metrics');
    const joint = AggregatorRegistry.aggregate([...all]);
    const help = 'Web processes that answer.';
    new Gauge({ name: 'deckcast_web_processes', help, registers: [joint] }).set(all.length);
    return joint.metrics();
  }
}
