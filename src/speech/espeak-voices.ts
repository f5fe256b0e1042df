import { createHash } from 'node:crypto';
import type { SpeechWarning } from './speech.ts';

/** Where a voice belongs to a region. */
const regionalVoices: Readonly<Record<string, string>> = {
  'en-US': 'en-us',
  'en-CA': 'en-us',
  'es-ES': 'es',
  'fr-BE': 'fr-be',
  'fr-CH': 'fr-ch',
  'pt-BR': 'pt-br',
  'zh-HK': 'yue',
};

/** Where espeak calls the voice of a language other than the language itself, or has several. */
const languageVoices: Readonly<Record<string, string>> = { en: 'en-gb-x-rp', es: 'es-419', no: 'nb', zh: 'cmn' };

/** Speaks what no other voice does: better a strange accent than silence. */
const lastVoice = 'en-us';
const variants = ['f1', 'f2', 'f3', 'f4', 'f5', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7'];

/**
 * The voices to try, the best first: the one that is asked for, if it can be one of espeak's (`en-us`, `de+f2`); the
 * language's own; English. Behind an id that espeak does not know stands always the same variant.
 */
export function voicesToTry(voice: string | null, language: string): string[] {
  const variant = voice === null ? '' : `+${variantFor(voice)}`;
  const substitutes = [`${languageVoice(language)}${variant}`, `${lastVoice}${variant}`];
  return voice !== null && /^[a-z]{2,4}(-\w+)*(\+\w+)?$/i.test(voice) ? [voice, ...substitutes] : substitutes;
}

/** What to tell of the voice that spoke in place of another. */
export function voiceWarnings(spoke: string, voice: string | null, language: string): SpeechWarning[] {
  if (spoke === voice) return [];
  const [base = ''] = spoke.split('+');
  const warnings: SpeechWarning[] = [];
  if (voice !== null) {
    const detail = `espeak has no voice "${voice}"; ${spoke} spoke instead. Its voices have names such as en-us or de+f2.`;
    warnings.push({ code: 'voice_substituted', detail });
  }
  if (base !== languageVoice(language)) {
    const detail = `espeak has no voice for the language ${language}; ${spoke} spoke instead.`;
    warnings.push({ code: 'language_substituted', detail });
  }
  return warnings;
}

function languageVoice(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize();
  return regionalVoices[`${language}-${region ?? ''}`] ?? languageVoices[language] ?? language;
}

function variantFor(voice: string): string {
  const hash = createHash('sha256').update(voice).digest();
  return variants[hash.readUInt32BE() % variants.length] ?? '';
}
