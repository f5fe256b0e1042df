import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Logger } from 'pino';
import type { FolderInUseError, ShutdownHooks } from '../../kit/core/index.ts';
import { BackupError, type DatabaseConnection } from '../../kit/data/index.ts';

/** What a server answers, as one line of JSON. */
interface Answer {
  /** Why there is no copy; null where there is one. */
  readonly fault: string | null;
}

const socketName = 'deckcast.sock';
/** Longest path of a socket: 104 bytes on macOS, 108 on Linux, with a zero at the end. */
const longestPath = 103;
/** The folder of one backup in DATA_DIR. */
const folderName = /^backup-[\da-f-]{36}$/;

/**
 * Lets commands have a copy of the embedded database of this process, by a socket in DATA_DIR. Only the user of this
 * process may open it, who may read the folder anyway; HTTP would give the whole database to whoever has a key.
 */
export async function offerCopies(
  dataDir: string,
  { copyTo }: Pick<DatabaseConnection, 'copyTo'>,
  { log, shutdown }: { readonly log: Logger; readonly shutdown: ShutdownHooks },
): Promise<void> {
  if (copyTo === null) return;
  const place = socketIn(dataDir);
  if (Buffer.byteLength(place) > longestPath) {
    log.warn(`the path of ${place} is too long for a socket: deckcast backup works only while the server is stopped`);
    return;
  }
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
    void answer(socket, dataDir, copyTo, log);
  });
  // The lock on the folder is ours: a socket that is there is what a crash has left.
  await rm(place, { force: true });
  server.listen(place);
  await once(server, 'listening');
  await chmod(place, 0o600);
  shutdown.push('socket of backups', async () => {
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, 'close');
  });
}

async function answer(
  socket: Socket,
  dataDir: string,
  copyTo: (folder: string) => Promise<void>,
  log: Logger,
): Promise<void> {
  try {
    const name = (await text(socket)).trim();
    if (!folderName.test(name)) throw new Error('the folder of a backup has another name');
    const started = performance.now();
    await copyTo(path.resolve(dataDir, name, 'database'));
    log.info({ ms: Math.round(performance.now() - started) }, 'the embedded database is copied for a backup');
    socket.end(JSON.stringify({ fault: null } satisfies Answer));
  } catch (error) {
    log.error({ error }, 'the embedded database cannot be copied for a backup');
    const { code, message } = error as NodeJS.ErrnoException;
    socket.end(JSON.stringify({ fault: code ?? message } satisfies Answer));
  }
}

/**
 * Has the server that uses the embedded database copy it.
 *
 * @param folder in DATA_DIR, ours
 * @param inUse why the database cannot be opened here
 * @returns the folder of the copy
 */
export async function requestCopy(dataDir: string, folder: string, inUse: FolderInUseError): Promise<string> {
  const socket = connect({ path: socketIn(dataDir), allowHalfOpen: true });
  try {
    await once(socket, 'connect');
  } catch {
    throw new BackupError(
      `${inUse.message} That process answers no request for a backup: it is no server, or its user is another one.`,
    );
  }
  socket.end(path.basename(folder));
  const answered = await text(socket).catch(() => '');
  if (answered === '')
    throw new BackupError('The server has stopped before its database was copied: run the command again.');
  const { fault } = JSON.parse(answered) as Answer;
  if (fault !== null) {
    throw new BackupError(
      `The server cannot copy its database (${fault}): look at its log, and at the free space in DATA_DIR.`,
    );
  }
  return path.join(folder, 'database');
}

/** The shorter of two names of the same place. */
function socketIn(dataDir: string): string {
  const absolute = path.resolve(dataDir, socketName);
  const relative = path.relative('', absolute);
  return relative.length < absolute.length ? relative : absolute;
}
