import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { LoopbackServer } from '../../helpers/loopback-server.ts';

/** What happens to a request: it is lost, its answer is held back, or its answer is cut off midway. */
type Fault = 'lost' | 'held' | 'cut';

/** A server in front of Deckcast, with a bad network between them and the browser. */
export class UnsteadyServer extends LoopbackServer {
  base = '';
  /** By the end of the path. */
  readonly faults = new Map<string, Fault>();
  /** Paths of the requests so far. */
  readonly asked: string[] = [];
  /** Whether what streams send is lost. */
  isSilent = false;
  #held: (() => void)[] = [];

  /** The URL of a page of Deckcast, over this network. */
  pageOf(url: string): string {
    return this.url + new URL(url).pathname;
  }

  count(end: string): number {
    return this.asked.filter((path) => path.endsWith(end)).length;
  }

  get heldCount(): number {
    return this.#held.length;
  }

  /** Lets the answers through that are held back. */
  release(): void {
    for (const answer of this.#held.splice(0)) answer();
  }

  /** Ends the faults. */
  mend(): void {
    this.faults.clear();
    this.isSilent = false;
    this.release();
  }

  protected override respond(asked: IncomingMessage, response: ServerResponse): void {
    const { pathname, search } = new URL(asked.url ?? '/', this.base);
    this.asked.push(pathname);
    const fault = [...this.faults].find(([end]) => pathname.endsWith(end))?.[1];
    if (fault === 'lost') return;
    const headers = { ...asked.headers, 'accept-encoding': 'identity' };
    const sent = request(
      new URL(pathname + search, this.base),
      { method: asked.method ?? 'GET', headers },
      (answer) => {
        const pass = (): void => this.#pass(answer, response, fault === 'cut');
        if (fault === 'held') this.#held.push(pass);
        else pass();
      },
    );
    sent.on('error', () => response.destroy());
    response.on('close', () => sent.destroy());
    asked.pipe(sent);
  }

  #pass(answer: IncomingMessage, response: ServerResponse, isCut: boolean): void {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    const isStream = answer.headers['content-type']?.startsWith('text/event-stream') === true;
    answer.on('data', (chunk: Buffer) => {
      if (isCut) response.write(chunk.subarray(0, chunk.length / 2), () => response.destroy());
      else if (!isStream || !this.isSilent) response.write(chunk);
    });
    answer.on('end', () => response.end());
  }
}
