/** Where clients get a stored audio file. */
export function audioUrlOf(key: string): string {
  return `/api/audio/${key}.mp3`;
}

/** Whether a link names a stored audio file, and nothing beside it. */
export function isAudioUrl(url: string): boolean {
  return audioKeyOf(url) !== null;
}

/** The key of the stored audio file that a link names; null for any other link. */
export function audioKeyOf(url: string): string | null {
  return /^\/api\/audio\/([0-9a-f]{64})\.mp3$/.exec(url)?.[1] ?? null;
}

/** A link as it is stored: what clients read of a stored file is signed, and they may send back what they have read. */
export function unsignedAudioUrl(url: string): string {
  const [path = ''] = url.split('?', 1);
  return isAudioUrl(path) ? path : url;
}
