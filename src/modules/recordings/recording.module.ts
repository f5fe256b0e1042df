import type { Module } from '../../platform/module.ts';
import type { AudioStore } from '../../engines/audio/audio-store.ts';
import { audioRoutes } from './audio.routes.ts';

export const recordingModule: Module<{ readonly speech: { readonly store: AudioStore } }> = {
  routes: ({ speech }) => audioRoutes(speech.store),
};
