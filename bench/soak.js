// npm run soak -- delivery|live|faults|budgets|failover|upgrade [its arguments]: the long proofs. delivery, live and upgrade use
// the PostgreSQL of DATABASE_URL; faults and failover start their own, budgets needs none.
const [which] = process.argv.splice(2, 1);
const soaks = {
  delivery: './soak-delivery.js',
  live: './soak-live.js',
  faults: './soak-faults.js',
  budgets: './soak-budgets.js',
  failover: './soak-failover.js',
  upgrade: './soak-upgrade.js',
};
if (soaks[which] === undefined) {
  throw new Error(
    'Usage: npm run soak -- delivery | live | faults | budgets | failover | upgrade [seconds] [seed] [--only …]',
  );
}
await import(soaks[which]);
