import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';

interface Node {
  readonly role?: string;
  readonly alt?: string;
  readonly children?: readonly Node[];
  readonly type?: string;
  readonly id?: string;
}

/** The structure of a PDF in reading order: each element as its role, its alternative text and its text. */
export async function structureOf(pdf: Uint8Array): Promise<string[]> {
  const document = await getDocumentProxy(pdf.slice());
  const found: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const texts = new Map<string, string>();
    let current = '';
    for (const item of items) {
      if ('type' in item) current = item.id ?? '';
      else texts.set(current, (texts.get(current) ?? '') + item.str);
    }
    const visit = (node: Node): void => {
      const own = (node.children ?? []).filter(({ type }) => type === 'content');
      const text = own
        .map(({ id = '' }) => texts.get(id) ?? '')
        .join(' ')
        .trim();
      const alt = node.alt === undefined ? '' : `[${node.alt}]`;
      found.push([node.role ?? '', alt, text].filter((part) => part !== '').join(' '));
      for (const child of node.children ?? []) if (child.role !== undefined) visit(child);
    };
    visit((await page.getStructTree()) as Node);
  }
  return found;
}

/** How many texts, lines and pictures of a PDF belong neither to its structure nor to what is marked as decoration. */
export async function marksOf(pdf: Uint8Array): Promise<{ unmarked: number }> {
  const document = await getDocumentProxy(pdf.slice());
  const { OPS } = await getResolvedPDFJS();
  const begins = new Set([OPS.beginMarkedContent, OPS.beginMarkedContentProps]);
  const draws = new Set([OPS.showText, OPS.constructPath, OPS.paintImageXObject]);
  let unmarked = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const { fnArray } = await (await document.getPage(number)).getOperatorList();
    let depth = 0;
    for (const operator of fnArray) {
      if (begins.has(operator)) depth += 1;
      if (operator === OPS.endMarkedContent) depth -= 1;
      if (draws.has(operator) && depth === 0) unmarked += 1;
    }
  }
  return { unmarked };
}

/** The fonts that are embedded, each as a subset. */
export function fontsIn(bytes: Buffer): string[] {
  const names = bytes.toString('latin1').matchAll(/\/FontName \/[A-Z]{6}\+([\w-]+)/g);
  return [...new Set(Array.from(names, ([, name = '']) => name))].toSorted();
}
