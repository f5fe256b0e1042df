/** Takes all rights to new files from other users of the machine. */
const ownerOnly = 0o077;

/** Does work that leaves nothing half done when a signal ends it. @param what it is, for the message */
export async function interruptible<Result>(
  what: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  process.umask(ownerOnly);
  const interruption = new AbortController();
  const interrupt = (signal: NodeJS.Signals): void => {
    interruption.abort(new Error(`${what} was ended by ${signal}, and nothing is left of it: run the command again.`));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
  try {
    return await work(interruption.signal);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
  }
}
