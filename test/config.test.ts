import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { ConfigError, loadConfig } from '../src/config.ts';

describe('the configuration', () => {
  test('needs an API_KEY beyond loopback for the web role, not for health checks', () => {
    expect(() => loadConfig({ HOST: '0.0.0.0', ROLES: 'web' })).toThrow(ConfigError);
    const { http } = loadConfig({ HOST: '0.0.0.0', ROLES: 'worker', HEALTH_PORT: '4001' });
    expect(http).toMatchObject({ host: '0.0.0.0', healthPort: 4001, apiKey: null });
  });

  test('keeps a contract for as long as it is held', () => {
    const faults = ['CONTRACT_RETENTION_DAYS is less than CONTRACT_HOLD_DAYS: raise the first or lower the second.'];
    const given = { CONTRACT_RETENTION_DAYS: '3649' };
    expect(() => loadConfig(given)).toThrow(expect.objectContaining({ faults }));
    expect(loadConfig({ ...given, CONTRACT_HOLD_DAYS: '0' }).retention.contractDays).toBe(3_649);
  });

  test('takes IANA time zones alone, and UTC where none is set', () => {
    expect(loadConfig({}).timeZone).toBe('UTC');
    expect(loadConfig({ TIME_ZONE: 'america/denver' }).timeZone).toBe('America/Denver');
    for (const name of ['Mars/Olympus', '+02:00', 'MDT?']) {
      const fault = `TIME_ZONE is "${name}": it must be a time zone of the IANA database such as America/Denver.`;
      expect(() => loadConfig({ TIME_ZONE: name })).toThrow(expect.objectContaining({ faults: [fault] }));
    }
  });
});

describe('.env.example', () => {
  const example = readFileSync(path.join(import.meta.dirname, '..', '.env.example'), 'utf8');
  const variables = parseEnv(example.replaceAll(/^#(?=[A-Z\d_]+=)/gm, ''));

  test('names every variable that the configuration reads, and no other', () => {
    const read = new Set<string>();
    const environment = new Proxy<Record<string, string>>({}, { get: (_, name) => void read.add(String(name)) });
    loadConfig(environment);
    expect(Object.keys(variables).sort()).toEqual([...read].sort());
  });

  test('sets nothing as it is, and each default without its #', () => {
    expect(parseEnv(example)).toEqual({});
    expect(loadConfig(variables)).toEqual(loadConfig({}));
  });
});
