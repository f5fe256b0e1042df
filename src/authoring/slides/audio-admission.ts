import type { RequestScope } from '../../kit/data/index.ts';

/** The part of an input that names audio. */
interface AudioInput {
  audioUrl?: string | null;
}

/**
 * Reads the audio that an author names: without a signature, and only if the author may have it.
 *
 * @throws AppError `UNPROCESSABLE` for stored audio that the author does not see
 */
export type AdmitAudio = <Input extends AudioInput>(scope: RequestScope, input: Input) => Promise<Input>;
