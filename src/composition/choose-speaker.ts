import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { FolderFiles } from '../engines/audio/audio-files.ts';
import { AudioStore } from '../engines/audio/audio-store.ts';
import { ElevenLabsSpeaker } from '../engines/speech/elevenlabs.speaker.ts';
import { espeakIsInstalled, EspeakSpeaker } from '../engines/espeak/espeak.speaker.ts';
import { S3Files } from '../engines/audio/s3-files.ts';
import type { ChosenSpeaker } from '../engines/speech/speech.ts';

/**
 * Chooses the speaker by SPEECH and logs it. Where espeak is needed and missing, there is none and a warning is logged.
 */
export function chooseSpeaker(
  { provider, elevenLabs }: Config['speech'],
  log: Logger,
  hasEspeak = espeakIsInstalled(),
): ChosenSpeaker {
  const chosen = choose();
  const missed = chosen.speaker === null && provider !== 'none';
  log[missed ? 'warn' : 'info']({ provider: chosen.provider }, `speech: ${chosen.reason}`);
  return chosen;

  function choose(): ChosenSpeaker {
    const { apiKey, ...options } = elevenLabs;
    if (apiKey !== null && (provider === 'elevenlabs' || provider === 'auto')) {
      const speaker = new ElevenLabsSpeaker({ apiKey, ...options });
      return { provider: 'elevenlabs', speaker, reason: `ElevenLabs speaks, with the model ${options.model}.` };
    }
    if (provider === 'none')
      return { provider: 'none', speaker: null, reason: 'SPEECH is none: presentations are text.' };
    if (hasEspeak) return { provider: 'espeak', speaker: new EspeakSpeaker(log), reason: 'espeak speaks, offline.' };
    return {
      provider: 'none',
      speaker: null,
      reason:
        'espeak is not installed, so presentations are text: run "npm install" with optional dependencies, or set ELEVENLABS_API_KEY.',
    };
  }
}

/** Opens where audio is kept: S3-compatible storage where it is configured, else the data folder. */
export function openAudioStore({ audioS3, dataDir }: Config): AudioStore {
  return new AudioStore(audioS3 === null ? new FolderFiles(path.join(dataDir, 'audio')) : new S3Files(audioS3));
}
