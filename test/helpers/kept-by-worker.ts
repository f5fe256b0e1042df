/** What a worker of Jest keeps for all of its test files, each of which loads the modules of tests again. */
export function keptByWorker<Kept>(name: string, make: () => Kept): Kept {
  const key = Symbol.for(`deckcast ${name}`);
  const worker = globalThis as typeof globalThis & { [key]?: Kept };
  return (worker[key] ??= make());
}
