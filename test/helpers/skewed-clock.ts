/** Loaded with `--import`: the process's clock is off by CLOCK_SKEW_MS. Timers and `performance` go as they should. */
const skewMs = Number(process.env['CLOCK_SKEW_MS']);
const now = (): number => RealDate.now() + skewMs;
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values) => Reflect.construct(target, values.length === 0 ? [now()] : values) as Date,
  get: (target, name): unknown => (name === 'now' ? now : Reflect.get(target, name)),
});
