import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { accentOf, contrast, grounds, leastContrast } from '../../src/web/brand/contrast.ts';

const css = readFileSync(path.join(import.meta.dirname, '../../src/web/look/tokens.css'), 'utf8');
const [light = '', dark = ''] = css.split('prefers-color-scheme: dark');
const hex = (value: number): string => value.toString(16).padStart(2, '0');

/** 17 shades of each of red, green and blue. */
const shades = Array.from({ length: 17 }, (_, at) => hex(Math.min(255, at * 16)));
const colors = shades.flatMap((red) => shades.flatMap((green) => shades.map((blue) => `#${red}${green}${blue}`)));

const colorIn = (part: string, name: string): string | undefined =>
  new RegExp(`--${name}: (#[0-9a-f]+);`).exec(part)?.[1];

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('the color of a brand in %s', (theme, part) => {
  test('is computed for the colors that the page has', () => {
    expect(colorIn(part, 'paper')).toBe(grounds[theme].paper);
    expect(colorIn(part, 'surface')).toBe(grounds[theme].surface);
  });

  test('can be read on all of them whatever it is, and so can what stands on it', () => {
    const [ink = '', quiet = ''] = ['ink', 'quiet'].map((name) => colorIn(part, name) ?? '');
    const { paper, surface } = grounds[theme];
    const worst = Math.min(
      ...colors.flatMap((color) => {
        const { accent, onAccent, soft } = accentOf(color, theme);
        const onGrounds = [paper, surface, soft].map((ground) => contrast(accent, ground));
        return [...onGrounds, contrast(onAccent, accent), contrast(ink, soft), contrast(quiet, soft)];
      }),
    );
    expect(colors).toHaveLength(4_913);
    expect(worst).toBeGreaterThanOrEqual(leastContrast);
  });

  test('stays as it is where it can be read already', () => {
    const readable = theme === 'light' ? '#0b5d4b' : '#74d6b7';
    expect(accentOf(readable, theme).accent).toBe(readable);
    expect(accentOf(readable.toUpperCase(), theme).accent).toBe(readable);
  });
});

test('contrast is that of WCAG 2', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
  expect(contrast('#ffffff', '#000000')).toBe(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#abcdef', '#abcdef')).toBe(1);
});
