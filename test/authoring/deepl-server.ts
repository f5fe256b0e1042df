import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface TranslateBody {
  text: string[];
  source_lang: string;
  target_lang: string;
  tag_handling: string;
  ignore_tags: string[];
}

const apiKey = 'a-key-of-the-test:fx';
const targets = new Set('DE EN-GB EN-US ES ES-419 FR PT-BR PT-PT ZH-HANS ZH-HANT'.split(' '));

/** Behaves as DeepL's documentation says of `POST /v2/translate`; a "translation" is the text in capitals. */
export class DeepLServer {
  readonly env: Record<string, string> = {};
  /** Bodies of the requests that were translated. */
  readonly requests: TranslateBody[] = [];
  /** Answers to give before any more is translated. */
  readonly refusals: { status: number; headers?: Record<string, string> }[] = [];
  /** What happens to a translated XML text on its way back. */
  damage: (xml: string) => string = (xml) => xml;
  /** Runs before an answer is given. */
  before: () => Promise<void> = async () => {};
  readonly #server = createServer((request, response) => {
    void this.#answer(request).then(({ status, headers = {}, body }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    });
  });

  async open(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const { port } = this.#server.address() as AddressInfo;
    Object.assign(this.env, { DEEPL_API_KEY: apiKey, DEEPL_URL: `http://127.0.0.1:${port}/` });
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(
    request: IncomingMessage,
  ): Promise<{ status: number; headers?: Record<string, string>; body?: unknown }> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const refusal = this.refusals.shift();
    if (refusal !== undefined) return { ...refusal, body: { message: 'As the test wants it' } };
    if (request.url !== '/v2/translate' || request.method !== 'POST') return { status: 404 };
    if (request.headers.authorization !== `DeepL-Auth-Key ${apiKey}`) return { status: 403 };
    if (bytes.length > 128 * 1_024) return { status: 413, body: { message: 'Request Entity Too Large' } };
    const body = JSON.parse(bytes.toString()) as TranslateBody;
    const fault = faultOf(body);
    if (fault !== null) return { status: 400, body: { message: fault } };
    await this.before();
    this.requests.push(body);
    const translations = body.text.map((xml) => ({
      detected_source_language: body.source_lang,
      text: this.damage(upperCased(xml)),
    }));
    return { status: 200, body: { translations } };
  }
}

function faultOf({
  text,
  target_lang: target,
  tag_handling: tags,
  ignore_tags: ignored,
}: TranslateBody): string | null {
  if (!targets.has(target)) return `Value for 'target_lang' not supported.`;
  if (text.length > 50) return 'Too many texts.';
  if (tags !== 'xml' || !ignored.includes('x')) return 'The test expects protected tags.';
  const isXml = text.every((xml) => /^(?:[^<>&]|&(?:amp|lt|gt);|<x>(?:[^<>&]|&(?:amp|lt|gt);)*<\/x>)*$/.test(xml));
  return isXml ? null : 'Tag handling parsing failed, please check input.';
}

/** All but tags, their content and entities. */
function upperCased(xml: string): string {
  return xml.replaceAll(/<x>.*?<\/x>|&\w+;|[^<&]+/gs, (part) => (/^[<&]/.test(part) ? part : part.toUpperCase()));
}
