import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from 'koa';
import { AppError, escapeHtml } from '../../core/index.ts';
import type { PagePolicy } from './page-policies.ts';

/** Stands in built pages for the nonce of one answer: `vite.config.ts` puts it there. */
const noncePlace = 'NONCE_OF_THE_ANSWER';

/** A built page, and what this answer writes into it. */
interface SentPage {
  readonly file: string;
  readonly policy: PagePolicy;
  /** None by default. */
  readonly framedBy?: readonly string[];
  /** Texts by what stands for them in the page. They are escaped. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** A page is stored nowhere: its nonce counts for one answer. @throws AppError `NOT_FOUND` when it is not built */
export async function sendPage(
  context: Context,
  folder: string,
  { file, policy, framedBy = [], texts = {} }: SentPage,
): Promise<void> {
  await requireFile(folder, file);
  const nonce = randomBytes(18).toString('base64url');
  const built = await readFile(path.join(folder, file), 'utf8');
  context.set('Content-Security-Policy', policy(nonce, framedBy));
  context.type = 'html';
  const places = { [noncePlace]: nonce, ...texts };
  context.body = Object.entries(places).reduce(
    (page, [place, text]) => page.replaceAll(place, () => escapeHtml(text)),
    built,
  );
}

/** @throws AppError `NOT_FOUND` */
export async function requireFile(folder: string, file: string): Promise<void> {
  const exists = await stat(path.join(folder, file)).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!exists) throw new AppError('not_found', `There is no file ${file}; "npm run build:web" builds the pages.`);
}
