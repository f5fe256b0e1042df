/** Loaded with `--import`: the process's clock is off by CLOCK_SKEW_MS. Timers and `performance` go as they should. */
const RealDate = Date;
const skewMs = Number(process.env['CLOCK_SKEW_MS']);

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values: unknown[]) =>
    values.length === 0 ? new target(RealDate.now() + skewMs) : Reflect.construct(target, values),
  get: (target, name) => (name === 'now' ? () => RealDate.now() + skewMs : Reflect.get(target, name)),
});
