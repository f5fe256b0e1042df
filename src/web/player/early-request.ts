/**
 * Stands in the page of a link itself: it counts the visit, requests the presentation, and then the picture of its first
 * slide, while the scripts of the page are still on their way.
 */
import { isVisit } from '../offline/visit.ts';
import type { Presentation } from '../story/answers.ts';
import { earlyPaths, requestEarly } from '../story/early.ts';
import { filesOfPicture, sizesOfHero } from '../story/picture-files.ts';

async function preloadPicture(answer: Promise<Response>): Promise<void> {
  const response = (await answer).clone();
  if (!response.ok) return;
  const { presentation } = (await response.json()) as { readonly presentation: Presentation };
  const picture = presentation.slides[0]?.heroImg;
  if (picture === undefined || picture === null) return;
  const files = filesOfPicture(picture);
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'image', href: picture, fetchPriority: 'high' });
  if (files !== undefined) Object.assign(link, { imageSrcset: files, imageSizes: sizesOfHero });
  document.head.append(link);
}

const token = location.pathname.slice('/p/'.length);
const answer = requestEarly('GET', earlyPaths.presentation, token);
if (isVisit(token)) void requestEarly('POST', earlyPaths.visit, token);
preloadPicture(answer).catch(() => undefined);
