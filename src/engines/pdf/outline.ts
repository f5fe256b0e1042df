import type { Font, Path } from 'fontkit';

/** A subset as fontkit makes it, as far as its types leave it out. */
interface Subset {
  glyphEncoder: { encodeSimple(path: Path): Buffer };
}

const onCurve = 1;

/**
 * A subset of a variable font at one of its weights. fontkit 2.0.4 reads such outlines, but its own writer fails: it does
 * not fit the version of its stream library.
 */
export function variableSubset(font: Font): object {
  const subset = font.createSubset();
  (subset as unknown as Subset).glyphEncoder = { encodeSimple: glyphOf };
  return subset;
}

/** Writes an outline as a simple glyph of TrueType, with absolute places that are rounded once. */
function glyphOf(path: Path): Buffer {
  const points: { x: number; y: number; flag: number }[] = [];
  const ends: number[] = [];
  for (const { command, args } of path.commands) {
    if (command === 'closePath') ends.push(points.length - 1);
    for (let at = 0; at + 1 < args.length; at += 2) {
      const isControl = command === 'quadraticCurveTo' && at === 0;
      points.push({ x: Math.round(args[at] ?? 0), y: Math.round(args[at + 1] ?? 0), flag: isControl ? 0 : onCurve });
    }
  }
  if (points.length === 0) return Buffer.alloc(0);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const header = [ends.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys), ...ends, 0];
  const steps = [xs, ys].flatMap((places) => places.map((place, at) => place - (places[at - 1] ?? 0)));
  const glyph = Buffer.concat([words(header), Buffer.from(points.map(({ flag }) => flag)), words(steps)]);
  return Buffer.concat([glyph, Buffer.alloc((4 - (glyph.length % 4)) % 4)]);
}

/** Numbers of 16 bits, with or without a sign. */
function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * at);
  return bytes;
}
