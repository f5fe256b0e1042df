import { canonicalTimeZone } from '../time-zone.ts';
import type { Variable } from './configuration-guide.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface VariableRule {
  /** As it would be written; null where there is none. */
  readonly default: string | null;
  /** The allowed values, in Markdown. */
  readonly allowed: string;
}

/** Seconds up to a week; null for anything else. */
export function readSeconds(text: string): number | null {
  const seconds = Number(text);
  return text !== '' && Number.isFinite(seconds) && seconds >= 0 && seconds <= 604_800 ? seconds : null;
}

/** Seconds above 0: an endless repetition needs a pause. */
export function readPause(text: string): number | null {
  return readSeconds(text) || null;
}

/** Reads single variables and collects their faults, so that all are reported together. */
export class EnvironmentReader {
  readonly faults: string[] = [];
  readonly rules = new Map<Variable, VariableRule>();

  constructor(private readonly env: Environment) {}

  optional(name: Variable): string | null {
    return this.#read(name, null, 'text');
  }

  text(name: Variable, fallback: string): string {
    return this.#read(name, fallback, 'text') ?? fallback;
  }

  integer<T extends number | null>(name: Variable, fallback: T, least: number, most: number): number | T {
    const range = [least, most].map((limit) => limit.toLocaleString('en-US'));
    const text = this.#read(name, fallback, `whole number, ${range.join(' to ')}`);
    if (text === null) return fallback;
    const value = Number(text);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    this.faults.push(`${name} is "${text}": it must be a whole number from ${least} to ${most}.`);
    return fallback;
  }

  /** A part of a whole, such as 0.1. */
  part(name: Variable, fallback: number): number {
    const text = this.#read(name, fallback, 'number, 0 to 1');
    if (text === null) return fallback;
    const value = Number(text);
    if (value >= 0 && value <= 1) return value;
    this.faults.push(`${name} is "${text}": it must be a number from 0 to 1, such as 0.1.`);
    return fallback;
  }

  choice<T extends string>(name: Variable, fallback: NoInfer<T>, choices: readonly T[]): T {
    const allowed = choices.map((choice) => `\`${choice}\``).join(', ');
    const text = this.#read(name, fallback, allowed) ?? fallback;
    const chosen = choices.find((choice) => choice === text);
    if (chosen !== undefined) return chosen;
    this.faults.push(`${name} is "${text}": it must be one of ${choices.join(', ')}.`);
    return fallback;
  }

  timeZone(name: Variable, fallback: string): string {
    const text = this.#read(name, fallback, 'IANA time zone, such as `America/Denver`') ?? fallback;
    const timeZone = canonicalTimeZone(text);
    if (timeZone !== null) return timeZone;
    this.faults.push(`${name} is "${text}": it must be a time zone of the IANA database such as America/Denver.`);
    return fallback;
  }

  /** The value is not repeated in the fault: a connection string holds a password. */
  url(name: Variable, protocols: readonly string[]): string | null;
  url(name: Variable, protocols: readonly string[], fallback: string): string;
  url(name: Variable, protocols: readonly string[], fallback: string | null = null): string | null {
    const beginnings = protocols.map((it) => `${it}//`);
    const text = this.#read(name, fallback, `URL with ${beginnings.map((it) => `\`${it}\``).join(' or ')}`);
    if (text === null) return fallback;
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
    this.faults.push(`${name} must be a URL that begins with ${beginnings.join(' or ')}.`);
    return fallback;
  }

  /** A URL of HTTP without a path: every link that is made from it begins at the root of its host. */
  origin(name: Variable): string | null {
    const text = this.#read(name, null, 'URL with `https://` or `http://`, a host and no path');
    if (text === null) return null;
    const url = URL.parse(text);
    if (url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
    this.faults.push(
      `${name} must be https:// or http:// with a host and nothing behind it, such as https://decks.example.com: Deckcast is served at the root of a host.`,
    );
    return null;
  }

  /** The value is not repeated in the fault. */
  keys(name: Variable): readonly Buffer[] {
    const keys =
      this.#read(name, null, '32 bytes in hex or base64, or several keys with commas between')
        ?.split(',')
        .map((key) => readKey(key.trim())) ?? [];
    if (keys.every((key) => key !== null)) return keys;
    this.faults.push(
      `${name} must be 32 bytes in hex or base64, or several such keys with commas between: \`openssl rand -hex 32\` makes a good one.`,
    );
    return [];
  }

  list<T>(
    name: Variable,
    fallback: readonly T[],
    readItem: (text: string) => T | null,
    example = fallback.slice(0, 3).join(','),
  ): readonly T[] {
    const text = this.#read(name, fallback.join(',') || null, `list such as \`${example}\``);
    if (text === null) return fallback;
    const items = text.split(',').map((item) => readItem(item.trim()));
    if (items.every((item): item is Awaited<T> & T => item !== null)) return items;
    this.faults.push(`${name} is "${text}": it must be a list such as ${example}.`);
    return fallback;
  }

  #read(name: Variable, fallback: string | number | null, allowed: string): string | null {
    if (!this.rules.has(name)) this.rules.set(name, { default: fallback === null ? null : String(fallback), allowed });
    const value = this.env[name]?.trim();
    return value === undefined || value === '' ? null : value;
  }
}

/** 32 bytes in hex or base64, with or without its padding and in either alphabet; null for anything else. */
function readKey(text: string): Buffer | null {
  if (/^[\da-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null;
}
