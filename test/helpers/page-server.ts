import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'vite';

/** Serves one page with a script of the tests, on an origin of its own. */
export class PageServer {
  /** The bundled script. */
  script = '';
  readonly #server = createServer(({ url }, response) => {
    const isScript = url === '/page.js';
    response
      .setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
      .end(
        isScript
          ? this.script
          : '<!doctype html><link rel="icon" href="data:," /><script type="module" src="/page.js"></script>',
      );
  });

  /** @param entry the module to bundle */
  constructor(private readonly entry: string) {}

  async open(): Promise<void> {
    const built = await build({
      configFile: false,
      logLevel: 'error',
      build: { write: false, minify: false, rolldownOptions: { input: this.entry } },
    });
    const [output] = Array.isArray(built) ? built : [built];
    const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined;
    if (chunk === undefined) throw new Error(`${this.entry} was not bundled`);
    this.script = chunk.code;
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
