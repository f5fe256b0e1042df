import findMyWay from 'find-my-way';
import type { Context, Middleware } from 'koa';
import { AppError } from '../../core/index.ts';
import { acceptedTypes } from '../../input/index.ts';

/** The parameters in the path of a request, decoded, by their names. */
export type PathParameters = Readonly<Record<string, string | undefined>>;

/** Answers the requests of one route. */
type Endpoint<Of extends Context> = (context: Of, parameters: PathParameters) => Promise<void>;

/** A parameter is as long as its request allows: each use case checks its own. */
const longestParameter = 65_536;

/** Finds the endpoint of a request in a tree of paths, so that it costs the same however many routes there are. */
export class RouteTable<Of extends Context = Context> {
  readonly #tree = findMyWay({ ignoreTrailingSlash: true, caseSensitive: false, maxParamLength: longestParameter });
  readonly #methods = new Set<findMyWay.HTTPMethod>();

  /** @param path with its parameters in braces, as OpenAPI writes them */
  add(methods: readonly findMyWay.HTTPMethod[], path: string, endpoint: Endpoint<Of>): void {
    const answered = methods.includes('GET') ? [...methods, 'HEAD' as const] : [...methods];
    for (const method of answered) this.#methods.add(method);
    this.#tree.on(answered, path.replaceAll(/\{(\w+)\}/g, ':$1'), () => undefined, endpoint);
  }

  /** Answers the request, or refuses it: 405 with Allow for a path of other methods, else 404. */
  answer(): Middleware {
    return (context) => {
      const { path } = context;
      const found = this.#tree.find(context.method as findMyWay.HTTPMethod, path);
      return found === null ? this.#refuse(context) : (found.store as Endpoint<Of>)(context as Of, found.params);
    };
  }

  #refuse(context: Context): void {
    const allowed = [...this.#methods].filter((method) => this.#tree.find(method, context.path) !== null).sort();
    if (allowed.length === 0) throw new AppError('path_unknown', `There is nothing at ${context.path.slice(0, 200)}.`);
    const methods = allowed.join(', ');
    context.set('Allow', methods);
    if (allowed.includes('PATCH')) context.set('Accept-Patch', acceptedTypes('PATCH').join(', '));
    if (context.method !== 'OPTIONS') {
      throw new AppError('method_not_allowed', `${context.method} is not possible here; ${methods} are.`);
    }
    context.status = 204;
  }
}
