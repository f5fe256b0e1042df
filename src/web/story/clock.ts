import type { Track } from './track.ts';

/** The state of the clock. */
export interface ClockEvents {
  readonly onEnd: () => void;
  /** The browser does not let the page play. */
  readonly onRefusal: () => void;
  /** The recording of this track cannot be played. */
  readonly onFault: (track: Track) => void;
  /** The recording of this track was awaited for too long. */
  readonly onStall: (track: Track) => void;
  /** The recording was paused or started beside the page: by a key of a headset, the lock screen or a call. */
  readonly onPlaying: (isPlaying: boolean) => void;
}

type Listener = (time: number) => void;

/** How far from its place a recording may begin, in seconds. */
const farSeconds = 0.5;

/** How long a recording may stall while it is played; less after one did. In milliseconds. */
const idleTimeoutMs = 8_000;
const shortIdleTimeoutMs = 2_000;

/** Plays one track at a time, and reports its position in each frame. What has no recording runs silently. */
export class Clock {
  events: ClockEvents = {
    onEnd: () => {},
    onRefusal: () => {},
    onFault: () => {},
    onStall: () => {},
    onPlaying: () => {},
  };
  readonly audio = new Audio();
  /** Keeps what comes next in the cache of the browser. */
  readonly #ahead = new Audio();
  readonly #listeners = new Set<Listener>();
  #track: Track | null = null;
  #isSilent = true;
  #isPlaying = false;
  #speed = 1;
  /** Where a silent track was at `#since`, and where a recording begins that is still being loaded. */
  #at = 0;
  #isLoading = false;
  #since = 0;
  #frame = 0;
  /** Where the recording stands, since when, and how long it may stand there. */
  #standing = { at: 0, since: 0 };
  #idleTimeoutMs = idleTimeoutMs;

  constructor() {
    this.audio.preload = 'auto';
    document.body.append(this.audio);
    this.audio.addEventListener('ended', () => this.#end());
    this.audio.addEventListener('error', () => {
      if (!this.#isSilent && this.#track !== null) this.events.onFault(this.#track);
    });
    this.audio.addEventListener('loadedmetadata', () => this.#begin());
    this.audio.addEventListener('pause', () => this.#follow());
    this.audio.addEventListener('play', () => this.#follow());
  }

  get time(): number {
    if (!this.#isSilent) return this.#isLoading ? this.#at : this.audio.currentTime;
    return this.#isPlaying ? this.#at + ((performance.now() - this.#since) / 1_000) * this.#speed : this.#at;
  }

  /** In seconds, at least to the end of the timings. */
  get length(): number {
    const { duration } = this.audio;
    return !this.#isSilent && Number.isFinite(duration) ? duration : (this.#track?.length ?? 0);
  }

  /** Goes to a place in a track. @param isSilent whether it runs without its recording */
  load(track: Track, at: number, isSilent: boolean): void {
    const runsSilently = isSilent || track.audioUrl === null;
    const isSame = track.key === this.#track?.key && runsSilently === this.#isSilent;
    this.#track = track;
    if (isSame && (runsSilently || this.audio.error === null)) {
      this.#seek(at);
      return;
    }
    this.#isSilent = runsSilently;
    this.#at = at;
    this.#since = performance.now();
    this.audio.pause();
    this.#isLoading = !runsSilently;
    if (runsSilently) {
      this.audio.removeAttribute('src');
      // Ends a request that is not answered: it would hold one of the few connections of the browser.
      this.audio.load();
    } else {
      this.audio.src = track.audioUrl ?? '';
      this.audio.currentTime = at;
      this.audio.playbackRate = this.#speed;
    }
    if (this.#isPlaying) this.#start();
    this.#notify();
  }

  /** Lets the browser load a recording before it is played. */
  loadAhead(url: string | null): void {
    this.#ahead.preload = 'auto';
    if (url === null) this.#ahead.removeAttribute('src');
    else this.#ahead.src = url;
  }

  set isPlaying(isPlaying: boolean) {
    if (isPlaying === this.#isPlaying) return;
    this.#at = this.time;
    this.#since = performance.now();
    this.#isPlaying = isPlaying;
    if (isPlaying) this.#start();
    else this.#stop();
  }

  set speed(speed: number) {
    this.#at = this.time;
    this.#since = performance.now();
    this.#speed = speed;
    this.audio.defaultPlaybackRate = speed;
    this.audio.playbackRate = speed;
  }

  /** Looks whether the recording runs as the clock does. One that has ended is paused, too. */
  #follow(): void {
    const { paused, ended } = this.audio;
    if (this.#isSilent || ended || paused !== this.#isPlaying) return;
    this.events.onPlaying(!paused);
  }

  /** Safari forgets the place that a recording was given before it was loaded. */
  #begin(): void {
    const isFar = Math.abs(this.audio.currentTime - this.#at) > farSeconds;
    if (this.#isLoading && isFar) this.audio.currentTime = this.#at;
    this.#isLoading = false;
    this.#notify();
  }

  #seek(time: number): void {
    this.#at = time;
    this.#since = performance.now();
    if (!this.#isSilent) this.audio.currentTime = time;
    this.#notify();
  }

  /** Calls a listener now, and in each frame while it plays. @returns what ends this */
  follow(listener: Listener): () => void {
    this.#listeners.add(listener);
    listener(this.time);
    return () => this.#listeners.delete(listener);
  }

  #start(): void {
    cancelAnimationFrame(this.#frame);
    if (this.#track?.isPending === true) return;
    this.#standing = { at: this.audio.currentTime, since: performance.now() };
    if (!this.#isSilent) {
      this.audio.play().catch((error: DOMException) => {
        if (error.name === 'NotAllowedError') this.events.onRefusal();
      });
    }
    const step = (): void => {
      this.#frame = requestAnimationFrame(step);
      this.#notify();
      if (!this.#isSilent) this.#watch();
      else if (this.time >= this.length) this.#end();
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** Looks whether the recording goes on. Frames stop in the background: what stood still there begins to be awaited here. */
  #watch(): void {
    const [at, now] = [this.audio.currentTime, performance.now()];
    if (at !== this.#standing.at) {
      this.#standing = { at, since: now };
      this.#idleTimeoutMs = idleTimeoutMs;
    } else if (now - this.#standing.since > this.#idleTimeoutMs && this.#track !== null) {
      if (this.audio.paused) {
        this.events.onPlaying(false);
        return;
      }
      this.#idleTimeoutMs = shortIdleTimeoutMs;
      this.events.onStall(this.#track);
    }
  }

  #stop(): void {
    cancelAnimationFrame(this.#frame);
    this.audio.pause();
    this.#notify();
  }

  /** Ends what is heard, for good. */
  close(): void {
    this.isPlaying = false;
    this.loadAhead(null);
    this.audio.removeAttribute('src');
    this.audio.remove();
  }

  #end(): void {
    this.#notify();
    this.isPlaying = false;
    this.events.onEnd();
  }

  #notify(): void {
    const { time } = this;
    for (const listener of this.#listeners) listener(time);
  }
}
