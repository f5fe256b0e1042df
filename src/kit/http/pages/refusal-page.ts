import type { Context } from 'koa';
import type { Problem } from '../../core/index.ts';
import { refusalPolicy } from './page-policies.ts';
import { sendPage } from './send-page.ts';

/** What people read in place of the title that programs get, and what they can do. */
const words: Readonly<Record<number, readonly [title: string, advice: string]>> = {
  401: ['This needs a key', 'Sign in on the start page with an API key, then open this address again.'],
  403: ['This key may not open that', 'Sign in on the start page with a key that may.'],
  404: ['There is nothing here', 'The address may be mistyped, or what was here is deleted.'],
  429: ['Too many requests', 'Open this address again in a moment.'],
  503: ['Not available right now', 'Open this address again in a moment.'],
};

/** Whether a browser requests something to be read: a page, where programs get JSON. */
export function wantsPage(context: Context): boolean {
  if (context.method !== 'GET' && context.method !== 'HEAD') return false;
  context.vary('Accept');
  return context.accepts('json', 'html') === 'html';
}

/** Shows people a problem as a page in plain words. @throws AppError `NOT_FOUND` when the pages are not built */
export async function sendRefusalPage(context: Context, folder: string, problem: Problem): Promise<void> {
  const { status, title, detail, requestId } = problem;
  const [shown, advice] = words[status] ?? [title, 'The start page shows what there is.'];
  const texts = {
    TITLE_OF_THE_REFUSAL: shown,
    ADVICE_OF_THE_REFUSAL: advice,
    STATUS_OF_THE_REFUSAL: String(status),
    DETAIL_OF_THE_REFUSAL: detail,
    REQUEST_OF_THE_REFUSAL: requestId,
  };
  await sendPage(context, folder, { file: 'refusal/index.html', policy: refusalPolicy, texts });
}
