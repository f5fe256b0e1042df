/**
 * The forms in which a receiver may echo a secret: literal, without its scheme (`Bearer`, `whsec_`), in base64, in hex,
 * in a URL or in JSON. The longest come first, so that removing a short form leaves no part of a long one.
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
