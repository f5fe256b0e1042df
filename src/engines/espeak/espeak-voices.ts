import { createHash } from 'node:crypto';
import { canSpeak, languageOfScript, withoutForeign } from './espeak-scripts.ts';
import type { SpeechWarning, Utterance } from '../speech/speech.ts';
import { wordsOf } from '../speech/words.ts';

/** Voices of the languages in some regions. */
const regionalVoices: Readonly<Record<string, string>> = {
  'en-US': 'en-us',
  'en-CA': 'en-us',
  'es-ES': 'es',
  'fr-BE': 'fr-be',
  'fr-CH': 'fr-ch',
  'pt-BR': 'pt-br',
  'zh-HK': 'yue',
};

/** Languages whose voice has another name than the language, or that have several. */
const languageVoices: Readonly<Record<string, string>> = { en: 'en-gb-x-rp', es: 'es-419', no: 'nb', zh: 'cmn' };

/** The voice for languages that espeak does not speak. */
const lastVoice = 'en-us';
/** Variants of a voice, female and male. */
const variants = ['f1', 'f2', 'f3', 'f4', 'f5', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7'];

/**
 * Voices to try, best first: the requested one if its name can be one of espeak (`en-us`, `de+f2`), that of the
 * language, one for the script of the text, English. An id that espeak does not know always gets the same variant.
 */
export function voicesToTry(voice: string | null, language: string, text: string): string[] {
  const variant = voice === null ? '' : `+${variantFor(voice)}`;
  const languages = [language, languageOfScript(text, language) ?? []].flat();
  const substitutes = [...languages.map(languageVoice), lastVoice].map((base) => `${base}${variant}`);
  return voice !== null && /^[a-z]{2,4}(-\w+)*(\+\w+)?$/i.test(voice) ? [voice, ...substitutes] : substitutes;
}

/** Warnings about a substituted voice or language, and about words that were omitted. */
export function voiceWarnings(
  spoke: string,
  { voice, language, text }: Pick<Utterance, 'voice' | 'language' | 'text'>,
): SpeechWarning[] {
  const instead = `${spoke} spoke instead.`;
  const warnings: SpeechWarning[] = [];
  if (voice !== null && spoke !== voice) {
    const isUnable = voicesToTry(voice, language, text)[0] === voice && !canSpeak(text, voice);
    const detail = isUnable
      ? `The voice "${voice}" cannot speak this script; ${instead}`
      : `espeak has no voice "${voice}"; ${instead} Its voices have names such as en-us or de+f2.`;
    warnings.push({ code: 'voice_substituted', detail });
  }
  const own = languageVoice(language);
  const [name = ''] = language.split('-');
  if (spoke !== voice && spoke.split('+')[0] !== own) {
    const why = canSpeak(text, own)
      ? `espeak has no voice for the language ${name}`
      : `The text is not in a script that espeak speaks in the language ${name}`;
    warnings.push({ code: 'language_substituted', detail: `${why}; ${instead}` });
  }
  const silent = wordsOf(text).filter((word) => withoutForeign(word, spoke) !== word).length;
  if (silent > 0) {
    const detail = `The voice ${spoke} cannot speak the script of ${silent === 1 ? 'one word' : `${silent} words`}; what it cannot speak is left out.`;
    warnings.push({ code: 'script_unsupported', detail });
  }
  return warnings;
}

/** The name that the voice of a language would have; espeak may lack it. */
export function languageVoice(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize();
  return regionalVoices[`${language}-${region ?? ''}`] ?? languageVoices[language] ?? language;
}

function variantFor(voice: string): string {
  const hash = createHash('sha256').update(voice).digest();
  return variants[hash.readUInt32BE() % variants.length] ?? '';
}
