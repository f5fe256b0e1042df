import { type Fault, isJsonObject } from '../../kit/core/index.ts';
import { escapeSegment } from '../../kit/input/index.ts';

/** Shown in place of a header value. Sent back, it keeps the stored value. */
export const headerMask = '********';

type Config = Readonly<Record<string, unknown>>;

/** Whether settings have values of headers. */
export function hasHeaders({ headers }: Config): boolean {
  return isJsonObject(headers) && Object.keys(headers).length > 0;
}

/** Settings for a caller that may not read secrets: each header has its name, and the mask for a value. */
export function maskHeaders(config: Config): Config {
  const { headers } = config;
  if (!isJsonObject(headers)) return config;
  return { ...config, headers: Object.fromEntries(Object.keys(headers).map((name) => [name, headerMask])) };
}

/**
 * Puts stored values where a client sent the mask back.
 *
 * @param stored the decrypted settings before the change; null when there are none
 * @returns the settings, or the faults of masks that stand for nothing
 */
export function unmaskHeaders(
  sent: Config,
  stored: Config | null,
): { readonly config: Config; readonly faults: readonly Fault[] } {
  const { headers } = sent;
  if (!isJsonObject(headers)) return { config: sent, faults: [] };
  // Whoever may not read the values must not have them sent to a host of its own choice.
  const staysAt = stored !== null && originOf(sent) === originOf(stored);
  const faults: Fault[] = [];
  const unmasked = Object.entries(headers).map(([name, value]) => {
    if (value !== headerMask) return [name, value];
    const kept = storedValue(stored, name);
    if (kept === undefined || !staysAt) faults.push(maskFault(name, kept !== undefined));
    return [name, kept];
  });
  return { config: { ...sent, headers: Object.fromEntries(unmasked) as unknown }, faults };
}

/** Names of headers are the same in either case; the same spelling comes first. */
function storedValue(stored: Config | null, name: string): unknown {
  const headers = stored?.['headers'];
  if (!isJsonObject(headers)) return undefined;
  if (Object.hasOwn(headers, name)) return headers[name];
  const [, value] = Object.entries(headers).find(([other]) => other.toLowerCase() === name.toLowerCase()) ?? [];
  return value;
}

function originOf({ url }: Config): string | null {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : null;
}

function maskFault(name: string, isStored: boolean): Fault {
  const detail = isStored
    ? `${headerMask} keeps a value only while the host of url stays the same: send the value of ${name} again.`
    : `${headerMask} is the mask of a stored value, and no header ${name} is stored: send its value.`;
  return { pointer: `/channelConfig/headers/${escapeSegment(name)}`, code: 'unknown', detail };
}
