import type { ContractDocument, ContractTier } from './contract.document.ts';
import type { ShownContract } from './contract.reader.ts';
import { createPdf, type PdfFlow } from './pdf-flow.ts';

/** Amounts and times as the reader of the document writes them. */
interface Notation {
  readonly money: (amount: string) => string;
  readonly time: (iso: string) => string;
}

/**
 * A contract to print: the tier that was signed and the signature, or all that is offered and that nothing is signed.
 * The same contract always gives the same bytes.
 */
export async function contractPdf(contract: ShownContract): Promise<Uint8Array> {
  const flow = await createPdf();
  const { document, signedAt, createdAt } = contract;
  const notation = notationOf(document, flow);
  describe(flow, contract);
  writeParties(flow, document, notation);
  for (const tier of document.tiers) {
    if (contract.tier === null || tier.tier === contract.tier) writeTier(flow, tier, notation);
  }
  if (document.disclaimer !== null) flow.paragraph(document.disclaimer, { size: 8, above: 14 });
  writeSignature(flow, contract, notation);
  flow.document.setCreationDate(createdAt);
  flow.document.setModificationDate(signedAt ?? createdAt);
  return flow.document.save();
}

function describe({ document: pdf }: PdfFlow, { id, document }: ShownContract): void {
  pdf.setTitle(`Contract ${id}`);
  pdf.setAuthor(document.seller);
  pdf.setProducer('Deckcast');
}

function writeParties(flow: PdfFlow, document: ContractDocument, { time }: Notation): void {
  const { seller, homeowner, createdAt, expiresAt } = document;
  flow.paragraph('Contract', { size: 20, bold: true });
  flow.paragraph(`${time(createdAt)}${expiresAt === null ? '' : `, to be signed before ${time(expiresAt)}`}`);
  flow.paragraph('Seller', { bold: true, above: 14 });
  flow.paragraph(seller);
  flow.paragraph('Homeowner', { bold: true, above: 14 });
  flow.paragraph(`${homeowner.firstName} ${homeowner.lastName}`);
  for (const line of [
    homeowner.address,
    [homeowner.city, homeowner.state, homeowner.zip, homeowner.country].filter(isGiven).join(' '),
    homeowner.phone,
    homeowner.email,
  ].filter(isGiven)) {
    flow.paragraph(line);
  }
}

function writeTier(flow: PdfFlow, { name, lines, total }: ContractTier, { money }: Notation): void {
  flow.paragraph(name, { size: 13, bold: true, above: 18 });
  for (const { label, quantity, unit, rate, amount } of lines) {
    const detail = quantity === null || rate === null ? '' : ` (${quantity} ${unit ?? ''} × ${rate})`;
    flow.row(`${label}${detail}`, money(amount));
  }
  flow.row('Total', money(total), { bold: true, above: 4 });
}

function writeSignature(flow: PdfFlow, contract: ShownContract, { time }: Notation): void {
  const { signerName, signedAt, status, document, documentHash } = contract;
  flow.paragraph(document.consent, { above: 14 });
  if (signedAt === null || signerName === null) {
    flow.paragraph(`Not signed: this contract is ${status}.`, { size: 13, bold: true, above: 18 });
  } else {
    flow.paragraph(`Signed by ${signerName}`, { size: 13, bold: true, above: 18 });
    flow.paragraph(time(signedAt.toISOString()));
  }
  flow.paragraph(`Document SHA-256 ${documentHash}`, { size: 8, above: 4 });
}

/** In the language of the document; in English where the font lacks the characters of that language. */
function notationOf({ language, currency, createdAt }: ContractDocument, flow: PdfFlow): Notation {
  const asked = notationIn(language, currency);
  return flow.canWrite(asked.time(createdAt) + asked.money('0')) ? asked : notationIn('en-US', currency);
}

function notationIn(language: string, currency: string): Notation {
  // Stored amounts have cents in every currency, and none may be rounded away.
  const number = new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: 3 });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });
  return {
    money: (amount) => number.format(amount as Intl.StringNumericLiteral),
    time: (iso) => date.format(new Date(iso)),
  };
}

function isGiven(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text !== '';
}
