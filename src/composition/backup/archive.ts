import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { BackupError } from '../../kit/data/index.ts';

/** The members that describe the others, at the end: who finds them has the whole archive. */
const manifestName = 'manifest.json';
/** In the form of `sha256sum --check`. */
const sumsName = 'SHA256SUMS';
/** Largest member that is read into memory. */
const mostInMemory = 100_000_000;

/** Writes an archive under another name until it is whole and on the disk. */
export class ArchiveWriter {
  readonly #sums: string[] = [];
  readonly #tar = createTarPacker();
  readonly #written: Promise<void>;

  private constructor(
    private readonly target: string,
    private readonly unfinished: string,
    private readonly handle: FileHandle,
    private readonly signal: AbortSignal,
  ) {
    this.#written = writeAll(this.#tar.readable, handle);
    // Whoever adds or finishes notices.
    this.#written.catch((error: unknown) => this.#tar.controller.error(error));
  }

  /** @throws BackupError where the file exists or cannot be written */
  static async create(target: string, signal: AbortSignal): Promise<ArchiveWriter> {
    if ((await stat(target).catch(() => null)) !== null) {
      throw new BackupError(`${target} exists already: remove it, or name another file with --to.`);
    }
    const unfinished = `${target}.${randomUUID()}.unfinished`;
    // It holds secrets and homeowners' data.
    const handle = await open(unfinished, 'wx', 0o600);
    return new ArchiveWriter(target, unfinished, handle, signal);
  }

  async addBytes(name: string, bytes: Uint8Array): Promise<void> {
    await this.#add(name, bytes.length, [bytes]);
  }

  async addFile(name: string, file: string): Promise<void> {
    await this.#add(name, (await stat(file)).size, createReadStream(file));
  }

  /** Adds the manifest and the checksums, and gives the archive its name. @returns its size in bytes */
  async finish(manifest: object): Promise<number> {
    await this.addBytes(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    await this.addBytes(sumsName, Buffer.from(this.#sums.join('')));
    this.#tar.controller.finalize();
    await this.#written;
    await this.handle.sync();
    const { size } = await this.handle.stat();
    await this.handle.close();
    await rename(this.unfinished, this.target);
    await syncFolder(path.dirname(this.target));
    return size;
  }

  /** Leaves nothing of an archive that is not finished. */
  async discard(): Promise<void> {
    this.#tar.controller.error(new Error('the archive is discarded'));
    await this.#written.catch(() => undefined);
    await this.handle.close().catch(() => undefined);
    await rm(this.unfinished, { force: true });
  }

  async #add(name: string, size: number, parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    this.signal.throwIfAborted();
    const hash = createHash('sha256');
    const body = this.#tar.controller.add({ name, size, mode: 0o600 }).getWriter();
    for await (const part of parts) {
      this.signal.throwIfAborted();
      hash.update(part);
      // A Buffer is no Uint8Array to the packer.
      await body.write(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
    }
    await body.close();
    this.#sums.push(`${hash.digest('hex')}  ${name}\n`);
  }
}

async function writeAll(parts: ReadableStream<Uint8Array>, handle: FileHandle): Promise<void> {
  for await (const part of parts) await handle.writeFile(part);
}

/** Puts the name of a file on the disk, where the system can. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** Reads an archive from its beginning. @throws BackupError where it is no archive, or is cut off */
export async function readArchive(
  file: string,
  visit: (name: string, body: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${file} cannot be read (${error.code ?? error.message}).`);
  });
  try {
    const decoder = createTarDecoder({ strict: true });
    const bytes = Readable.toWeb(handle.createReadStream()) as ReadableStream<Uint8Array>;
    for await (const { header, body } of bytes.pipeThrough(decoder)) await visit(header.name, body);
  } catch (error) {
    if (error instanceof BackupError || isSystemError(error)) throw error;
    throw new BackupError(`${file} is damaged or cut off (${(error as Error).message}): take another archive.`);
  } finally {
    await handle.close().catch(() => undefined);
  }
}

function isSystemError(error: unknown): boolean {
  return typeof (error as NodeJS.ErrnoException).syscall === 'string';
}

/** Reads a whole archive and compares every member with its checksum. @returns its manifest @throws BackupError */
export async function checkArchive(file: string): Promise<{ manifest: unknown; names: ReadonlySet<string> }> {
  const found = new Map<string, string>();
  const texts = new Map<string, string>();
  await readArchive(file, async (name, body) => {
    const hash = createHash('sha256');
    const isKept = name === manifestName || name === sumsName;
    const parts: Uint8Array[] = [];
    for await (const part of body) {
      hash.update(part);
      if (isKept) parts.push(part);
    }
    found.set(name, hash.digest('hex'));
    if (isKept) texts.set(name, Buffer.concat(parts).toString());
  });
  const manifest = texts.get(manifestName);
  const sums = texts.get(sumsName);
  if (manifest === undefined || sums === undefined) {
    throw new BackupError(
      `${file} is no whole archive of deckcast backup: it has no ${manifestName} or no ${sumsName}.`,
    );
  }
  const listed = sums.split('\n').filter((line) => line !== '');
  for (const line of listed) {
    const [sum = '', name = ''] = line.split('  ');
    if (found.get(name) === sum) continue;
    const what = found.has(name) ? 'is not what was archived: its SHA-256 differs' : 'is missing';
    throw new BackupError(`${name} of ${file} ${what}: take another archive.`);
  }
  if (listed.length + 1 !== found.size)
    throw new BackupError(`${file} has members without a checksum: take another archive.`);
  return { manifest: JSON.parse(manifest), names: new Set(found.keys()) };
}

/** The bytes of a member. */
export async function bytesOf(name: string, body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > mostInMemory) throw new BackupError(`${name} of the archive is larger than any file of Deckcast.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
