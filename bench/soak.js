// npm run soak -- delivery|live [its arguments]: the long proofs, which want a PostgreSQL of their own (DATABASE_URL).
const [which] = process.argv.splice(2, 1);
const soaks = { delivery: './soak-delivery.js', live: './soak-live.js' };
if (soaks[which] === undefined) throw new Error('npm run soak -- delivery, or npm run soak -- live');
await import(soaks[which]);
