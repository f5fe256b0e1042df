import type { ContractStatus } from './contract-status.ts';

/** Fixed words of contracts in one language. */
export interface ContractWords {
  /**
   * The consent of the signer: part of the document and of its hash. A change gives every open contract in this
   * language a new hash, which has to be read again; signed contracts keep what was signed.
   */
  readonly consent: string;
  readonly title: string;
  readonly seller: string;
  readonly homeowner: string;
  /** Note on a line that the homeowner added. */
  readonly addOn: string;
  /** Payments by the month; amounts, percentages and numbers are written. */
  readonly financing: (plan: PlanWords) => string;
  /** How the payments are computed. */
  readonly financingRule: string;
  readonly total: string;
  readonly deposit: string;
  readonly hash: string;
  /** Name of the unit of 100 square feet, in the right number for a quantity. */
  readonly square: (quantity: number) => string;
  readonly signUntil: (time: string) => string;
  readonly signUntilEndOf: (day: string) => string;
  readonly signedBy: (name: string) => string;
  readonly notSignedBy: (name: string) => string;
  readonly rescinded: (time: string) => string;
  /** Completes the sentence that `notSigned` begins. */
  readonly states: Readonly<Record<Exclude<ContractStatus, 'signed' | 'rescinded'>, string>>;
  readonly notSigned: string;
  /** Note on characters that the font of the PDF lacks. */
  readonly boxes: string;
}

/** The figures of a financing plan for one tier. */
interface PlanWords {
  readonly provider: string;
  readonly percent: string;
  /** Number of payments before the last. */
  readonly payments: string;
  readonly financed: string;
  readonly monthly: string;
  readonly last: string;
  readonly paid: string;
  readonly interest: string;
}

const english: ContractWords = {
  consent:
    'I have read this document. I agree to buy the tier that I have chosen at the total shown here, and to sign by electronic means.',
  title: 'Contract',
  seller: 'Seller',
  homeowner: 'Homeowner',
  addOn: 'add-on',
  financing: (plan) =>
    `By the month with ${plan.provider}: ${plan.payments} × ${plan.monthly} and a last payment of ${plan.last}, for ${plan.financed} at ${plan.percent} a year. In all ${plan.paid}, of which ${plan.interest} is interest.`,
  financingRule:
    'Payments by the month are equal and rounded to the cent. Each month adds one twelfth of the annual rate on what is owed, rounded to the cent. The last payment is what is owed then.',
  total: 'Total',
  deposit: 'Due on signing',
  hash: 'Document SHA-256',
  square: counted('en', 'square', 'squares'),
  signUntil: (time) => `to be signed until ${time}`,
  signUntilEndOf: (day) => `to be signed until the end of ${day}`,
  signedBy: (name) => `Signed by ${name}`,
  notSignedBy: (name) => `Not yet signed by ${name}`,
  rescinded: (time) => `Canceled by the homeowner on ${time}`,
  notSigned: 'Not signed: this contract',
  boxes: 'A box stands for a character that cannot be printed here. The document with this SHA-256 has it.',
  states: {
    draft: 'is a draft',
    sent: 'is sent',
    viewed: 'is viewed',
    declined: 'is declined',
    voided: 'is void',
    expired: 'is expired',
  },
};

const spanish: ContractWords = {
  consent:
    'He leído este documento. Acepto comprar la opción que he elegido por el total que aquí se indica y firmar por medios electrónicos.',
  title: 'Contrato',
  seller: 'Vendedor',
  homeowner: 'Propietario',
  addOn: 'complemento',
  financing: (plan) =>
    `Por mes con ${plan.provider}: ${plan.payments} × ${plan.monthly} y un último pago de ${plan.last}, por ${plan.financed} al ${plan.percent} anual. En total ${plan.paid}, de los cuales ${plan.interest} son intereses.`,
  financingRule:
    'Los pagos mensuales son iguales y se redondean al centavo. Cada mes suma una doceava parte de la tasa anual sobre lo que se debe, redondeada al centavo. El último pago es lo que se debe entonces.',
  total: 'Total',
  deposit: 'A pagar al firmar',
  hash: 'SHA-256 del documento',
  square: counted('es', 'cuadro', 'cuadros'),
  signUntil: (time) => `para firmar hasta el ${time}`,
  signUntilEndOf: (day) => `para firmar hasta el final del ${day}`,
  signedBy: (name) => `Firmado por ${name}`,
  notSignedBy: (name) => `Aún sin la firma de ${name}`,
  rescinded: (time) => `Cancelado por el propietario el ${time}`,
  notSigned: 'Sin firmar: este contrato',
  boxes:
    'Un recuadro sustituye a un carácter que aquí no se puede imprimir. El documento con este SHA-256 lo contiene.',
  states: {
    draft: 'es un borrador',
    sent: 'ha sido enviado',
    viewed: 'ha sido visto',
    declined: 'ha sido rechazado',
    voided: 'ha sido retirado',
    expired: 'ha vencido',
  },
};

const german: ContractWords = {
  consent:
    'Ich habe dieses Dokument gelesen. Ich kaufe die Variante, die ich gewählt habe, zur hier genannten Gesamtsumme, und bin einverstanden, elektronisch zu unterschreiben.',
  title: 'Vertrag',
  seller: 'Verkäufer',
  homeowner: 'Eigentümer',
  addOn: 'Zusatz',
  financing: (plan) =>
    `Monatlich mit ${plan.provider}: ${plan.payments} × ${plan.monthly} und eine letzte Rate von ${plan.last}, für ${plan.financed} zu ${plan.percent} im Jahr. Insgesamt ${plan.paid}, davon ${plan.interest} Zinsen.`,
  financingRule:
    'Die Monatsraten sind gleich und auf Cent gerundet. Jeder Monat fügt ein Zwölftel des Jahreszinses auf die Restschuld hinzu, auf Cent gerundet. Die letzte Rate ist die Restschuld.',
  total: 'Gesamtsumme',
  deposit: 'Fällig bei Unterschrift',
  hash: 'SHA-256 des Dokuments',
  square: counted('de', 'Square', 'Squares'),
  signUntil: (time) => `zu unterschreiben bis ${time}`,
  signUntilEndOf: (day) => `zu unterschreiben bis zum Ablauf von ${day}`,
  signedBy: (name) => `Unterschrieben von ${name}`,
  notSignedBy: (name) => `Noch nicht unterschrieben von ${name}`,
  rescinded: (time) => `Vom Eigentümer widerrufen am ${time}`,
  notSigned: 'Nicht unterschrieben: Dieser Vertrag',
  boxes:
    'Ein Kästchen steht für ein Zeichen, das hier nicht gedruckt werden kann. Das Dokument mit diesem SHA-256 enthält es.',
  states: {
    draft: 'ist ein Entwurf',
    sent: 'wurde gesendet',
    viewed: 'wurde angesehen',
    declined: 'wurde abgelehnt',
    voided: 'wurde zurückgezogen',
    expired: 'ist abgelaufen',
  },
};

const wordsByLanguage: ReadonlyMap<string, ContractWords> = new Map([
  ['en', english],
  ['es', spanish],
  ['de', german],
]);

/** The words for a locale; English for languages without words. */
export function contractWords(locale: string): ContractWords {
  return wordsByLanguage.get(new Intl.Locale(locale).language) ?? english;
}

/** The language of these words, as a BCP 47 tag without a region. */
export function languageOfWords(locale: string): string {
  return hasContractWords(locale) ? new Intl.Locale(locale).language : 'en';
}

/** Whether contracts have words of their own in a locale. */
export function hasContractWords(locale: string): boolean {
  return wordsByLanguage.has(new Intl.Locale(locale).language);
}

/** The singular or plural of a noun, by the rules of its own language. */
function counted(language: string, one: string, other: string): (quantity: number) => string {
  const plural = new Intl.PluralRules(language, { maximumFractionDigits: 20 });
  return (quantity) => (plural.select(quantity) === 'one' ? one : other);
}
