/** Where the next page of a list is, by its Link header; null behind the last one. */
export function nextOf(headers: Headers): string | null {
  return /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null;
}
