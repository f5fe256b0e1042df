const units: Readonly<Record<string, number>> = { s: 1, min: 60, m: 60, h: 3_600, d: 86_400 };

/** Delays as people write them, such as `5 s, 30 min, 2 h`; null for an empty text, undefined for another one. */
export function readDelays(text: string): readonly number[] | null | undefined {
  if (text.trim() === '') return null;
  const delays = text.split(',').map((one) => {
    const [, amount, unit = 's'] = /^\s*(\d+(?:\.\d+)?)\s*(s|min|m|h|d)?\s*$/.exec(one) ?? [];
    return Number(amount) * (units[unit] ?? Number.NaN);
  });
  return delays.every(Number.isFinite) ? delays : undefined;
}

/** The reverse, in the largest unit that gives a whole number. */
export function writeDelays(delays: readonly number[] | null): string {
  return (delays ?? []).map(writeDelay).join(', ');
}

function writeDelay(seconds: number): string {
  const [unit, size] = (['d', 'h', 'min'] as const)
    .map((name) => [name, units[name] ?? 1] as const)
    .find(([, length]) => seconds >= length && seconds % length === 0) ?? ['s', 1];
  return `${seconds / size} ${unit}`;
}
