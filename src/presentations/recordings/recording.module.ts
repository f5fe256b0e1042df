import { needs, orSigned } from '../../kit/rights/index.ts';
import type { Module } from '../../kit/module.ts';
import type { AudioStore } from '../../engines/audio/audio-store.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import { audioRoutes } from './audio.routes.ts';
import { removeRecordingsTask } from './remove-recordings.task.ts';

interface Dependencies {
  readonly speech: { readonly store: AudioStore };
}

interface Work extends Dependencies {
  readonly newScope: () => RequestScope;
}

/** Audio and captions of presentations. It has no GraphQL type: URLs are fields of slides. */
export const recordingModule: Module<Dependencies, Work> = {
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
  tasks: ({ newScope, speech: { store } }) => [removeRecordingsTask({ newScope, store })],
};
