import type { PerMessageDeflateOptions } from 'ws';

/**
 * Each message is compressed by itself, so that a socket that is quiet holds no memory of zlib's, which would be about
 * 300 kB. ws counts what a message expands to against `maxPayload`.
 */
export const socketCompression: PerMessageDeflateOptions = {
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  /** In bytes: smaller messages gain little. */
  threshold: 1_024,
  /** Messages of the whole process that are compressed or expanded at a time. */
  concurrencyLimit: 10,
};
