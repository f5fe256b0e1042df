import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  mail: Email;
  from: string;
  to: string[];
}

/** A real SMTP server that keeps what it receives. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then(
          (mail) => {
            const { mailFrom, rcptTo } = session.envelope;
            const from = mailFrom === false ? '' : mailFrom.address;
            this.received.push({ mail, from, to: rcptTo.map(({ address }) => address) });
            done();
          },
          (error: Error) => done(error),
        );
      });
    },
  });

  async open(port = 0): Promise<this> {
    const listening = once(this.#server.server, 'listening');
    this.#server.listen(port, '127.0.0.1');
    await listening;
    return this;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
