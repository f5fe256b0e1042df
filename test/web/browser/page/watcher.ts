/** What a test asks of the page of a homeowner. */
export interface Watcher {
  /** Begins to note, for each word that lights up, how far the recording is. */
  noteLitWords(): Promise<void>;
  /** Seconds of the recording by the index of the word. */
  litWords(): Promise<Readonly<Record<string, number>>>;
  /** What axe finds: each rule with the elements that break it. */
  faults(): Promise<readonly unknown[]>;
  /** Whether the page is wider than its window. */
  isCutOff(): Promise<boolean>;
  isFullscreen(): Promise<boolean>;
  isMuted(): Promise<boolean>;
  direction(): Promise<string>;
  /** How far what was shown has moved by itself, as browsers measure it. */
  shift(): Promise<number>;
}
