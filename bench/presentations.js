// How fast presentations are made: a second, without speech; and how long the demo deck takes to be spoken by espeak,
// for the first homeowner (cold) and the second, against the length of what is heard. Then the PDF of the signed contract.
// With both, how late the server's event loop is meanwhile: the longest that anybody else has to wait for it.
// Usage: DATABASE_URL=postgresql://… node presentations.js [presentations]
import { demoInput, demoPresentations } from './demo.js';
import { database, deckcast, inParallel, loopProbe, post, receiver } from './harness.js';

const [presentations = 500] = process.argv.slice(2).map(Number);
const late = ({ p99, max }) => `event loop late by ${p99.toFixed(1)} ms (p99), ${max.toFixed(1)} ms at most`;

await database(async (url) => {
  const web = deckcast(url, 'web,worker', { SPEECH: 'none', SEED_DEMO: 'on' });
  const base = await web.base();
  await inParallel(20, 4, () => post(base, demoPresentations, demoInput('Warm')));
  const started = performance.now();
  await inParallel(presentations, 8, (at) => post(base, demoPresentations, demoInput(`Homeowner ${at}`)));
  const seconds = (performance.now() - started) / 1_000;
  console.log(`made without speech  ${(presentations / seconds).toFixed(0)} a second, 12 slides each, 8 at a time`);
  await web.stop();
});

await database(async (url) => {
  const settings = { SPEECH: 'espeak', SEED_DEMO: 'on', DATA_DIR: `/tmp/deckcast-bench-${process.pid}` };
  const web = deckcast(url, 'web,worker', settings, loopProbe);
  const base = await web.base();
  let id;
  for (const [name, what] of [
    ['Dana', 'first homeowner, cold'],
    ['Zoë', 'second homeowner     '],
  ]) {
    await web.ask('lateness');
    const started = performance.now();
    const answer = await fetch(base + demoPresentations, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'wait=30' },
      body: JSON.stringify(demoInput(name)),
    });
    const { presentation } = await answer.json();
    const loop = late(await web.ask('lateness'));
    ({ id } = presentation);
    const seconds = (performance.now() - started) / 1_000;
    const received = presentation.slides.reduce((sum, { wordTimings }) => sum + (wordTimings.at(-1)?.endTime ?? 0), 0);
    const characters = presentation.slides.reduce((sum, { narrationScript }) => sum + narrationScript.length, 0);
    const reused = ((100 * presentation.reusedCharacterCount) / characters).toFixed(0);
    console.log(
      `${what} ${presentation.status} after ${seconds.toFixed(1)} s for ${received.toFixed(0)} s of audio (real-time factor ${(seconds / received).toFixed(3)}), ${reused} % of the characters reused; ${loop}`,
    );
  }
  const { contract } = await post(base, `/api/presentations/${id}/contracts`);
  const of = `/api/contracts/${contract.id}`;
  const { documentHash } = (await post(base, `${of}/send`)).contract;
  await post(base, `${of}/sign`, { tier: 'better', signerName: 'Zoë Whitaker', consent: true, documentHash });
  for (const what of ['first PDF of a process  ', 'PDF of the same contract']) {
    await web.ask('lateness');
    const started = performance.now();
    const answer = await fetch(`${base}${of}/document.pdf`);
    const { byteLength } = await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`The PDF was answered with ${answer.status}.`);
    const ms = performance.now() - started;
    console.log(
      `${what} ${ms.toFixed(0)} ms, ${(byteLength / 1_000).toFixed(0)} kB; ${late(await web.ask('lateness'))}`,
    );
  }
  await web.stop();
});
receiver.kill();
process.exit();
