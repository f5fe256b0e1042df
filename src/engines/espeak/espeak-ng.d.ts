/** Types of the parts of the package that Deckcast uses. The package has none, and is optional. */
declare module '@echogarden/espeak-ng-emscripten' {
  export interface EspeakEvent {
    readonly type: string;
    /** Counted from 1, in code points of the text. */
    readonly text_position: number;
    /** Milliseconds from the start of the audio. */
    readonly audio_position: number;
    /** The phoneme of a `phoneme` event; empty for a pause. */
    readonly id: string | number | undefined;
  }

  export interface EspeakVoice {
    /** Folder and file, such as `gmw/en-US`. */
    readonly identifier: string;
    readonly languages: readonly { readonly name: string }[];
  }

  interface EspeakWorker {
    readonly samplerate: number;
    list_voices(): readonly EspeakVoice[];
    /** 0 when it takes the name; otherwise it keeps the voice it had. */
    set_voice(name: string): number;
    set_rate(wordsPerMinute: number): void;
    set_range(percent: number): void;
    synthesize(text: string, onSamples: (samples: Int16Array, events: readonly EspeakEvent[]) => boolean): void;
  }

  interface EspeakModule {
    readonly eSpeakNGWorker: new () => EspeakWorker;
    readonly FS: { analyzePath(path: string): { readonly exists: boolean } };
  }

  const load: () => Promise<EspeakModule>;
  export default load;
}
