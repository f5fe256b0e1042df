import { contractWords, type ContractWords } from './contract-words.ts';
import type { ContractDocument, ContractTier } from './contract.document.ts';
import type { ShownContract } from './contract.reader.ts';
import { createPdf, type PdfFlow } from './pdf-flow.ts';

/** Words, amounts, numbers and times as the reader of the document writes them. */
interface Notation {
  readonly words: ContractWords;
  readonly money: (amount: string) => string;
  readonly number: (decimal: string) => string;
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
  describe(flow, contract, notation);
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

function describe({ document: pdf }: PdfFlow, { id, document }: ShownContract, { words }: Notation): void {
  pdf.setTitle(`${words.title} ${id}`);
  pdf.setAuthor(document.seller);
  pdf.setProducer('Deckcast');
}

function writeParties(flow: PdfFlow, document: ContractDocument, { words, time }: Notation): void {
  const { seller, homeowner, createdAt, expiresAt } = document;
  flow.paragraph(words.title, { size: 20, bold: true });
  flow.paragraph(`${time(createdAt)}${expiresAt === null ? '' : `, ${words.signBefore(time(expiresAt))}`}`);
  flow.paragraph(words.seller, { bold: true, above: 14 });
  flow.paragraph(seller);
  flow.paragraph(words.homeowner, { bold: true, above: 14 });
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

function writeTier(flow: PdfFlow, { name, lines, total }: ContractTier, { words, money, number }: Notation): void {
  flow.paragraph(name, { size: 13, bold: true, above: 18 });
  for (const { label, quantity, unit, rate, amount } of lines) {
    const unitName = unit === 'square' ? words.square : unit;
    const detail = quantity === null || rate === null ? '' : ` (${number(quantity)} ${unitName} × ${number(rate)})`;
    flow.row(`${label}${detail}`, money(amount));
  }
  flow.row(words.total, money(total), { bold: true, above: 4 });
}

function writeSignature(flow: PdfFlow, contract: ShownContract, { words, time }: Notation): void {
  const { signerName, signedAt, status, document, documentHash } = contract;
  const strong = { size: 13, bold: true, above: 18 };
  flow.paragraph(document.consent, { above: 14 });
  if (status === 'signed') {
    flow.paragraph(words.signedBy(signerName ?? ''), strong);
    flow.paragraph(signedAt === null ? '' : time(signedAt.toISOString()));
  } else {
    flow.paragraph(`${words.notSigned} ${words.states[status]}.`, strong);
  }
  flow.paragraph(`${words.hash} ${documentHash}`, { size: 8, above: 4 });
}

/** In the language of the document; in English where the font lacks the characters of that language. */
function notationOf({ language, currency, createdAt }: ContractDocument, flow: PdfFlow): Notation {
  const asked = notationIn(language, currency);
  return flow.canWrite(asked.time(createdAt) + asked.money('0')) ? asked : notationIn('en-US', currency);
}

function notationIn(language: string, currency: string): Notation {
  // Amounts of older contracts have cents in every currency, and none may be rounded away.
  const money = new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: 3 });
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 100 });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });
  return {
    words: contractWords(language),
    money: (amount) => money.format(amount as Intl.StringNumericLiteral),
    number: (decimal) => number.format(decimal as Intl.StringNumericLiteral),
    time: (iso) => date.format(new Date(iso)),
  };
}

function isGiven(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text !== '';
}
