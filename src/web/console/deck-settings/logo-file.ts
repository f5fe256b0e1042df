/** What the API takes as a logo. */
const most = { bytes: 100_000, side: 2_000, pixels: 1_000_000 };
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const count = (value: number): string => value.toLocaleString('en-US');

/** Reads a PNG as a data URL, or says why it cannot be the logo. */
export async function readLogo(file: File): Promise<{ readonly url: string } | { readonly fault: string }> {
  const head = new Uint8Array(await file.slice(0, 24).arrayBuffer());
  if (!signature.every((byte, at) => head[at] === byte)) {
    return { fault: `${file.name} is no PNG. Export the logo as a PNG, and choose that.` };
  }
  if (file.size > most.bytes) {
    return {
      fault: `The picture has ${count(file.size)} bytes, and ${count(most.bytes)} are the most. Export it smaller, or with fewer colors.`,
    };
  }
  const sizes = new DataView(head.buffer);
  const [width, height] = [sizes.getUint32(16), sizes.getUint32(20)];
  if (width > most.side || height > most.side || width * height > most.pixels) {
    return {
      fault: `The picture has ${count(width)} × ${count(height)} pixels. At most ${count(most.side)} on each side and ${count(most.pixels)} in all can be taken: 400 × 200 is enough.`,
    };
  }
  return { url: await dataUrlOf(file) };
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      resolve(`data:image/png;base64,${(reader.result as string).split(',')[1] ?? ''}`),
    );
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read.')));
    reader.readAsDataURL(file);
  });
}
