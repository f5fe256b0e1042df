// One Deckcast process of the soak, which is started again when it ends by itself; that is a failure of the run.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { spawnDeckcast } from './deckcast.js';
import { contentDigest } from './history.js';
import { isGone, isStopped, memoryOf } from './soak-faults.processes.js';

/** Before the first start again after an exit of its own, in milliseconds. */
const restartAfterMs = 2_000;
/** Memory counts from here on: what a process loads and compiles first is no growth. */
const warmUpMs = 30_000;
/** As pino numbers it. */
const errorLevel = 50;
/**
 * As in a container of 512 MB. Without a limit Node lets garbage grow for minutes, in which a leak would not be seen; with
 * it a leak ends the process.
 */
const heapLimit = '--max-old-space-size=200';
const clock = ['--import', import.meta.resolve('./soak-faults.clock.js')];

export class DeckcastServer {
  name;
  settings;
  /** Where it answers; null without the web role. */
  base;
  /** What it took of memory from each start to its end. */
  lives = [];
  #journal;
  #console;
  #child = null;
  #ordered = false;
  #restart = null;

  /** @param records the journal of exits, and the history of lines of its console */
  constructor(name, settings, records) {
    this.name = name;
    this.settings = settings;
    this.base = settings.ROLES.includes('web') ? `http://127.0.0.1:${settings.PORT}` : null;
    this.#journal = records.journal;
    this.#console = records.console;
  }

  get pid() {
    return this.#child.pid;
  }

  get isStopped() {
    return isStopped(this.pid);
  }

  start({ clockOffsetMs = 0 } = {}) {
    this.#ordered = false;
    const shifted = clockOffsetMs !== 0;
    const settings = shifted ? { ...this.settings, CLOCK_OFFSET_MS: String(clockOffsetMs) } : this.settings;
    const child = spawnDeckcast(settings, [heapLimit, ...(shifted ? clock : [])], ['ignore', 'pipe', 'pipe']);
    this.#child = child;
    this.lives.push({ name: this.name, startedAt: Date.now(), start: null, most: 0, end: null });
    createInterface({ input: child.stdout }).on('line', (line) => this.#receive(line));
    let complaint = '';
    child.stderr.on('data', (chunk) => (complaint = (complaint + chunk).slice(-600)));
    child.on('close', (code, signal) => {
      if (this.#child === child && !this.#ordered) this.#exited({ code, signal, complaint: complaint.trim() });
    });
  }

  /** Ends it by SIGKILL. @returns its pid and the signal that ended it */
  async kill() {
    return this.#end('SIGKILL');
  }

  async stop() {
    return this.#end('SIGTERM');
  }

  freeze() {
    this.#child.kill('SIGSTOP');
  }

  thaw() {
    this.#child.kill('SIGCONT');
  }

  measure() {
    const memory = memoryOf(this.pid);
    const life = this.lives.at(-1);
    if (memory === null || Date.now() - life.startedAt < warmUpMs) return;
    life.start ??= memory;
    life.most = Math.max(life.most, memory);
    life.end = memory;
  }

  async #end(signal) {
    clearTimeout(this.#restart);
    this.#ordered = true;
    const child = this.#child;
    if (child === null) return null;
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    }
    return { pid: child.pid, signal: child.signalCode, code: child.exitCode, isGone: isGone(child.pid) };
  }

  #exited(how) {
    this.#journal.append({ kind: 'exit', name: this.name, ...how });
    this.#restart = setTimeout(() => this.start(), restartAfterMs);
  }

  /** Lines of the console channel are events; all others are the log. */
  #receive(line) {
    const entry = parse(line);
    if (entry?.event !== undefined && entry.subscription !== undefined) {
      this.#console.append({ id: entry.event.id, content: contentDigest(entry.event), by: this.name });
    } else if (entry?.level >= errorLevel) {
      const { msg, error, kind } = entry;
      this.#journal.append({ kind: 'log', name: this.name, text: `${kind ?? ''} ${msg ?? ''}: ${summary(error)}` });
    }
  }
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

const summary = (error) => (typeof error === 'object' ? (error?.code ?? error?.message ?? '') : error);
