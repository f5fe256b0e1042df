/**
 * Whether a text is a link that may be opened: an absolute http or https URL, or a path such as `/logo.svg`. Browsers
 * drop line breaks and leading spaces from links, so that `java\nscript:` would run as a script.
 */
export function isLink(text: string): boolean {
  if (text !== text.trim() || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)) return false;
  return isWebAddress(URL.parse(text, 'https://deckcast.invalid/'));
}

/** Whether a URL is one of the web, without a user's name or password. */
export function isWebAddress(url: URL | null): boolean {
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
}

/** Whether the text at a JSON Pointer is opened as a link, by its key, or by that of its list. */
export function isLinkPlace(pointer: string): boolean {
  return /(?:url|uri|link|href|src|img|image|logo|icon)(?:\/\d+)*$/i.test(pointer);
}
