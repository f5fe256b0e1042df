/** What a look at one thing that a server needs has found. */
export interface Finding {
  /** What was looked at. */
  readonly subject: string;
  /** `doubt`: a server runs, but perhaps not as its operator expects. `fault`: it cannot run, or cannot do this. */
  readonly state: 'ok' | 'doubt' | 'fault';
  /** What was found, and what to do about it. */
  readonly finding: string;
}
