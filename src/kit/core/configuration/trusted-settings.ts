import type { EnvironmentReader } from './environment-reader.ts';

/** What becomes of operations that are not trusted: they run, they run and are logged, or they are refused. */
export type TrustMode = 'off' | 'log' | 'enforce';

/** The documents that clients are known to send. */
export interface TrustedSettings {
  /** The file of the manifest; null for none. */
  readonly file: string | null;
  readonly mode: TrustMode;
}

export function readTrusted(read: EnvironmentReader): TrustedSettings {
  const file = read.optional('TRUSTED_DOCUMENTS');
  const mode = read.choice('TRUSTED_DOCUMENTS_MODE', 'log', ['off', 'log', 'enforce']);
  if (file === null && mode === 'enforce') {
    read.faults.push('TRUSTED_DOCUMENTS_MODE is enforce without TRUSTED_DOCUMENTS: set it to the file of a manifest.');
  }
  return { file, mode };
}
