// npm run bench -- <which> [its arguments]: the measurements. They use the PostgreSQL of DATABASE_URL and the peers that
// `npm ci --prefix bench` installs.
const [which] = process.argv.splice(2, 1);
const programs = {
  allocations: './allocations.js',
  capacity: './capacity.js',
  commits: './commits.js',
  delivery: './delivery.js',
  'fan-out': './fan-out.js',
  growth: './growth.js',
  idle: './idle.js',
  isolation: './isolation.js',
  lists: './lists.js',
  'live-latency': './live-latency.js',
  'long-log': './long-log.js',
  metrics: './metrics.js',
  presentations: './presentations.js',
  processes: './processes.js',
  publish: './publish.js',
  reads: './reads/main.js',
  requests: './requests.js',
  'slow-reader': './slow-reader.js',
  stages: './stages.js',
};
if (programs[which] === undefined) {
  throw new Error(`Usage: npm run bench -- ${Object.keys(programs).join(' | ')} [its arguments]`);
}
await import(programs[which]);
