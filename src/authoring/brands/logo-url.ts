const pattern = /^\/api\/logos\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.png$/;

/** Where clients get a logo. */
export function logoUrlOf(id: string): string {
  return `/api/logos/${id}.png`;
}

/** Whether a link names a logo, and nothing beside it. */
export function isLogoUrl(url: string): boolean {
  return pattern.test(url);
}

/** The id of the logo that a link names, signed or not; null for any other link. */
export function logoIdOf(url: string): string | null {
  return pattern.exec(url.split('?', 1)[0] ?? '')?.[1] ?? null;
}
