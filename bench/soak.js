// npm run soak -- delivery|live|faults|budgets|failover [its arguments]: the long proofs. delivery and live use the PostgreSQL of
// DATABASE_URL; faults and failover start their own, budgets needs none.
const [which] = process.argv.splice(2, 1);
const soaks = {
  delivery: './soak-delivery.js',
  live: './soak-live.js',
  faults: './soak-faults.js',
  budgets: './soak-budgets.js',
  failover: './soak-failover.js',
};
if (soaks[which] === undefined) {
  throw new Error('Usage: npm run soak -- delivery | live | faults | budgets | failover [seconds] [seed] [--only …]');
}
await import(soaks[which]);
