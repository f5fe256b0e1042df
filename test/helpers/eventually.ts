/** Waits until a condition gives something other than false, null or undefined. Fails, with its last word, on time-out. */
export async function eventually<T>(
  condition: () => T | Promise<T>,
  { timeoutMs = 10_000, what = 'the condition' } = {},
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = Date.now() + timeoutMs;
  let last: unknown;
  do {
    try {
      const value = await condition();
      if (value !== false && value !== null && value !== undefined) {
        return value as Exclude<T, false | null | undefined>;
      }
      last = value;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  } while (Date.now() < deadline);
  const lastWord = last instanceof Error ? last.message : JSON.stringify(last);
  throw new Error(`${what} did not come true within ${timeoutMs} ms; last: ${lastWord}`);
}
