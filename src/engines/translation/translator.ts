/** Source and target language, as canonical BCP 47 tags. */
export interface LanguagePair {
  readonly from: string;
  readonly to: string;
}

/** A translation service. It receives templates only, never data of homeowners. */
export interface Translator {
  /** Its name in messages. */
  readonly name: string;
  /**
   * Translates each text by itself; results have the order of the texts. Placeholders should come back unchanged:
   * callers check that with `keepsPlaceholders`.
   *
   * @throws AppError `UNPROCESSABLE` for an unknown language, `UNAVAILABLE` for any other failure
   */
  translate(texts: readonly string[], languages: LanguagePair): Promise<string[]>;
}
