import type { Environment } from '../kit/core/index.ts';

/** What a command has of its process. */
export interface Surroundings {
  readonly env: Environment;
  /** Whether a variable comes from the file .env. */
  readonly isFromFile: (name: string) => boolean;
  /** Runs the server; with other variables than those of the process, where they are given. */
  readonly start: (env?: Environment) => Promise<void>;
}
