import type { PerMessageDeflateOptions } from 'ws';

/**
 * Each message is compressed by itself, so that a quiet socket holds no zlib context, which takes about 300 kB. ws checks
 * the decompressed size of a message against `maxPayload`.
 */
export const socketCompression: PerMessageDeflateOptions = {
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  /** In bytes: smaller messages gain little. */
  threshold: 1_024,
  /** Messages of the whole process that are compressed or expanded at a time. */
  concurrencyLimit: 10,
};
