/**
 * How a receiver may give back what it was sent in confidence: as it stands, without its scheme (`Bearer`, `whsec_`),
 * in base64 or hex, in a URL or in JSON. The longest come first, so that no part of one outlasts the removal of another.
 */
export function secretSpellings(secrets: readonly string[]): string[] {
  const bare = secrets.flatMap((secret) => [secret, secret.replace(/^(whsec_|[\w-]+ +)/, '')]);
  const spelled = bare.flatMap((secret) => [
    secret,
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
    Buffer.from(secret).toString('hex'),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ]);
  return [...new Set(spelled)].sort((a, b) => b.length - a.length);
}
