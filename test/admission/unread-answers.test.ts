import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { eventually } from '../helpers/eventually.ts';
import { createDeck, createSlide } from '../helpers/factories.ts';
import { plainGet } from '../helpers/held-request.ts';
import { useApp } from '../helpers/test-app.ts';

const slides = 80;
const script = 'Every roof is measured twice. '.repeat(600);

describe('answers that their client does not read', () => {
  const app = useApp({ LOG_LEVEL: 'info' });

  /** Asks for the same many times at once on one connection, and takes nothing of what comes. */
  async function ignoring(path: string, times: number): Promise<Socket> {
    const { port } = new URL(app.base);
    const socket = connect({ port: Number(port), host: '127.0.0.1' }).pause();
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`.repeat(times));
    return socket;
  }

  const cutOff = (reason: string): number => app.log.filter((line) => line.includes(`"reason":"${reason}"`)).length;

  test('wait together in a limited memory and for a limited time, while others get theirs', async () => {
    const { id } = await createDeck(app.rest);
    for (let at = 0; at < slides; at += 1) await createSlide(app.rest, id, { narrationScript: script });
    const path = `/api/decks/${id}/slides`;
    const whole = await plainGet(app.base, path);
    expect(whole.text.length).toBeGreaterThan(slides * script.length);

    const sockets = await Promise.all(Array.from({ length: 12 }, () => ignoring(path, 16)));
    await eventually(() => cutOff('too much waits') > 0, { timeoutMs: 60_000 });
    const other = await plainGet(app.base, path, '127.0.0.2');
    expect([other.status, other.text.length]).toEqual([200, whole.text.length]);
    await eventually(() => cutOff('too much waits') + cutOff('nothing is taken') === 12, { timeoutMs: 60_000 });
    expect(cutOff('nothing is taken')).toBeGreaterThan(0);
    for (const socket of sockets) socket.destroy();
  }, 180_000);
});
