/** From which language into which, as canonical BCP 47 tags. */
export interface LanguagePair {
  readonly from: string;
  readonly to: string;
}

/** A service that translates what authors write. No homeowner's data is ever sent to one: it gets templates alone. */
export interface Translator {
  /** As people know it, for messages. */
  readonly name: string;
  /**
   * Translates each text by itself and gives as many back, in their order. Placeholders are to come back unchanged;
   * whoever asks checks that with `keepsPlaceholders`.
   *
   * @throws AppError `UNPROCESSABLE` for a language that it does not know, `UNAVAILABLE` for all else
   */
  translate(texts: readonly string[], languages: LanguagePair): Promise<string[]>;
}
