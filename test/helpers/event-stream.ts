import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

/** A server-sent event, as a browser would hand it on; an absent line is undefined. */
export interface SentEvent<Data> {
  id: string | undefined;
  event: string | undefined;
  data: Data;
}

/** Reads `text/event-stream` from a real connection and keeps what came, so that none is missed between two looks. */
export class EventStream<Data> {
  readonly received: SentEvent<Data>[] = [];
  readonly comments: string[] = [];
  retryMs: number | undefined;
  /** What a browser would come back with: an id counts also where no data comes with it. */
  lastEventId: string | undefined;
  /** Whether the answer is over, and whether it was complete. */
  ended: 'complete' | 'cut off' | undefined;
  #rest = '';

  private constructor(readonly answer: IncomingMessage) {}

  /** Comes back once the stream has begun: what is recorded from then on is in it. */
  static async open<Data>(url: string, headers: Record<string, string> = {}): Promise<EventStream<Data>> {
    const request = get(url, { headers, agent: false });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    const stream = new EventStream<Data>(answer);
    answer.on('error', () => undefined);
    answer.on('close', () => (stream.ended = answer.complete ? 'complete' : 'cut off'));
    return stream.flow();
  }

  flow(): this {
    this.answer.setEncoding('utf8').on('data', (chunk: string) => this.#take(chunk));
    return this;
  }

  close(): void {
    this.answer.destroy();
  }

  #take(chunk: string): void {
    this.#rest += chunk;
    // A large event comes in many chunks: it is searched once, when its line ends.
    if (!chunk.includes('\n')) return;
    const blocks = this.#rest.split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) this.#read(block);
  }

  #read(block: string): void {
    const fields = new Map<string, string>();
    for (const line of block.split('\n')) {
      const [, name = '', value = ''] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
      fields.set(name, value);
    }
    if (fields.has('')) this.comments.push(block);
    if (fields.has('retry')) this.retryMs = Number(fields.get('retry'));
    this.lastEventId = fields.get('id') ?? this.lastEventId;
    const data = fields.get('data');
    if (data === undefined) return;
    this.received.push({ id: fields.get('id'), event: fields.get('event'), data: JSON.parse(data) as Data });
  }
}
