import { readFile } from 'node:fs/promises';
import { GraphQLError, parse } from 'graphql';
import { parseOptions } from '../limits.ts';
import { StartupError } from '../../core/index.ts';
import { plainId } from './document-request.ts';

/** Documents by the ids under which clients request them. */
export type Manifest = ReadonlyMap<string, string>;

/**
 * Reads a manifest of documents: that of Apollo (`apollo-persisted-query-manifest`, version 1), or an object with ids as
 * keys and documents as values, which Relay and GraphQL Code Generator write.
 *
 * @throws StartupError that names the file, the entry and the fix
 */
export async function readManifest(file: string): Promise<Manifest> {
  const fault = (what: string): StartupError => new StartupError(`TRUSTED_DOCUMENTS names ${file}, ${what}`);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw fault(`which cannot be read (${error.code ?? error.message}): set it to the file of a manifest.`);
  });
  const manifest = new Map<string, string>();
  for (const [at, [id, document]] of entriesOf(text, fault).entries()) {
    const name = typeof id === 'string' && id !== '' ? `entry ${id.slice(0, 100)}` : `entry ${at + 1}, without an id,`;
    if (typeof id !== 'string' || id === '' || typeof document !== 'string') {
      throw fault(`whose ${name} is not a document with an id: write the manifest again.`);
    }
    const reason = syntaxFault(document);
    if (reason !== null) throw fault(`whose ${name} cannot be parsed: ${reason}`);
    const known = manifest.get(plainId(id));
    if (known !== undefined && known !== document)
      throw fault(`whose ${name} is there twice with different documents.`);
    manifest.set(plainId(id), document);
  }
  return manifest;
}

type Entry = readonly [id: unknown, document: unknown];

function entriesOf(text: string, fault: (what: string) => StartupError): Entry[] {
  const json = parseJson(text);
  if (!isObject(json)) throw fault('which is no JSON object: set it to the file of a manifest.');
  if (!('format' in json)) return Object.entries(json);
  const { format, version, operations } = json;
  if (format !== 'apollo-persisted-query-manifest' || version !== 1 || !Array.isArray(operations)) {
    throw fault('which is no manifest of the format apollo-persisted-query-manifest, version 1, with operations.');
  }
  return operations.map((operation: unknown) =>
    isObject(operation) ? [operation['id'], operation['body']] : [undefined, undefined],
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function syntaxFault(document: string): string | null {
  try {
    parse(document, parseOptions);
    return null;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return error.message;
  }
}
