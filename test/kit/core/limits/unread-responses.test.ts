import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../../../helpers/eventually.ts';
import { createDeck, createSlides } from '../../../helpers/factories.ts';
import { heldHeap } from '../../../helpers/held-heap.ts';
import { plainGet } from '../../../helpers/held-request.ts';
import { useApp } from '../../../helpers/test-app.ts';

const slides = 80;
const notes = 'Every roof is measured twice. '.repeat(600);

describe('answers that their client does not read', () => {
  const app = useApp({ LOG_LEVEL: 'info' });

  /** Asks for the same many times at once on one connection, and takes nothing of what comes. */
  async function ignoring(path: string, times: number, from = '127.0.0.1'): Promise<Socket> {
    const { port } = new URL(app.base);
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: from }).pause();
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`.repeat(times));
    return socket;
  }

  const cutOff = (reason: string): number => app.log.filter((line) => line.includes(`"reason":"${reason}"`)).length;

  const clients = 48;
  let path: string;

  beforeAll(async () => {
    const { id } = await createDeck(app.rest);
    // A body has 1 MB at most.
    for (let made = 0; made < slides; made += 40) {
      const forty = Array.from({ length: 40 }, () => ({ slideContext: notes }));
      await createSlides(app.rest, id, forty);
    }
    path = `/api/decks/${id}/slides`;
  }, 60_000);

  test('wait together in a limited memory and for a limited time, while others get theirs', async () => {
    const whole = await plainGet(app.base, path);
    expect(whole.text.length).toBeGreaterThan(slides * notes.length);
    const before = heldHeap();
    const sockets = await Promise.all(Array.from({ length: clients }, () => ignoring(path, 8)));
    await eventually(() => cutOff('too much waits') > 0, { timeoutMs: 60_000 });
    // What waits is bytes outside of the heap: the rows of the answers and their texts had been kept there, 120 MB.
    expect(heldHeap() - before).toBeLessThan(60_000_000);
    const other = await plainGet(app.base, path, '127.0.0.2');
    expect([other.status, other.text.length]).toEqual([200, whole.text.length]);
    await eventually(() => cutOff('too much waits') + cutOff('nothing is taken') === clients, { timeoutMs: 60_000 });
    expect(cutOff('nothing is taken')).toBeGreaterThan(0);
    for (const socket of sockets) socket.destroy();
  }, 180_000);

  test('are dropped for the client that leaves most of them, not for the one that began to wait first', async () => {
    const answers = 16;
    const before = cutOff('too much waits');
    const { text } = await plainGet(app.base, path);
    const slow = await ignoring(path, answers, '127.0.0.2');
    let bytes = 0;
    slow.on('data', (chunk: Buffer) => (bytes += chunk.length));
    // A little at a time, so that it counts as one that reads.
    let isSlow = true;
    slow.on('data', () => isSlow && slow.pause());
    const reading = setInterval(() => slow.resume(), 100);
    await eventually(() => bytes > 0);
    const sockets = await Promise.all(Array.from({ length: clients }, () => ignoring(path, answers)));
    await eventually(() => cutOff('too much waits') > before, { timeoutMs: 60_000 });
    clearInterval(reading);
    isSlow = false;
    slow.resume();
    await eventually(() => bytes > answers * text.length, { timeoutMs: 60_000 });
    expect(slow.closed).toBe(false);
    for (const socket of [slow, ...sockets]) socket.destroy();
  }, 180_000);

  test('keep the later requests of their connection from being worked at', async () => {
    const answers = (): number =>
      app.log.filter((line) => line.includes(`"method":"GET","path":"${path}","status":200`)).length;
    const [answersBefore, cutOffBefore] = [answers(), cutOff('nothing is taken')];
    const socket = await ignoring(path, 100);
    await eventually(() => cutOff('nothing is taken') > cutOffBefore, { timeoutMs: 60_000 });
    const answered = answers() - answersBefore;
    // What the kernel takes for a client, and one more: all hundred had been answered in memory.
    expect(answered).toBeGreaterThan(0);
    expect(answered).toBeLessThan(30);
    socket.destroy();
  }, 120_000);
});
