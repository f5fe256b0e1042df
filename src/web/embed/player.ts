import type { Command, Report } from './messages.ts';

const sheet = new CSSStyleSheet();
sheet.replaceSync(
  ':host { display: block; aspect-ratio: 16 / 10 } :host([hidden]) { display: none } iframe { width: 100%; height: 100%; border: 0 }',
);

/**
 * `<deckcast-player src="https://…/p/{token}">`: the page of a link in a page of another origin, which `embedOrigins` of
 * the deck has to list. Emits `slide`, `time`, `ended` and `tier` as events with their values in `detail`.
 */
class DeckcastPlayer extends HTMLElement {
  static readonly observedAttributes = ['src'];
  readonly #frame = document.createElement('iframe');
  /** Of the page in the frame; null while there is none. */
  #origin: string | null = null;
  #isReady = false;
  /** What was requested before the page was ready: of each command the last. */
  readonly #waiting = new Map<string, Command>();

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'closed' });
    root.adoptedStyleSheets = [sheet];
    this.#frame.allow = 'autoplay; fullscreen';
    // The URL of the embedding page goes nowhere either.
    this.#frame.referrerPolicy = 'no-referrer';
    root.append(this.#frame);
  }

  /** The URL of a link. */
  get src(): string {
    return this.getAttribute('src') ?? '';
  }

  set src(url: string) {
    this.setAttribute('src', url);
  }

  play(): void {
    this.#ask({ deckcast: 'play' });
  }

  pause(): void {
    this.#ask({ deckcast: 'pause' });
  }

  /** @param slide counted from 0 @param second in that slide */
  seek(slide: number, second = 0): void {
    this.#ask({ deckcast: 'seek', slide, second });
  }

  connectedCallback(): void {
    this.#frame.title = this.title === '' ? 'Presentation' : this.title;
    window.addEventListener('message', this.#receive);
    this.#open();
  }

  disconnectedCallback(): void {
    window.removeEventListener('message', this.#receive);
    this.#isReady = false;
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#open();
  }

  #open(): void {
    const url = this.#url();
    this.#isReady = false;
    this.#origin = url?.origin ?? null;
    if (url === null) this.#frame.removeAttribute('src');
    else if (this.#frame.src !== url.href) this.#frame.src = url.href;
  }

  /** Null for what is no web address. */
  #url(): URL | null {
    if (this.src === '') return null;
    try {
      const url = new URL(this.src, document.baseURI);
      return /^https?:$/.test(url.protocol) ? url : null;
    } catch {
      return null;
    }
  }

  #ask(command: Command): void {
    if (this.#isReady) {
      this.#post(command);
    } else {
      // Behind the others, in the order of asking.
      this.#waiting.delete(command.deckcast);
      this.#waiting.set(command.deckcast, command);
    }
  }

  #post(command: Command): void {
    if (this.#origin !== null) this.#frame.contentWindow?.postMessage(command, this.#origin);
  }

  readonly #receive = ({ source, origin, data }: MessageEvent<Report | null>): void => {
    if (source !== this.#frame.contentWindow || origin !== this.#origin || data === null) return;
    const { deckcast, ...detail } = data;
    if (deckcast === 'ready') {
      this.#isReady = true;
      this.#post({ deckcast: 'connect' });
      for (const command of this.#waiting.values()) this.#post(command);
      this.#waiting.clear();
    } else if (['slide', 'time', 'ended', 'tier'].includes(deckcast)) {
      this.dispatchEvent(new CustomEvent(deckcast, { detail }));
    }
  };
}

if (customElements.get('deckcast-player') === undefined) customElements.define('deckcast-player', DeckcastPlayer);
