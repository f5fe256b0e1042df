// What Linux tells about processes.
import { readdirSync, readFileSync } from 'node:fs';

/** The fields of /proc/<pid>/stat from the third one on: state, parent, … ; null when there is no such process. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

export const isGone = (pid) => statOf(pid) === null;
export const isStopped = (pid) => statOf(pid)?.[0] === 'T';

export function childrenOf(parent) {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return pids.filter((pid) => Number(statOf(pid)?.[1]) === parent);
}

/** Ends a process and all below it, as the loss of their machine does: the parent first, so that it starts nothing more. */
export function killAll(pid) {
  const children = childrenOf(pid);
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has just ended by itself.
    if (error.code !== 'ESRCH') throw error;
  }
  for (const child of children) killAll(child);
}

/** Resident memory in megabytes; null when there is no such process, or when it has ended and is not yet reaped. */
export function memoryOf(pid) {
  const pages = Number(statOf(pid)?.[21] ?? 0);
  return pages === 0 ? null : (pages * 4_096) / 1_048_576;
}

/** The processor time that the main thread of a process has used so far, in milliseconds; null when it is gone. */
export function mainThreadCpuOf(pid) {
  const stat = statOf(`${pid}/task/${pid}`);
  return stat === null ? null : (Number(stat[11]) + Number(stat[12])) * 10;
}
