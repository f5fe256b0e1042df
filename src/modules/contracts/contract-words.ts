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
  readonly hash: string;
  /** Of 100 square feet. */
  readonly square: string;
  readonly signBefore: (time: string) => string;
  readonly signedBy: (name: string) => string;
  /** Completes `notSigned`. */
  readonly states: Readonly<Record<Exclude<ContractStatus, 'signed'>, string>>;
  readonly notSigned: string;
}

const english: ContractWords = {
  consent:
    'I have read this document. I agree to buy the tier that I have chosen at the total shown here, and to sign by electronic means.',
  title: 'Contract',
  seller: 'Seller',
  homeowner: 'Homeowner',
  total: 'Total',
  hash: 'Document SHA-256',
  square: 'squares',
  signBefore: (time) => `to be signed before ${time}`,
  signedBy: (name) => `Signed by ${name}`,
  notSigned: 'Not signed: this contract',
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
  hash: 'SHA-256 del documento',
  square: 'cuadros',
  signBefore: (time) => `para firmar antes del ${time}`,
  signedBy: (name) => `Firmado por ${name}`,
  notSigned: 'Sin firmar: este contrato',
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
  hash: 'SHA-256 des Dokuments',
  square: 'Squares',
  signBefore: (time) => `zu unterschreiben vor dem ${time}`,
  signedBy: (name) => `Unterschrieben von ${name}`,
  notSigned: 'Nicht unterschrieben: Dieser Vertrag',
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
