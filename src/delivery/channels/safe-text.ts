/** Most characters that are kept of an answer. */
const maxKeptCharacters = 2_048;

/** The beginning of an answer without control characters, and without secrets that the receiver echoes. */
export function safeText(bytes: Buffer, secrets: readonly string[]): string {
  const text = bytes
    .toString('utf8')
    .replaceAll(/[^\P{Cc}\n\t]/gu, ' ')
    .replaceAll('\uFFFD', '?')
    .toWellFormed();
  return secrets
    .filter((secret) => secret.length >= 4)
    .reduce((shown, secret) => shown.replaceAll(secret, '[redacted]'), text)
    .slice(0, maxKeptCharacters);
}
