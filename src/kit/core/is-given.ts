/** Whether an optional value is there. Absent and null mean the same in both APIs. */
export function isGiven<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}
