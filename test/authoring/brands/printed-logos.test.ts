import { describe, expect, test } from '@jest/globals';
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { chunk, dataUrl, png } from '../../helpers/png.ts';
import { useApp } from '../../helpers/test-app.ts';
import { Contracts, presented } from '../../contracts/contracts.ts';

const app = useApp();
const contracts = new Contracts(app);

/** Red, green, blue and alpha of a pixel. */
type Pixel = readonly [number, number, number, number];

interface DrawnImage {
  readonly kind: number;
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** The pixels of the only image of a PDF, as a reader draws them. */
async function pixelsIn(pdf: Uint8Array): Promise<Pixel[]> {
  const page = await (await getDocumentProxy(pdf)).getPage(1);
  const { OPS, ImageKind } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const at = fnArray.indexOf(OPS.paintImageXObject);
  const key = (argsArray[at] as [string])[0];
  const { kind, width, height, data } = await new Promise<DrawnImage>((resolve) => void page.objs.get(key, resolve));
  return Array.from({ length: width * height }, (_, index): Pixel => {
    if (kind === ImageKind.GRAYSCALE_1BPP) {
      const [x, y] = [index % width, Math.floor(index / width)];
      const bit = ((data[y * Math.ceil(width / 8) + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
      return [bit * 255, bit * 255, bit * 255, 255];
    }
    const size = kind === ImageKind.RGBA_32BPP ? 4 : 3;
    const [red = 0, green = 0, blue = 0, alpha = 255] = data.subarray(index * size, (index + 1) * size);
    return [red, green, blue, alpha];
  });
}

/** A row of samples, packed as the format does, behind the byte that says it is not filtered. */
function row(samples: readonly number[], depth = 8): number[] {
  const bits = samples.map((sample) => sample.toString(2).padStart(depth, '0')).join('');
  return [0, ...(bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))];
}

const [red, green, blue] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
] as const;
const opaque = (color: readonly [number, number, number]): Pixel => [...color, 255];
const gray = (value: number): Pixel => [value, value, value, 255];
const plte = (...colors: readonly (readonly number[])[]): Buffer => chunk('PLTE', Buffer.from(colors.flat()));
/** A palette of 256 colors that begins and ends with these. */
const wholePalette = plte(red, green, blue, ...Array.from({ length: 252 }, () => [9, 9, 9]), red);
const trns = (...bytes: number[]): Buffer => chunk('tRNS', Buffer.from(bytes));

interface Kind {
  readonly depth?: number;
  readonly colorType: number;
  readonly before?: readonly Buffer[];
  readonly samples: readonly number[];
  readonly pixels: readonly Pixel[];
}

const colors = [opaque(red), opaque(green), opaque(blue), opaque(red)];
const indexes = [0, 1, 2, 0];
const kinds: readonly (readonly [string, Kind])[] = [
  ['RGB', { colorType: 2, samples: [...red, ...green, ...blue, ...red], pixels: colors }],
  [
    'RGB with a palette for poor screens',
    { colorType: 2, before: [plte(blue, blue)], samples: [...red, ...green, ...blue, ...red], pixels: colors },
  ],
  [
    'RGB with alpha',
    {
      colorType: 6,
      samples: [...red, 255, ...green, 0, ...blue, 128],
      pixels: [
        [...red, 255],
        [...green, 0],
        [...blue, 128],
      ],
    },
  ],
  ['gray of 8 bits', { colorType: 0, samples: [0, 100, 255], pixels: [gray(0), gray(100), gray(255)] }],
  ['gray of 4 bits', { colorType: 0, depth: 4, samples: [0, 5, 15], pixels: [gray(0), gray(85), gray(255)] }],
  ['gray of 2 bits', { colorType: 0, depth: 2, samples: [0, 1, 3], pixels: [gray(0), gray(85), gray(255)] }],
  ['gray of 1 bit', { colorType: 0, depth: 1, samples: [0, 1, 1], pixels: [gray(0), gray(255), gray(255)] }],
  [
    'gray with alpha',
    { colorType: 4, samples: [0, 255, 100, 0, 255, 128], pixels: [gray(0), [100, 100, 100, 0], [255, 255, 255, 128]] },
  ],
  ['a palette of 8 bits', { colorType: 3, before: [plte(red, green, blue)], samples: indexes, pixels: colors }],
  [
    'a palette of 4 bits',
    { colorType: 3, depth: 4, before: [plte(red, green, blue)], samples: indexes, pixels: colors },
  ],
  [
    'a palette of 2 bits',
    { colorType: 3, depth: 2, before: [plte(red, green, blue)], samples: indexes, pixels: colors },
  ],
  [
    'a palette of 1 bit',
    {
      colorType: 3,
      depth: 1,
      before: [plte(red, green)],
      samples: [0, 1, 0],
      pixels: [opaque(red), opaque(green), opaque(red)],
    },
  ],
  [
    'a palette of 8 bits, some transparent',
    {
      colorType: 3,
      before: [wholePalette, trns(255, 0, 128)],
      samples: [0, 1, 2, 255],
      pixels: [
        [...red, 255],
        [...green, 0],
        [...blue, 128],
        [...red, 255],
      ],
    },
  ],
];

function fileOf({ samples, pixels, depth = 8, colorType, before = [] }: Kind): Buffer {
  const rows = Buffer.from([...row(samples, depth), ...row(samples, depth)]);
  return png(pixels.length, 2, { depth, colorType, before, rows });
}

describe('a logo in a contract', () => {
  test.each(kinds)('has the colors of its file as %s', async (_, kind) => {
    const presentation = await presented(app.rest, { deck: { brand: { logo: dataUrl(fileOf(kind)) } } });
    const { id } = await contracts.in('draft', presentation);
    const answer = await fetch(`${app.base}/api/contracts/${id}/document.pdf`);
    expect(answer.status).toBe(200);
    expect(await pixelsIn(new Uint8Array(await answer.arrayBuffer()))).toEqual([...kind.pixels, ...kind.pixels]);
  });
});
