// Every peer has to answer what Deckcast answers, before anything is measured.
import assert from 'node:assert';
import { once } from 'node:events';
import { normalised } from './queries.js';

async function answerOf(base, { path, ...request }) {
  const answer = await fetch(base + path, request);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${base}${path}: ${answer.status} ${text}`);
  const { errors, extensions: _, ...content } = JSON.parse(text);
  if (errors !== undefined) throw new Error(`${base}${path}: ${JSON.stringify(errors)}`);
  return { text, content: normalised(content) };
}

/** The requests of each peer, each with the length of its answer in bytes. Fails on an answer that differs. */
export async function verify(peers, requests) {
  const verified = new Map();
  const expected = [];
  for (const request of requests.get('Deckcast')) expected.push(await answerOf(peers.Deckcast.base, request));
  const constants = requests.get('constant').map(({ path }, at) => [path, expected[at].text]);
  peers.constant.child.send(Object.fromEntries(constants));
  await once(peers.constant.child, 'message');
  for (const [name, asked] of requests) {
    const sized = [];
    for (const [at, request] of asked.entries()) {
      const { text, content } = await answerOf(peers[name].base, request);
      assert.deepStrictEqual(
        content,
        expected[at].content,
        `${name} answers something else: ${request.body ?? request.path}`,
      );
      sized.push({ ...request, bytes: Buffer.byteLength(text) });
    }
    verified.set(name, sized);
  }
  return verified;
}
