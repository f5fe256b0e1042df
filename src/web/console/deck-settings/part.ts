import type { Settings } from './settings.ts';

/** What each part of the form needs. */
export interface PartProps {
  readonly settings: Settings;
  readonly change: (part: Partial<Settings>) => void;
  /** What is wrong with a value, by its JSON Pointer in the input. */
  readonly faultOf: (pointer: string) => string | undefined;
}
