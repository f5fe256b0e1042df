import { toAppError } from '../database-errors.ts';
import { titleByCode } from '../../core/index.ts';

/** A job took longer than its task may, or the process ended before it. */
export class GivenUpError extends Error {}

/** Why a job failed, for clients: without the texts of errors that may quote stored values, which are only logged. */
export function jobFailureReason(error: unknown): string {
  if (error instanceof GivenUpError) return error.message;
  const { code, message } = toAppError(error);
  if (code === 'OVER_BUDGET') return message;
  if (code !== 'INTERNAL') return `${titleByCode[code]} (${code}).`;
  const name = error instanceof Error ? error.name : typeof error;
  return `It ended with ${name}: the log has more under the id of the job.`;
}

/** The outputs that pg-boss writes for jobs that were not reported, by its own words. */
const lostJobs: Readonly<Record<string, string>> = {
  'job heartbeat timeout': 'The process that ran it ended, or did not answer.',
  'job timed out': 'It took longer than it may.',
};

/** The recorded reason of a failed job: ours, or that of pg-boss when its process died. */
export function notedReason(output: unknown): string {
  const { reason, value } = (output ?? {}) as { reason?: unknown; value?: { message?: unknown } };
  if (typeof reason === 'string') return reason;
  return lostJobs[String(value?.message)] ?? 'No reason was noted.';
}
