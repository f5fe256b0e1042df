import { setTimeout as pause } from 'node:timers/promises';
import { AppError, inCall, readRetryAfter } from '../../kit/core/index.ts';
import { unprocessable } from '../../kit/input/index.ts';
import { protect, protectingTag, unprotect } from './protected-text.ts';
import type { LanguagePair, Translator } from './translator.ts';

/** The account and the host of the API; from the `DEEPL_*` settings. */
export interface DeepLOptions {
  readonly apiKey: string;
  /** Base URL without `/v2`; null for the host of this kind of key. */
  readonly url: string | null;
}

/** An answer of DeepL; `json` is null where it has none. */
type Answer = Pick<Response, 'ok' | 'status' | 'headers'> & { readonly json: unknown };

/** Limits of one request of DeepL; bytes leave room for the JSON around the texts (128 KiB in all). */
const maxTexts = 50;
const maxBytes = 100_000;

const timeoutMs = 30_000;
/** Attempts of a request while DeepL is busy. */
const maxSendings = 3;
/** Longest Retry-After that is obeyed, in milliseconds. */
const maxPauseMs = 10_000;

/** Regional variants that DeepL has; other tags count by language only. */
const variants = new Set(['EN-GB', 'EN-US', 'PT-BR', 'PT-PT', 'ZH-HANS', 'ZH-HANT']);
/** Variant for regions without one. */
const nearestVariants: Readonly<Record<string, string>> = { EN: 'EN-GB', PT: 'PT-PT' };

/** Translates with the HTTP API of DeepL. Placeholders are XML elements that DeepL does not translate. */
export class DeepL implements Translator {
  readonly name = 'DeepL';
  readonly #endpoint: string;
  readonly #authorization: string;

  constructor({ apiKey, url }: DeepLOptions) {
    const base = url ?? (apiKey.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com');
    this.#endpoint = `${base.replace(/\/+$/, '')}/v2/translate`;
    this.#authorization = `DeepL-Auth-Key ${apiKey}`;
  }

  async translate(texts: readonly string[], languages: LanguagePair): Promise<string[]> {
    const translated: string[] = [];
    for (const batch of batches(texts.map(protect))) translated.push(...(await this.#send(batch, languages)));
    return translated.map(unprotect);
  }

  async #send(texts: readonly string[], { from, to }: LanguagePair): Promise<string[]> {
    const body = JSON.stringify({
      text: texts,
      source_lang: new Intl.Locale(from).language.toUpperCase(),
      target_lang: targetLanguage(to),
      tag_handling: 'xml',
      tag_handling_version: 'v2',
      ignore_tags: [protectingTag],
      preserve_formatting: true,
    });
    for (let sending = 1; ; sending += 1) {
      const { ok, status, headers, json } = await this.#post(body);
      if (ok) return readTexts(json, texts.length);
      if (sending === maxSendings || !isBusy(status)) throw refusal(status, messageIn(json), to);
      const asked = readRetryAfter(headers.get('Retry-After'), new Date(), maxPauseMs);
      await pause(asked ?? 1_000 * 2 ** (sending - 1));
    }
  }

  #post(body: string): Promise<Answer> {
    const url = this.#endpoint;
    return inCall({ name: 'DeepL translate', method: 'POST', url }, async (answered) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { Authorization: this.#authorization, 'Content-Type': 'application/json' },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => {
        throw unavailable('cannot be reached; try again later', error);
      });
      const { ok, status, headers } = response;
      answered(status);
      return { ok, status, headers, json: await response.json().catch(() => null) };
    });
  }
}

/** Converts a BCP 47 tag to DeepL: `EN-US` for `en`, `ES-419` for `es-MX`, `ZH-HANT` for `zh-TW`. */
function targetLanguage(tag: string): string {
  const { language, region = '', script = '' } = new Intl.Locale(tag).maximize();
  const base = language.toUpperCase();
  if (base === 'ES') return region === 'ES' ? base : 'ES-419';
  const known = [region, script].map((part) => `${base}-${part.toUpperCase()}`).find((tried) => variants.has(tried));
  return known ?? nearestVariants[base] ?? base;
}

/** Splits texts into requests. A single text has at most 20,000 characters and always fits. */
function batches(texts: readonly string[]): string[][] {
  const made: string[][] = [];
  let bytes = 0;
  for (const text of texts) {
    const size = Buffer.byteLength(JSON.stringify(text));
    const last = made.at(-1);
    if (last === undefined || last.length === maxTexts || bytes + size > maxBytes) {
      made.push([text]);
      bytes = size;
    } else {
      last.push(text);
      bytes += size;
    }
  }
  return made;
}

function isBusy(status: number): boolean {
  return status === 429 || status >= 500;
}

function readTexts(answer: unknown, count: number): string[] {
  const { translations } = (answer ?? {}) as { translations?: unknown };
  const texts = Array.isArray(translations) ? translations.map((one: { text?: unknown } | null) => one?.text) : [];
  if (texts.length === count && texts.every((text) => typeof text === 'string')) return texts;
  throw unavailable('gave an answer that cannot be read');
}

function messageIn(answer: unknown): string {
  const { message } = (answer ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message.slice(0, 200) : '';
}

function refusal(status: number, message: string, to: string): AppError {
  if (status === 400 && message.includes('target_lang')) {
    return unprocessable('language_unsupported', '/language', 'unknown', `DeepL does not translate into ${to}.`);
  }
  if (status === 401 || status === 403) return unavailable('refuses the key: check DEEPL_API_KEY');
  if (status === 429) return unavailable('has too many requests; try again later');
  if (status === 456) return unavailable('has no characters left for this key: its quota is used up');
  return unavailable(`answered ${status}${message === '' ? '' : ` (${message})`}`);
}

function unavailable(what: string, cause?: unknown): AppError {
  return new AppError('translator_unavailable', `DeepL ${what}.`, [], { cause });
}
