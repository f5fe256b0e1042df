import type { Module } from '../../kit/module.ts';
import { needs } from '../../kit/rights/index.ts';
import { SpeechPreviewResolver } from './speech-preview.resolver.ts';
import { speechPreviewRoutes } from './speech-preview.routes.ts';
import type { SpeechPreviewService } from './speech-preview.service.ts';

interface Dependencies {
  readonly speechPreviews: SpeechPreviewService;
}

/** Texts that are spoken while they are written. */
export const speechPreviewModule: Module<Dependencies> = {
  operations: { previewSpeech: needs('decks:write') },
  resolvers: [SpeechPreviewResolver],
  instances: ({ speechPreviews }) => [new SpeechPreviewResolver(speechPreviews)],
  routes: ({ speechPreviews }) => speechPreviewRoutes(speechPreviews),
};
