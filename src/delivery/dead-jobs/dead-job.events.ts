import { eventData, eventType, sampleId } from '../../kit/live/index.ts';

const { id, text } = eventData;

/** Recorded once per dead job, after its task has run `onDead`. */
export const jobDead = eventType<{ jobId: string; kind: string; data: object; attemptCount: number; reason: string }>(
  'job.dead',
  'A background job failed its last try. It is kept and can be retried.',
  'The background job {{data.kind}} was given up.',
  {
    jobId: { ...id, description: 'The job.' },
    kind: { ...text, description: 'The kind of job, such as narrate-presentation.' },
    data: {
      type: 'object',
      additionalProperties: true,
      description: 'Input of the job: ids and log positions.',
    },
    attemptCount: { type: 'integer', description: 'How often it was tried.' },
    reason: { ...text, description: 'Why the last try failed.' },
  },
  {
    jobId: sampleId,
    kind: 'expire-contract',
    data: { contractId: sampleId },
    attemptCount: 10,
    reason: 'The process that ran it ended, or did not answer.',
  },
);
