import { needs, orSigned } from '../../kit/rights/index.ts';
import type { Module } from '../../kit/module.ts';
import type { AudioStore } from '../../engines/audio/audio-store.ts';
import { audioRoutes } from './audio.routes.ts';

/** Audio and captions of presentations. It has no GraphQL type: URLs are fields of slides. */
export const recordingModule: Module<{ readonly speech: { readonly store: AudioStore } }> = {
  operations: {
    getAudio: orSigned(needs('presentations:read')),
    getCaptions: orSigned(needs('presentations:read')),
    getFaqCaptions: orSigned(needs('presentations:read')),
  },
  pathParameters: {
    audioKey: {
      schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      description: 'The name of the audio: 64 hexadecimal digits, as audioUrl has it.',
    },
  },
  routes: ({ speech }) => audioRoutes(speech.store),
};
