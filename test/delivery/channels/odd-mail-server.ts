import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

type Step = 'greeting' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'end of data';

/** One thing done wrong: an answer of its own, or no whole one. */
export interface Fault {
  readonly at: Step;
  readonly says?: string;
  readonly does?: 'keeps silent' | 'drips' | 'hangs up';
}

const answers: Readonly<Record<Step, string>> = {
  greeting: '220 odd',
  EHLO: '250-odd\r\n250 AUTH PLAIN',
  AUTH: '235 welcome',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  'end of data': '250 taken',
};

/** An SMTP server of few words that does wrong what it is told, once each, and then all right. */
export class OddMailServer {
  readonly faults: Fault[] = [];
  /** Contents of all mails, whatever it answered to them. */
  readonly seen: string[] = [];
  readonly #open = new Set<Socket>();
  readonly #server = createServer((socket) => {
    this.#open.add(socket);
    socket.on('error', () => {}).on('close', () => this.#open.delete(socket));
    this.#talk(socket, this.faults.shift());
  });

  #talk(socket: Socket, fault: Fault | undefined): void {
    const answer = (step: Step): void => {
      const { says, does }: Partial<Fault> = step === fault?.at ? fault : { says: answers[step] };
      if (says !== undefined) socket.write(`${says}\r\n`);
      else socket.removeAllListeners('data').resume();
      if (does === 'hangs up') socket.destroy();
      if (does !== 'drips') return;
      const drip = setInterval(() => socket.write('2'), 50);
      socket.on('close', () => clearInterval(drip));
    };
    let unread = '';
    let inData = false;
    socket.on('data', (chunk) => {
      unread += chunk.toString();
      for (;;) {
        const end = unread.indexOf(inData ? '\r\n.\r\n' : '\r\n');
        if (end === -1) return;
        const said = unread.slice(0, end);
        unread = unread.slice(end + (inData ? 5 : 2));
        const step = inData ? 'end of data' : (said.slice(0, 4) as Step);
        if (inData) this.seen.push(said);
        inData = step === 'DATA';
        answer(step);
      }
    });
    answer('greeting');
  }

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** How many are open. */
  get connections(): number {
    return this.#open.size;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
