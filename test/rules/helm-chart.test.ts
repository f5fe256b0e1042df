import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { secretName } from '../../src/cli/config.ts';

const root = path.join(import.meta.dirname, '..', '..');
const chart = path.join(root, 'charts/deckcast');
const textOf = (...file: string[]): string => readFileSync(path.join(root, ...file), 'utf8');
const templates = globSync('templates/*', { cwd: chart }).map((file) => textOf('charts/deckcast', file));
const all = [...templates, textOf('charts/deckcast/values.yaml')].join('\n');

/** The settings of .env.example. */
const settings = [...textOf('.env.example').matchAll(/^#([A-Z\d_]+)=/gm)].map(([, name = '']) => name);

/** What the helper in templates refuses among settings. */
const refused = new RegExp(/regexMatch "(\(\^[^"]+)" \$name/.exec(all)?.[1] ?? 'none');

const helm = await promisify(execFile)('helm', ['version', '--short']).then(
  () => 'helm',
  () => null,
);
if (helm === null) process.stderr.write('helm is not on the PATH: its own check of the chart is skipped.\n');

describe('the Helm chart', () => {
  test('has the version of the product', () => {
    const { version } = JSON.parse(textOf('package.json')) as { version: string };
    const text = textOf('charts/deckcast/Chart.yaml');
    expect([/^version: (.*)$/m.exec(text)?.[1], /^appVersion: (.*)$/m.exec(text)?.[1]]).toEqual([version, version]);
  });

  test('names settings alone that there are', () => {
    const named = [...all.matchAll(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g)].map(([name]) => name);
    const foreign = named.filter((name) => !settings.includes(name) && !refused.source.includes(name));
    expect(foreign).toEqual([]);
    expect(named).toEqual(expect.arrayContaining(['STOP_DELAY_SECONDS', 'HEALTH_PORT', 'AUDIO_S3_URL']));
  });

  test('refuses each secret among the settings', () => {
    const secrets = settings.filter((name) => secretName.test(name));
    expect(secrets.length).toBeGreaterThan(5);
    expect(secrets.filter((name) => !refused.test(name))).toEqual([]);
    for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'SMTP_URL', 'NATS_URL']) expect(name).toMatch(refused);
    for (const name of ['PUBLIC_URL', 'RATE_PER_KEY', 'AUDIO_S3_URL']) expect(name).not.toMatch(refused);
  });

  test('listens and probes where the image does', () => {
    const image = textOf('Dockerfile');
    for (const name of ['PORT', 'HEALTH_PORT']) {
      const port = new RegExp(`\\b${name}=(\\d+)`).exec(image)?.[1];
      expect(all).toContain(`"${name}" "${port}"`);
      expect(all).toContain(`containerPort: ${port}`);
    }
  });

  (helm === null ? test.skip : test)('passes the check of Helm', async () => {
    const values = ['--set', 'secrets={deckcast}', '--set', 'settings.AUDIO_S3_URL=https://s3.example.com/deckcast'];
    const { stdout } = await promisify(execFile)('helm', ['lint', '--strict', chart, ...values]);
    expect(stdout).toContain('0 chart(s) failed');
  });
});
