import type { ContractStatus } from './contract.entity.ts';

/** What contracts say beside what is stored, in one language. */
export interface ContractWords {
  /**
   * What a signer agrees to: part of the document, and of its hash. A change makes every open contract of the language
   * another document, which has to be read again; a signed one keeps what was signed.
   */
  readonly consent: string;
  readonly title: string;
  readonly seller: string;
  readonly homeowner: string;
  readonly total: string;
  readonly deposit: string;
  readonly hash: string;
  /** Roof area of 100 square feet, named for a quantity. */
  readonly square: (quantity: number) => string;
  readonly signBefore: (time: string) => string;
  readonly signedBy: (name: string) => string;
  /** Completes `notSigned`. */
  readonly states: Readonly<Record<Exclude<ContractStatus, 'signed'>, string>>;
  readonly notSigned: string;
  /** Of characters that the font of the PDF lacks. */
  readonly boxes: string;
}

const english: ContractWords = {
  consent:
    'I have read this document. I agree to buy the tier that I have chosen at the total shown here, and to sign by electronic means.',
  title: 'Contract',
  seller: 'Seller',
  homeowner: 'Homeowner',
  total: 'Total',
  deposit: 'Due on signing',
  hash: 'Document SHA-256',
  square: counted('en', 'square', 'squares'),
  signBefore: (time) => `to be signed before ${time}`,
  signedBy: (name) => `Signed by ${name}`,
  notSigned: 'Not signed: this contract',
  boxes: 'A box stands for a character that cannot be printed here. The document with this SHA-256 has it.',
  states: {
    draft: 'is a draft',
    sent: 'is sent',
    viewed: 'is viewed',
    declined: 'is declined',
    canceled: 'is canceled',
    expired: 'is expired',
  },
};

const spanish: ContractWords = {
  consent:
    'He leído este documento. Acepto comprar la opción que he elegido por el total que aquí se indica y firmar por medios electrónicos.',
  title: 'Contrato',
  seller: 'Vendedor',
  homeowner: 'Propietario',
  total: 'Total',
  deposit: 'A pagar al firmar',
  hash: 'SHA-256 del documento',
  square: counted('es', 'cuadro', 'cuadros'),
  signBefore: (time) => `para firmar antes del ${time}`,
  signedBy: (name) => `Firmado por ${name}`,
  notSigned: 'Sin firmar: este contrato',
  boxes:
    'Un recuadro sustituye a un carácter que aquí no se puede imprimir. El documento con este SHA-256 lo contiene.',
  states: {
    draft: 'es un borrador',
    sent: 'ha sido enviado',
    viewed: 'ha sido visto',
    declined: 'ha sido rechazado',
    canceled: 'ha sido retirado',
    expired: 'ha vencido',
  },
};

const german: ContractWords = {
  consent:
    'Ich habe dieses Dokument gelesen. Ich kaufe die Variante, die ich gewählt habe, zur hier genannten Gesamtsumme, und bin einverstanden, elektronisch zu unterschreiben.',
  title: 'Vertrag',
  seller: 'Verkäufer',
  homeowner: 'Eigentümer',
  total: 'Gesamtsumme',
  deposit: 'Fällig bei Unterschrift',
  hash: 'SHA-256 des Dokuments',
  square: counted('de', 'Square', 'Squares'),
  signBefore: (time) => `zu unterschreiben vor dem ${time}`,
  signedBy: (name) => `Unterschrieben von ${name}`,
  notSigned: 'Nicht unterschrieben: Dieser Vertrag',
  boxes:
    'Ein Kästchen steht für ein Zeichen, das hier nicht gedruckt werden kann. Das Dokument mit diesem SHA-256 enthält es.',
  states: {
    draft: 'ist ein Entwurf',
    sent: 'wurde gesendet',
    viewed: 'wurde angesehen',
    declined: 'wurde abgelehnt',
    canceled: 'wurde zurückgezogen',
    expired: 'ist abgelaufen',
  },
};

const wordsByLanguage: ReadonlyMap<string, ContractWords> = new Map([
  ['es', spanish],
  ['de', german],
]);

/** The words of a reader's language, English where there are none. */
export function contractWords(locale: string): ContractWords {
  return wordsByLanguage.get(new Intl.Locale(locale).language) ?? english;
}

/** A noun in the number that its language has for a quantity. The language is that of the noun, not the reader's. */
function counted(language: string, one: string, other: string): (quantity: number) => string {
  const plural = new Intl.PluralRules(language, { maximumFractionDigits: 20 });
  return (quantity) => (plural.select(quantity) === 'one' ? one : other);
}
