import { totalmem } from 'node:os';
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Logger } from 'pino';
import { collectGarbage } from './collect-garbage.ts';

/** Shortest window of one measurement, in milliseconds. */
const windowMs = 500;
/** Windows in a row over a limit that make an overload: a single pause does not. */
const windowsToEnter = 3;
/** Windows in a row under `calm` of every limit that end the overload. */
const windowsToLeave = 4;
const calm = 0.95;
/** Pause between two collections while memory is exhausted, in milliseconds: calm windows fit in between. */
const reclaimEveryMs = 5_000;
/** How often the event loop should come by, in milliseconds. */
const tickMs = 50;

/** The limited resources of a process, each as a share of its limit. */
export type Strain = 'event loop' | 'heap' | 'memory';

type Collection = PerformanceEntry & { readonly detail: { readonly kind: number } };

/**
 * A turn of the event loop in which a request comes, in milliseconds of processor time: it takes several turns until its
 * answer. A process that only waits for a processor is not overloaded by its requests, nor helped by refusing them.
 */
const longestTurnMs = 500;
/** The share of V8's heap limit that may be in use after a full collection: beyond it V8 does little but collect. */
const fullestHeap = 0.8;
/** The share of the container's memory that the process may use: Linux kills it soon after. */
const fullestContainer = 0.95;

/**
 * Whether this process is overloaded: by work that keeps the event loop busy, or by memory. It measures twice a second,
 * and keeps its finding for some windows, so that it does not change with each request.
 */
export class Load {
  readonly #collections = new PerformanceObserver((list) => {
    const collections = list.getEntries() as Collection[];
    const isFull = collections.some(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR);
    if (isFull) this.#liveBytes = getHeapStatistics().used_heap_size;
  });
  #timer: NodeJS.Timeout | undefined;
  /** Heap in use after the last full collection. The heap in use now is partly garbage. */
  #liveBytes = 0;
  #tickedAt = performance.now();
  #usedMs = processorMs();
  #windowMs = 0;
  #busyMs = 0;
  /** The sum of the squares of its turns: a request is the more likely to come in a turn, the longer that takes. */
  #weightedMs = 0;
  #turnMs = 0;
  readonly #heapBytes: number;
  #windows = 0;
  #overload: Strain | null = null;
  #reclaimedAt = Number.NEGATIVE_INFINITY;

  /**
   * @param nodeOptions the options of Node that its environment gives, as one text
   * @param giveBack frees memory that can be done without: called at intervals while there is too little
   * @param processes how many share the memory of the container
   */
  constructor(
    private readonly log: Logger,
    nodeOptions: string,
    private readonly giveBack: () => void,
    private readonly processes: number,
  ) {
    this.#heapBytes = allowedHeapBytes([...process.execArgv, nodeOptions].join(' '));
  }

  /** The exhausted resource; null while the process is not overloaded. */
  get overload(): Strain | null {
    return this.#overload;
  }

  /** How much processor time the turn of the event loop takes in which a request comes, in milliseconds, of late. */
  get turnMs(): number {
    return this.#turnMs;
  }

  start(): void {
    this.#collections.observe({ entryTypes: ['gc'] });
    this.#tickedAt = performance.now();
    this.#usedMs = processorMs();
    this.#timer = setInterval(() => this.#tick(), tickMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#collections.disconnect();
  }

  /** Not `monitorEventLoopDelay`: its `reset` forgets the turn that it falls into, which may be the long one. */
  #tick(): void {
    const now = performance.now();
    const sinceLast = now - this.#tickedAt;
    this.#tickedAt = now;
    this.#windowMs += sinceLast;
    const used = processorMs();
    const turnMs = used - this.#usedMs;
    this.#usedMs = used;
    this.#busyMs += turnMs;
    this.#weightedMs += turnMs ** 2;
    if (this.#windowMs < windowMs) return;
    this.#turnMs = this.#weightedMs / Math.max(this.#busyMs, 1);
    this.#look();
    this.#windowMs = 0;
    this.#busyMs = 0;
    this.#weightedMs = 0;
  }

  #look(): void {
    const [strain, share] = this.#worst();
    const isTurning = this.#overload === null ? share >= 1 : share < calm;
    this.#windows = isTurning ? this.#windows + 1 : 0;
    if (this.#windows >= (this.#overload === null ? windowsToEnter : windowsToLeave)) this.#turn(strain, share);
    if (this.#overload === 'heap' || this.#overload === 'memory') this.#reclaim();
  }

  #turn(strain: Strain, share: number): void {
    this.#windows = 0;
    this.#overload = this.#overload === null ? strain : null;
    if (this.#overload === null) this.log.warn('the overload is over: requests are taken again');
    else this.log.warn({ strain, share: Number(share.toFixed(2)) }, 'overloaded: new requests are refused for now');
  }

  /**
   * V8 collects when much is allocated, or hardly anything for seconds. A process that refuses requests as fast as they come does
   * neither: what it has freed would count as used until they stop.
   */
  #reclaim(): void {
    const now = performance.now();
    if (now - this.#reclaimedAt < reclaimEveryMs) return;
    this.#reclaimedAt = now;
    this.giveBack();
    collectGarbage();
  }

  #worst(): readonly [Strain, number] {
    const shares: readonly (readonly [Strain, number])[] = [
      ['event loop', this.#turnMs / longestTurnMs],
      ['heap', this.#liveBytes / (this.#heapBytes * fullestHeap)],
      ['memory', process.memoryUsage.rss() / ((allowedBytes() / this.processes) * fullestContainer)],
    ];
    return shares.reduce((worst, one) => (one[1] > worst[1] ? one : worst));
  }
}

/** Processor time of this thread, in milliseconds; before Node 23.9 that of the whole process. */
function processorMs(): number {
  const { threadCpuUsage }: Partial<NodeJS.Process> = process;
  const { user, system } = threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1_000;
}

/** V8 reports a limit that includes young objects: 192 MB of it where the option sets that for old ones. */
function allowedHeapBytes(options: string): number {
  const [, megabytes] = /--max[-_]old[-_]space[-_]size[= ](\d+)/.exec(options) ?? [];
  const { heap_size_limit: limit } = getHeapStatistics();
  return megabytes === undefined ? limit : Math.min(limit, Number(megabytes) * 2 ** 20);
}

/** The memory limit of the container; without one, the memory of the machine. */
function allowedBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
