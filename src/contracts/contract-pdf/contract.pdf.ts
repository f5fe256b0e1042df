import type { FinancingPlan } from '../../engines/pricing/financing.ts';
import { formattingLocale } from '../../engines/template/formatting-locale.ts';
import { currencyDigits } from '../../engines/template/currency-digits.ts';
import { directionOf, isolate } from '../../engines/pdf/bidi-text.ts';
import { contractWords, type ContractWords } from '../contracts/contract-words.ts';
import type { ContractDocument, ContractTier } from '../contracts/contract.document.ts';
import type { ShownContract } from '../contracts/contract.reader.ts';
import type { ContractSigner } from '../signatures/signature.attributes.ts';
import { type Deadline, deadlineOf } from './deadline.ts';
import { writeNotices } from './notice.pdf.ts';
import { PdfFlow } from '../../engines/pdf/pdf-flow.ts';
import type { PdfProperties } from '../../engines/pdf/pdf-pages.ts';
import type { TextTag } from '../../engines/pdf/pdf-tags.ts';

/** A contract with what it takes to print it. */
export interface PrintedContract {
  readonly contract: ShownContract;
  /** The PNG of its brand. */
  readonly logo: Uint8Array | null;
}

/** Words and formats in the language of the document. */
interface Notation {
  readonly words: ContractWords;
  readonly money: (amount: string) => string;
  /** An amount for one unit, with all its digits. */
  readonly rate: (amount: string) => string;
  readonly number: (decimal: string) => string;
  readonly percent: (decimal: string) => string;
  readonly time: (iso: string) => string;
  readonly deadline: (iso: string) => Deadline;
}

/**
 * Prints a contract: of a signed one the signed tier and its signatures, of any other all tiers, the signatures so far and
 * the note that it is not signed. Equal contracts give equal bytes.
 */
export async function contractPdf({ contract, logo }: PrintedContract): Promise<Uint8Array> {
  const { document } = contract;
  const asked = notationIn(formattingLocale(document.language), document);
  const flow = await PdfFlow.open(propertiesOf(contract, logo), textsOf(contract, asked));
  const notation = notationOf(document, asked, flow);
  flow.logo();
  writeParties(flow, document, notation);
  if (document.offer !== undefined) {
    flow.paragraph(isolate(document.offer), { bold: true, above: 18, withNext: true, tag: 'H2' });
  }
  for (const tier of document.tiers) {
    if (contract.tier !== null && tier.tier !== contract.tier) continue;
    const plans = (document.financing ?? []).filter((plan) => paymentsOf(plan, tier) !== undefined);
    writeTier(flow, tier, notation, { isFinanced: plans.length > 0, tag: document.offer === undefined ? 'H2' : 'H3' });
    for (const plan of plans) writePlan(flow, plan, tier, { notation, isLast: plan === plans.at(-1) });
  }
  if (document.financing !== undefined) flow.paragraph(isolate(notation.words.financingRule), { size: 8, above: 14 });
  if (document.disclaimer !== null) flow.paragraph(isolate(document.disclaimer), { size: 8, above: 14 });
  writeSignature(flow, contract, notation);
  if (contract.notice !== null) writeNotices(flow, contract.id, contract.notice);
  return flow.end();
}

/** All that may be printed: the fonts for it are loaded. */
function textsOf({ document, notice, signatures, signedAt, rescindedAt }: ShownContract, notation: Notation): string {
  const { time, deadline, money, words } = notation;
  const signed = signatures.map((one) => one.signedAt.toISOString());
  const times = [document.createdAt, ...signed, signedAt?.toISOString(), rescindedAt?.toISOString()];
  const names = signatures.map(({ name }) => name);
  const until = document.expiresAt === null ? '' : deadline(document.expiresAt).text;
  return JSON.stringify([document, notice, names, words, money('0'), until, times.filter(isGiven).map(time)]);
}

function propertiesOf(contract: ShownContract, logo: Uint8Array | null): PdfProperties {
  const { id, document, createdAt, signedAt, brand } = contract;
  const { language, seller } = document;
  const title = `${contractWords(language).title} ${id}`;
  return {
    title,
    footer: isolate(title),
    color: brand?.color ?? null,
    logo,
    author: seller,
    language,
    direction: directionOf(language),
    createdAt,
    changedAt: signedAt ?? createdAt,
  };
}

function writeParties(flow: PdfFlow, document: ContractDocument, notation: Notation): void {
  const { words, time } = notation;
  const { seller, homeowner, coSigner, createdAt, expiresAt, cancellation } = document;
  const until = expiresAt === null ? '' : `, ${signUntil(expiresAt, notation)}`;
  flow.paragraph(isolate(words.title), { size: 20, bold: true, withNext: true, tag: 'H1' });
  flow.paragraph(`${time(createdAt)}${until}`, { above: 4 });
  flow.paragraph(isolate(words.seller), { bold: true, above: 14, withNext: true, tag: 'H2' });
  flow.paragraph(isolate(seller));
  if (cancellation !== undefined) {
    if (cancellation.seller !== seller) flow.paragraph(isolate(cancellation.seller));
    flow.paragraph(isolate(cancellation.address));
  }
  flow.paragraph(isolate(words.homeowner), { bold: true, above: 14, withNext: true, tag: 'H2' });
  flow.paragraph(isolate(nameOf(document, 'homeowner')));
  if (coSigner !== undefined) flow.paragraph(isolate(coSigner));
  for (const line of [
    [homeowner.address],
    [homeowner.city, homeowner.state, homeowner.zip, homeowner.country],
    [homeowner.phone],
    [homeowner.email],
  ]) {
    const given = line.filter(isGiven);
    if (given.length > 0) flow.paragraph(given.map(isolate).join(' '));
  }
}

function signUntil(expiresAt: string, { words, deadline }: Notation): string {
  const { text, isEndOfDay } = deadline(expiresAt);
  return isolate((isEndOfDay ? words.signUntilEndOf : words.signUntil)(isolate(text)));
}

function writeTier(
  flow: PdfFlow,
  { name, features = [], lines, total, deposit }: ContractTier,
  { words, money, rate: rateOf, number }: Notation,
  { isFinanced, tag }: { readonly isFinanced: boolean; readonly tag: TextTag },
): void {
  flow.paragraph(isolate(name), { size: 13, bold: true, above: 18, withNext: true, tag });
  for (const feature of features) flow.item(isolate(feature), { above: 2 });
  for (const [index, { label, quantity, unit, rate, addOn, amount }] of lines.entries()) {
    const unitName = unit === 'square' ? words.square(Number(quantity)) : (unit ?? '');
    const detail =
      quantity === null || rate === null
        ? ''
        : ` ${isolate(`(${number(quantity)} ${isolate(unitName)} × ${rateOf(rate)})`)}`;
    const note = typeof addOn === 'string' ? ` ${isolate(`(${words.addOn})`)}` : '';
    flow.row(`${isolate(label)}${note}${detail}`, money(amount), {
      withNext: index === lines.length - 1,
      above: index === 0 ? 8 : 3,
      rule: 'light',
    });
  }
  flow.row(isolate(words.total), money(total), {
    bold: true,
    above: 5,
    rule: 'strong',
    withNext: deposit !== undefined || isFinanced,
  });
  if (deposit !== undefined) flow.row(isolate(words.deposit), money(deposit), { withNext: isFinanced });
}

function paymentsOf(plan: FinancingPlan, { tier }: ContractTier): FinancingPlan['payments'][number] | undefined {
  return plan.payments.find((one) => one.tier === tier);
}

function writePlan(
  flow: PdfFlow,
  plan: FinancingPlan,
  tier: ContractTier,
  { notation: { words, money, number, percent }, isLast }: { readonly notation: Notation; readonly isLast: boolean },
): void {
  const payments = paymentsOf(plan, tier);
  if (payments === undefined) return;
  const text = words.financing({
    provider: isolate(plan.provider),
    percent: percent(plan.annualPercent),
    payments: number(String(plan.months - 1)),
    financed: money(payments.financed),
    monthly: money(payments.monthly),
    last: money(payments.lastPayment),
    paid: money(payments.totalPaid),
    interest: money(payments.totalInterest),
  });
  const note = plan.text ?? '';
  flow.paragraph(isolate(text), { size: 9, above: 6, withNext: note !== '' || !isLast });
  if (note !== '') flow.paragraph(isolate(note), { size: 8, above: 2, withNext: !isLast });
}

/** Keeps the signature block on one page: a page with a signature must show what is agreed to. */
function writeSignature(flow: PdfFlow, contract: ShownContract, { words, time }: Notation): void {
  const { signatures, missingSigners, rescindedAt, status, document, documentHash } = contract;
  const strong = { size: 13, bold: true, above: 18, withNext: true };
  flow.paragraph(isolate(document.consent), { above: 14, withNext: true });
  if (document.cancellation !== undefined) {
    flow.paragraph(isolate(document.cancellation.statement), { bold: true, above: 14, withNext: true });
  }
  for (const { name, signedAt, drawing } of signatures) {
    const signed = words.signedBy(isolate(name ?? ''));
    if (drawing !== null) flow.drawing(drawing, signed);
    flow.paragraph(isolate(signed), strong);
    flow.paragraph(time(signedAt.toISOString()), { withNext: true });
  }
  if (status === 'signed' || status === 'rescinded') {
    if (rescindedAt !== null) flow.paragraph(isolate(words.rescinded(time(rescindedAt.toISOString()))), strong);
  } else {
    if (signatures.length > 0) {
      for (const signer of missingSigners) {
        flow.paragraph(isolate(words.notSignedBy(isolate(nameOf(document, signer)))), strong);
      }
    }
    flow.paragraph(isolate(`${words.notSigned} ${words.states[status]}.`), strong);
  }
  if (flow.hasBoxes) flow.paragraph(isolate(words.boxes), { size: 8, above: 4, withNext: true });
  flow.paragraph(isolate(`${words.hash} ${documentHash}`), { size: 8, above: 4 });
}

/** Formats for the language of the document, or English where the fonts lack its characters. */
function notationOf(document: ContractDocument, asked: Notation, flow: PdfFlow): Notation {
  return flow.canWrite(asked.time(document.createdAt) + asked.money('0')) ? asked : notationIn('en-US', document);
}

function notationIn(language: string, { currency, timeZone = 'UTC' }: ContractDocument): Notation {
  // Amounts of older contracts have cents in every currency, and must not be rounded.
  const maximumFractionDigits = Math.max(2, currencyDigits(currency));
  const money = new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits });
  const rate = new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: 20 });
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 100 });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 20 });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone });
  return {
    words: contractWords(language),
    money: (amount) => isolate(isolatedCurrency(money.formatToParts(amount as Intl.StringNumericLiteral))),
    rate: (amount) => isolate(isolatedCurrency(rate.formatToParts(amount as Intl.StringNumericLiteral))),
    number: (decimal) => isolate(number.format(decimal as Intl.StringNumericLiteral)),
    percent: (decimal) => isolate(percent.format(`${decimal}e-2` as Intl.StringNumericLiteral)),
    time: (iso) => isolate(date.format(new Date(iso))),
    deadline: (iso) => deadlineOf(new Date(iso), language, timeZone),
  };
}

/** Isolates the currency sign: Arabic puts "US$" after the number, where it would be shown as "$US". */
function isolatedCurrency(parts: readonly Intl.NumberFormatPart[]): string {
  return parts.map(({ type, value }) => (type === 'currency' ? isolate(value) : value)).join('');
}

/** The name by which a document knows who signs it. */
function nameOf({ homeowner, coSigner = '' }: ContractDocument, signer: ContractSigner): string {
  return signer === 'co_signer' ? coSigner : `${homeowner.firstName} ${homeowner.lastName}`;
}

function isGiven(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text !== '';
}
