/** Where the audio of a key is given. */
export function audioPath(key: string): string {
  return `/api/audio/${key}.mp3`;
}
