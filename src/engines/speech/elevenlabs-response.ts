import { SpeechError } from './speech.ts';

/** Reads a whole body. @throws SpeechError `unavailable` when it exceeds `mostBytes` */
export async function readBounded(body: AsyncIterable<Buffer>, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > mostBytes) {
      throw new SpeechError('unavailable', `ElevenLabs answered with more than ${mostBytes} bytes.`);
    }
  }
  return Buffer.concat(chunks);
}

/** Whether a retry may succeed. */
export function isTransient(statusCode: number): boolean {
  return statusCode === 408 || statusCode === 429 || statusCode >= 500;
}

/** The status of an error of the API, such as `quota_exceeded`; empty when the body has none. */
export function namedStatus(body: Buffer): string {
  const status = /"status"\s*:\s*"(\w{1,60})"/.exec(body.toString('utf8', 0, 4_096));
  return status?.[1] ?? '';
}

/** Statuses for a voice that cannot be used; the last one may also concern the model. */
const unknownVoices = new Set(['voice_not_found', 'voice_does_not_exist', 'invalid_uid']);

/** The error for a failed request. Its message contains both statuses, and nothing else that was sent or received. */
export function refusal(statusCode: number, status: string): SpeechError {
  const named = `HTTP ${statusCode}${status === '' ? '' : `, ${status}`}`;
  if (status === 'quota_exceeded' || statusCode === 402) {
    return new SpeechError('quota_exceeded', `The ElevenLabs account has no credits left for this text (${named}).`);
  }
  if (unknownVoices.has(status) || statusCode === 404) {
    const remedy = 'check the voice id, ELEVENLABS_VOICE and ELEVENLABS_MODEL';
    return new SpeechError('voice_not_found', `ElevenLabs has no such voice for this account: ${remedy} (${named}).`);
  }
  if (status === 'max_character_limit_exceeded') {
    return new SpeechError('too_long', `The text is longer than the ElevenLabs account allows (${named}).`);
  }
  if (statusCode === 401 || statusCode === 403) {
    return new SpeechError(
      'invalid_api_key',
      `ElevenLabs does not accept the key: check ELEVENLABS_API_KEY (${named}).`,
    );
  }
  return isTransient(statusCode)
    ? new SpeechError('unavailable', `ElevenLabs has no room for this text now (${named}).`)
    : new SpeechError('rejected', `ElevenLabs refused the text: check ELEVENLABS_MODEL and the voice (${named}).`);
}
