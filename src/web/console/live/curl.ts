/** What of a delivery a request is made of. */
interface Sent {
  readonly event: {
    readonly id: string;
    readonly type: string;
    readonly timestamp: string;
    readonly deckId: string | null;
    readonly payload: Record<string, unknown>;
  };
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

/** The request of a webhook as a command, without the signature: only holders of the secret can make one. */
export function curlOf({ event: { payload, ...event }, url, headers }: Sent): string {
  const lines = [
    `curl ${quoted(url)}`,
    `-H 'Content-Type: application/json'`,
    `-H ${quoted(`webhook-id: ${event.id}`)}`,
    ...headers.map(({ name, value }) => `-H ${quoted(`${name}: ${value}`)}`),
    `-d ${quoted(JSON.stringify({ ...event, data: payload }))}`,
  ];
  return lines.join(' \\\n  ');
}

/** As one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
