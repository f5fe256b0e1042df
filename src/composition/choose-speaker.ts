import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { ElevenLabsSpeaker } from '../engines/speech/elevenlabs.speaker.ts';
import { espeakIsInstalled, EspeakSpeaker } from '../engines/espeak/espeak.speaker.ts';
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
