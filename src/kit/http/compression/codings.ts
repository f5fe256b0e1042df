import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import Negotiator from 'negotiator';

/** A content coding (RFC 9110, 8.4.1) that we write. */
export type Coding = 'zstd' | 'br' | 'gzip';

/**
 * Of codings that a client likes equally, the first is taken: zstd makes answers as small as brotli does, in about half
 * of its time.
 */
export const codings: readonly Coding[] = ['zstd', 'br', 'gzip'];

const available = [...codings, 'identity'];

/** The coding that a client prefers by its Accept-Encoding; null when it wants none that we have. */
export function codingFor(acceptEncoding: string): Coding | null {
  if (acceptEncoding === '') return null;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
  const chosen = negotiator.encoding(available, { preferred: available });
  return codings.find((coding) => coding === chosen) ?? null;
}

/** Whether a client takes gzip at least as gladly as plain bytes: streams have no other coding. */
export function takesGzip(acceptEncoding: string): boolean {
  const choices = ['gzip', 'identity'];
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
  return acceptEncoding !== '' && negotiator.encoding(choices, { preferred: choices }) === 'gzip';
}

/** How much work goes into bytes: `quick` for one answer, `thorough` for what is compressed once. */
export type Effort = 'quick' | 'thorough';

const levels: Readonly<Record<Coding, Readonly<Record<Effort, number>>>> = {
  zstd: { quick: 3, thorough: 12 },
  br: { quick: 4, thorough: 9 },
  gzip: { quick: 4, thorough: 9 },
};

const [zstd, br, gz] = [promisify(zstdCompress), promisify(brotliCompress), promisify(gzip)];

/** Compresses bytes in a thread of libuv's pool. */
export function compressed(bytes: Buffer, coding: Coding, effort: Effort): Promise<Buffer> {
  const level = levels[coding][effort];
  if (coding === 'gzip') return gz(bytes, { level });
  if (coding === 'zstd') {
    return zstd(bytes, { params: { [constants.ZSTD_c_compressionLevel]: level }, pledgedSrcSize: bytes.length });
  }
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_SIZE_HINT: hint, BROTLI_PARAM_MODE: mode } = constants;
  return br(bytes, { params: { [quality]: level, [hint]: bytes.length, [mode]: constants.BROTLI_MODE_TEXT } });
}
