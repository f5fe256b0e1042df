// Loaded into a Deckcast by --import. Tells each package of OpenTelemetry whose first module is loaded.
import { registerHooks } from 'node:module';

const known = new Set<string>();

registerHooks({
  load(url, context, next) {
    const [name] = /@opentelemetry\/[\w-]+/.exec(url) ?? [];
    if (name !== undefined && !known.has(name)) {
      known.add(name);
      process.stdout.write(`loaded: ${name}\n`);
    }
    return next(url, context);
  },
});
