import { ObjectType } from 'type-graphql';
import { answerOf, attributes, shown } from '../../kit/data/index.ts';
import { isAudioUrl } from '../../engines/audio/audio-url.ts';
import { isImageUrl } from '../images/image-url.ts';

const warningAttributes = attributes({
  code: shown(
    String,
    'blocked_link (the content policy of the page blocks it) or unknown_path (Deckcast has no file at this path).',
  ),
  detail: shown(String, 'The field, the reason and the fix.'),
});

@ObjectType({
  simpleResolvers: true,
  description: 'A link that the page of homeowners does not load. It is accepted.',
})
export class LinkWarning extends answerOf(warningAttributes) {}

/** The member `warnings` of the payloads that give a slide or FAQ. */
export const linkWarningsMember = [
  () => [LinkWarning],
  'Links that the page of homeowners does not load; usually empty.',
] as const;

/** The links of a slide or FAQ that the page of homeowners loads. */
export interface SlideLinks {
  readonly heroImg?: string | null;
  readonly audioUrl: string | null;
}

/** The columns of a slide that its warnings read. */
export const slideLinks = ['heroImg', 'audioUrl'] as const satisfies (keyof SlideLinks)[];

/** What the page of homeowners does not load of a slide or FAQ; usually nothing. Its content policy is in `page-policies.ts`. */
export function linkWarnings({ heroImg = null, audioUrl }: SlideLinks): LinkWarning[] {
  return [...warningsOf('heroImg', heroImg, isServedImage), ...warningsOf('audioUrl', audioUrl, isAudioUrl)];
}

/** What is said of many together in a header: each warning once, and not too many for one. */
export function commonWarnings(all: readonly SlideLinks[]): LinkWarning[] {
  const byDetail = new Map(all.flatMap(linkWarnings).map((warning) => [warning.detail, warning]));
  return [...byDetail.values()].slice(0, 10);
}

/** Whether a path is that of a picture of a starter, which the build of the pages has. */
const isStarterImage = (path: string): boolean => /^\/demo\/[\w-]+\.svg$/.test(path);

const isServedImage = (path: string): boolean => isImageUrl(path) || isStarterImage(path);

/** Stands for the server itself, whose name depends on how it is reached. */
const here = 'deckcast.invalid';

function warningsOf(field: string, link: string | null, isServed: (path: string) => boolean): LinkWarning[] {
  if (link === null || link === '' || isServed(link)) return [];
  const absolute = URL.parse(link);
  if (absolute?.protocol === 'https:') return [];
  const rule = 'the page of homeowners loads files of other hosts over HTTPS only';
  if (absolute !== null) {
    return [{ code: 'blocked_link', detail: `${field} must begin with https://, because ${rule}.` }];
  }
  if (URL.parse(link, `https://${here}/`)?.host !== here) {
    const detail = `${field} names a host without a scheme, and is blocked where the page itself is not opened over HTTPS: put https: before it, because ${rule}.`;
    return [{ code: 'blocked_link', detail }];
  }
  const detail = `${field} is a path at which Deckcast has no file: give an https URL, unless a proxy in front of Deckcast serves this path.`;
  return [{ code: 'unknown_path', detail }];
}
