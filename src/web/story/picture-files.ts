/** The widths of the files of an image that Deckcast stores, as `smallerWidths` of the server has them, and the most that the whole one has. */
const widths = [640, 1_280];
const whole = 2_560;

/** The files that a browser may choose from for an image, by their widths; undefined for an image of another host. */
export function filesOfPicture(url: string): string | undefined {
  if (!url.startsWith('/api/images/')) return undefined;
  const withWidth = `${url}${url.includes('?') ? '&' : '?'}width=`;
  return [...widths.map((width) => `${withWidth}${width} ${width}w`), `${url} ${whole}w`].join(', ');
}

/** How wide the picture of a slide is shown. */
export const sizesOfHero = '(min-width: 60rem) 50vw, 100vw';
