import { afterAll, describe, expect, test } from '@jest/globals';
import { type Config, ConfigError, loadConfig } from '../../../src/config.ts';
import { createLogger } from '../../../src/kit/core/logging.ts';
import { chooseSpeaker } from '../../../src/composition/choose-speaker.ts';
import type { ChosenSpeaker } from '../../../src/engines/speech/speech.ts';

const open: ChosenSpeaker[] = [];

afterAll(async () => {
  for (const { speaker } of open) await speaker?.close();
});

function choose(env: Record<string, string>, hasEspeak = true): ChosenSpeaker & { log: string } {
  const lines: string[] = [];
  const chosen = chooseSpeaker(
    loadConfig(env).speech,
    createLogger('info', { write: (line) => void lines.push(line) }),
    hasEspeak,
  );
  open.push(chosen);
  return { ...chosen, log: lines.join('') };
}

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.faults : [String(error)];
  }
}

describe('the speaker', () => {
  test('is ElevenLabs when it has a key, and its key is not logged', () => {
    const { provider, speaker, log } = choose({ ELEVENLABS_API_KEY: 'sk_secret' });
    expect([provider, speaker?.name]).toEqual(['elevenlabs', 'elevenlabs']);
    expect(log).toContain('ElevenLabs speaks, with the model eleven_multilingual_v2');
    expect(log).not.toContain('sk_secret');
  });

  test('is espeak without a key, or where it is asked for', () => {
    expect(choose({})).toMatchObject({ provider: 'espeak', reason: 'espeak speaks, offline.' });
    expect(choose({ SPEECH: 'espeak', ELEVENLABS_API_KEY: 'sk_secret' }).speaker?.name).toBe('espeak');
  });

  test.each([{}, { SPEECH: 'espeak' }])('is nobody where espeak is missing, and a warning says so: %p', (env) => {
    const { provider, speaker, reason, log } = choose(env, false);
    expect([provider, speaker]).toEqual(['none', null]);
    expect(reason).toMatch(/espeak is not installed, so presentations are text: run "npm install"/);
    expect(JSON.parse(log)).toMatchObject({ level: 40, provider: 'none', msg: `speech: ${reason}` });
  });

  test('is nobody where that is asked for, without a warning', () => {
    const { speaker, log } = choose({ SPEECH: 'none', ELEVENLABS_API_KEY: 'sk_secret' });
    expect(speaker).toBeNull();
    expect(JSON.parse(log)).toMatchObject({ level: 30, msg: 'speech: SPEECH is none: presentations are text.' });
  });
});

describe('the configuration of speech', () => {
  const s3 = {
    AUDIO_S3_URL: 'https://s3.eu-central-1.amazonaws.com/decks',
    AUDIO_S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AUDIO_S3_SECRET_ACCESS_KEY: 'secret',
  };

  test('has storage in S3 only with all that it needs', () => {
    expect(loadConfig({}).audioS3).toBeNull();
    expect(loadConfig({ ...s3, AUDIO_S3_REGION: 'eu-central-1' }).audioS3).toEqual({
      url: s3.AUDIO_S3_URL,
      region: 'eu-central-1',
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'secret',
    } satisfies Config['audioS3']);
    for (const name of Object.keys(s3)) {
      expect(faultsOf({ ...s3, [name]: '' })).toEqual([expect.stringMatching(/go together: set all or none/)]);
    }
  });

  test('says what is wrong, and what would be right', () => {
    expect(
      faultsOf({ SPEECH: 'loud', ELEVENLABS_URL: 'ftp://x', ELEVENLABS_CONCURRENCY: '0', AUDIO_S3_URL: 'x' }),
    ).toEqual([
      'SPEECH is "loud": it must be one of auto, espeak, elevenlabs, none.',
      'ELEVENLABS_URL must be a URL that begins with https:// or http://.',
      'ELEVENLABS_CONCURRENCY is "0": it must be a whole number from 1 to 100.',
      'AUDIO_S3_URL must be a URL that begins with https:// or http://.',
    ]);
    expect(faultsOf({ SPEECH: 'elevenlabs' })).toEqual([
      'SPEECH is elevenlabs without ELEVENLABS_API_KEY: set it, or set SPEECH to espeak or none.',
    ]);
  });
});
