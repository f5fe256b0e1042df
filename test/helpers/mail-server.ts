import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  mail: Email;
  /** To the byte. */
  raw: Buffer;
  /** Whether the sender asked for SMTPUTF8. */
  smtpUtf8: boolean;
  from: string;
  to: string[];
}

/** A real SMTP server that keeps what it receives. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** All that clients have sent, commands and mails. */
  arrived = '';
  readonly #server: SMTPServer;

  constructor({ hideSMTPUTF8 = false } = {}) {
    this.#server = new SMTPServer({
      authOptional: true,
      hideSMTPUTF8,
      disabledCommands: ['STARTTLS'],
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const raw = Buffer.concat(chunks);
          PostalMime.parse(raw).then(
            (mail) => {
              const { mailFrom, rcptTo, smtpUtf8 = false } = envelope;
              const from = mailFrom === false ? '' : mailFrom.address;
              this.received.push({ mail, raw, smtpUtf8, from, to: rcptTo.map(({ address }) => address) });
              done();
            },
            (error: Error) => done(error),
          );
        });
      },
    });
  }

  async open(port = 0): Promise<this> {
    this.#server.server.on('connection', (socket) =>
      socket.on('data', (chunk: Buffer) => {
        this.arrived += chunk.toString();
      }),
    );
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
