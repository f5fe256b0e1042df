/** The port of a URL of HTTP: that of its protocol where it names none. */
export function portOf({ protocol, port }: Pick<URL, 'protocol' | 'port'>): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
