import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface Refusal {
  readonly at: 'sender' | 'recipient' | 'end of data';
  readonly code: number;
}

/** A conversation as the server saw it. */
interface Conversation {
  readonly asked: string[];
  /** The mail, to the byte; empty where none came. */
  raw: string;
  /** Who has the mail. */
  accepted: string[];
}

/** An SMTP server that refuses each address as often as told, then takes its mail. */
export class PickyMailServer {
  /** At the end of data, those of the first recipient that was accepted count. */
  readonly refusals = new Map<string, Refusal[]>();
  readonly #conversations = new Map<string, Conversation>();
  readonly #server: SMTPServer;

  constructor({ hidePIPELINING = false } = {}) {
    this.#server = new SMTPServer({
      authOptional: true,
      hidePIPELINING,
      disabledCommands: ['STARTTLS'],
      onMailFrom: ({ address }, _session, done) => done(this.#refuse(address, 'sender')),
      onRcptTo: ({ address }, { id }, done) => {
        this.#conversation(id).asked.push(address);
        done(this.#refuse(address, 'recipient'));
      },
      onData: (stream, { id, envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const addresses = envelope.rcptTo.map(({ address }) => address);
          const refusal = this.#refuse(addresses[0] ?? '', 'end of data');
          const accepted = refusal === null ? addresses : [];
          Object.assign(this.#conversation(id), { raw: Buffer.concat(chunks).toString(), accepted });
          done(refusal);
        });
      },
    });
  }

  get conversations(): Conversation[] {
    return [...this.#conversations.values()];
  }

  #conversation(id: string): Conversation {
    const conversation = this.#conversations.get(id) ?? { asked: [], raw: '', accepted: [] };
    this.#conversations.set(id, conversation);
    return conversation;
  }

  #refuse(address: string, at: Refusal['at']): Error | null {
    const [next, ...later] = this.refusals.get(address) ?? [];
    if (next === undefined || next.at !== at) return null;
    this.refusals.set(address, later);
    return Object.assign(new Error(`not ${address}`), { responseCode: next.code });
  }

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server.server, 'listening');
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
