/** The commands in the documents that no test runs, each with the reason. Everything else is run. */
export const notRun: readonly { readonly code: string; readonly reason: string }[] = [
  { code: 'npm run dev', reason: 'Starts the server that the test provides.' },
  { code: 'npm start', reason: 'Starts the server that the test provides.' },
  { code: 'npm ci && npm start', reason: 'Installs and starts the checkout in which the tests run already.' },
  { code: 'npm ci && npm test', reason: 'Is the run that this test is a part of.' },
  {
    code: 'npx jest test/authoring/faqs.test.ts',
    reason: 'Runs a file of the suite that this test is a part of.',
  },
  { code: 'npm run format && npm run check', reason: 'Changes files; CI runs the check.' },
  {
    code: 'npm run contracts && npm run configuration && npm run scopes && npm run reasons',
    reason: 'Writes files; "npm run check" compares them.',
  },
  {
    code: 'echo "API_KEY=$(openssl rand -hex 24)" >> .env && docker compose up --build',
    reason: 'Needs Docker and its registry.',
  },
  {
    code: [
      'npx deckcast keys create --name "Office dashboard" --scopes decks:read,events:read',
      'npx deckcast keys list',
      'npx deckcast keys rotate ID --overlap 3600',
      'npx deckcast keys revoke ID',
    ].join('\n'),
    reason: 'Uses the database of the checkout; test/process/keys-command.test.ts runs the program.',
  },
  {
    code: [
      'npx deckcast audit export > audit.jsonl',
      'npx deckcast audit verify',
      'npx deckcast audit verify audit.jsonl',
      'npx deckcast audit verify --kept 1024:5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
    ].join('\n'),
    reason: 'Uses the database of the checkout; test/process/audit-command.test.ts runs the program.',
  },
  {
    code: [
      'npx deckcast backup --to backup.tar',
      'npx deckcast restore backup.tar --verify',
      'npx deckcast restore backup.tar',
    ].join('\n'),
    reason: 'Uses the database of the checkout; test/process/backup.test.ts runs the program.',
  },
  {
    code: 'pg_dump --format=custom --file=before.dump "$DATABASE_URL"',
    reason: 'Dumps the database of an installation; it was tried at data of 1.0.0-rc.1 (decision 0166).',
  },
  {
    code: 'createdb deckcast_before && pg_restore --no-owner --exit-on-error --dbname=deckcast_before before.dump',
    reason: 'Makes a database for the version before; it was tried with 1.0.0-rc.1 (decision 0166).',
  },
  {
    code: ['pg_basebackup -h 127.0.0.1 -U postgres -D /backup/base -c fast', 'pg_verifybackup /backup/base'].join('\n'),
    reason: 'Copies a whole server of PostgreSQL, and needs the right to replicate from it.',
  },
  {
    code: [
      'kubectl create secret generic deckcast --from-env-file=deckcast.env',
      'helm install deckcast charts/deckcast --values deckcast.yaml',
    ].join('\n'),
    reason: 'Needs a cluster; test/rules/helm-chart.test.ts checks the chart.',
  },
  {
    code: 'npm run release-fixture -- v1.2.3',
    reason: 'Needs the tag of a release that is still to come.',
  },
  { code: 'npm ci --prefix bench', reason: 'Installs the peers of the measurements, which no test needs.' },
  {
    code: 'DATABASE_URL=postgresql://postgres@127.0.0.1:5432/postgres npm run soak -- live',
    reason: 'Takes minutes; CI runs the soak of faults.',
  },
];
