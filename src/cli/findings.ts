import type { Finding } from '../composition/finding.ts';

const marks = { ok: 'ok   ', doubt: 'doubt', fault: 'FAULT' } as const;

/** Prints what was found, a line each. */
export function showFindings(findings: readonly Finding[]): void {
  for (const { subject, state, finding } of findings) console.log(`${marks[state]}  ${subject}: ${finding}`);
}
