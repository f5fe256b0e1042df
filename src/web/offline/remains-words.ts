import { languageOf } from '../words/language.ts';

/** What is said of choices at a link that does not open: few people read it, so that it is loaded by itself. */
const english = {
  openKept: 'Open the presentation that this device has kept',
  neverSent:
    'The link ended before an answer came to this. Do not rely on it. It stays on this device until you remove it: show it to your seller.',
  unsentSignature: (name: string, option: string): string => `Signature of ${name}: ${option}`,
  remove: 'Remove it from this device',
  surelyRemove: 'Nobody can restore it.',
  doRemove: 'Yes, remove it',
};

type RemainsWords = typeof english;

const spanish: RemainsWords = {
  openKept: 'Abrir la presentación que guarda este dispositivo',
  neverSent:
    'El enlace terminó antes de que llegara una respuesta a esto. No cuente con ello. Se queda en este dispositivo hasta que usted lo quite: muéstreselo a su vendedor.',
  unsentSignature: (name: string, option: string): string => `Firma de ${name}: ${option}`,
  remove: 'Quitarlo de este dispositivo',
  surelyRemove: 'Nadie puede recuperarlo.',
  doRemove: 'Sí, quitarlo',
};

const german: RemainsWords = {
  openKept: 'Die Präsentation öffnen, die dieses Gerät aufbewahrt',
  neverSent:
    'Der Link ist erloschen, bevor hierauf eine Antwort kam. Verlassen Sie sich nicht darauf. Es bleibt auf diesem Gerät, bis Sie es entfernen: Zeigen Sie es Ihrem Verkäufer.',
  unsentSignature: (name: string, option: string): string => `Unterschrift von ${name}: ${option}`,
  remove: 'Von diesem Gerät entfernen',
  surelyRemove: 'Niemand kann es wiederherstellen.',
  doRemove: 'Ja, entfernen',
};

const languages: Readonly<Record<string, RemainsWords>> = { en: english, es: spanish, de: german };

export const remainsWordsFor = (tag: string): RemainsWords => languages[languageOf(tag)] ?? english;
