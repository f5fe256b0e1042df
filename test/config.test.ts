import { describe, expect, test } from '@jest/globals';
import { ConfigError, loadConfig } from '../src/config.ts';

describe('the configuration', () => {
  test('needs an API_KEY beyond loopback for the web role, not for health checks', () => {
    expect(() => loadConfig({ HOST: '0.0.0.0', ROLES: 'web' })).toThrow(ConfigError);
    const { http } = loadConfig({ HOST: '0.0.0.0', ROLES: 'worker', HEALTH_PORT: '4001' });
    expect(http).toMatchObject({ host: '0.0.0.0', healthPort: 4001, apiKey: null });
  });
});
