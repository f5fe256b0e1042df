/** Red, green and blue, from 0 to 255. */
type Rgb = readonly number[];

/** The colors of the page that a text of the color of the brand may stand on: see `tokens.css`. */
export const grounds = {
  light: { paper: '#faf8f4', surface: '#ffffff', ink: '#000000' },
  dark: { paper: '#11161c', surface: '#1a212a', ink: '#ffffff' },
} as const;

/** What the page makes of the color of a brand, in one of its themes. */
export interface Accent {
  readonly accent: string;
  /** For texts on the accent. */
  readonly onAccent: string;
  /** A tinge of it, behind texts. */
  readonly soft: string;
}

/** WCAG 2.2, 1.4.3: of texts of any size. */
export const leastContrast = 4.5;
const tinge = 0.12;
const steps = 50;

/**
 * Darkens a color, or lightens it in the dark, until it can be read on each ground and on its own tinge.
 *
 * @param color such as #0b5d4b
 */
export function accentOf(color: string, theme: keyof typeof grounds): Accent {
  const { paper, surface, ink } = grounds[theme];
  for (let step = 0; ; step += 1) {
    const accent = mixed(color, ink, step / steps);
    const soft = mixed(paper, accent, tinge);
    const isReadable = [paper, surface, soft].every((ground) => contrast(accent, ground) >= leastContrast);
    if (isReadable || step === steps) return { accent, onAccent: onAccent(accent), soft };
  }
}

/** White or black, of which one can be read on any color. */
function onAccent(accent: string): string {
  return contrast(accent, '#ffffff') >= leastContrast ? '#ffffff' : '#000000';
}

/** The contrast of two colors as WCAG 2 computes it, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [bright = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (bright + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = rgbOf(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mixed(from: string, to: string, share: number): string {
  const end = rgbOf(to);
  const values = rgbOf(from).map((value, at) => Math.round(value + ((end[at] ?? 0) - value) * share));
  return `#${values.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function rgbOf(color: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
