import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { ConfigError, loadConfig } from '../src/config.ts';
import { findMisspelt } from '../src/kit/core/configuration/misspelt.ts';

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

  test('refuses a PUBLIC_URL with a path, whose links would lead homeowners nowhere', () => {
    for (const address of ['https://example.com', 'https://example.com/', 'http://127.0.0.1:4000'])
      expect(loadConfig({ PUBLIC_URL: address }).http.publicUrl).toBe(new URL(address).origin);
    const fault =
      'PUBLIC_URL must be https:// or http:// with a host and nothing behind it, such as https://decks.example.com: Deckcast is served at the root of a host.';
    for (const text of [
      'https://example.com/decks',
      'https://example.com/?a',
      'https://u:p@example.com',
      'example.com',
    ])
      expect(() => loadConfig({ PUBLIC_URL: text })).toThrow(expect.objectContaining({ faults: [fault] }));
  });

  test('takes a replica of a database that is set, and not that database itself', () => {
    const url = 'postgresql://deckcast@127.0.0.1:5432/deckcast';
    const replicaUrl = 'postgresql://deckcast@127.0.0.1:5433/deckcast';
    expect(loadConfig({ DATABASE_URL: url, DATABASE_REPLICA_URL: replicaUrl }).replicaUrl).toBe(replicaUrl);
    expect(() => loadConfig({ DATABASE_REPLICA_URL: replicaUrl })).toThrow(
      expect.objectContaining({
        faults: [expect.stringMatching(/^DATABASE_REPLICA_URL is set without DATABASE_URL: /)],
      }),
    );
    expect(() => loadConfig({ DATABASE_URL: url, DATABASE_REPLICA_URL: url })).toThrow(
      expect.objectContaining({
        faults: [expect.stringMatching(/^DATABASE_REPLICA_URL names the database that takes the changes: /)],
      }),
    );
  });

  test('has no traces without an endpoint, and refuses a part of them that is none', () => {
    const given = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
    expect(loadConfig({ OTEL_TRACES_SAMPLER_ARG: '0.1' }).tracing).toBeNull();
    expect(loadConfig({ ...given, OTEL_TRACES_SAMPLER_ARG: '0.1' }).tracing).toMatchObject({ ratio: 0.1 });
    for (const part of ['10', '-1', 'a tenth']) {
      const fault = `OTEL_TRACES_SAMPLER_ARG is "${part}": it must be a number from 0 to 1, such as 0.1.`;
      const loading = () => loadConfig({ ...given, OTEL_TRACES_SAMPLER_ARG: part });
      expect(loading).toThrow(expect.objectContaining({ faults: [fault] }));
    }
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

describe('a variable that is no setting', () => {
  const sentence = (name: string, setting: string) =>
    `${name} is no setting, but ${setting} is, and has no value: correct the name, remove the variable, or set ${setting}= to nothing if another program needs this one.`;

  test.each([
    ['API_KYE', 'API_KEY'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['Database_Url', 'DATABASE_URL'],
    ['PUBLIC_URLS', 'PUBLIC_URL'],
    ['DATABSE_ULR', 'DATABASE_URL'],
    ['WEBHOOK_ALOW_NETWORK', 'WEBHOOK_ALLOW_NETWORKS'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['trusted_proxy', 'TRUSTED_PROXIES'],
    ['REQUEST_PER_KEYS', 'REQUESTS_PER_KEY'],
    ['CONTRCAT_RETENTON_DAYS', 'CONTRACT_RETENTION_DAYS'],
    ['EVNT_RETENTION_DAY', 'EVENT_RETENTION_DAYS'],
    ['QUOTA_EVENTS_PER_DAYS', 'QUOTA_EVENTS_PER_DAY'],
  ])('refuses a start, with the setting that it is a misspelling of: %s', (name, setting) => {
    const faults = [sentence(name, setting)];
    expect(findMisspelt({ [name]: 'a' })).toEqual({ faults, doubts: [] });
    expect(() => loadConfig({ [name]: 'a' })).toThrow(expect.objectContaining({ faults }));
  });

  test.each([
    ['APIKEY', 'API_KEY'],
    ['PROT', 'PORT'],
    ['ROLE', 'ROLES'],
    ['TIMEZONE', 'TIME_ZONE'],
  ])('is doubted and refuses nothing when it is a single word: %s', (name, setting) => {
    expect(findMisspelt({ [name]: 'a' })).toEqual({ faults: [], doubts: [sentence(name, setting)] });
    expect(() => loadConfig({ [name]: 'a' })).not.toThrow();
  });

  test.each([
    [
      'AUDIO_S3_REGIONS_LIST',
      'those that begin with AUDIO_S3_ are AUDIO_S3_URL, AUDIO_S3_REGION, AUDIO_S3_ACCESS_KEY_ID, AUDIO_S3_SECRET_ACCESS_KEY',
    ],
    ['QUOTA_EVENTS_DAY', 'the nearest one is QUOTA_EVENTS_PER_DAY'],
    ['RATE_PER_KEYS', 'the nearest one is RATE_PER_KEY'],
  ])('refuses a start when it begins as settings alone do: %s', (name, hint) => {
    const faults = [`${name} is no setting: ${hint}. Correct the name, or remove the variable.`];
    expect(findMisspelt({ [name]: 'a', RATE_PER_KEY: '5' }).faults).toEqual(faults);
  });

  test('is not named when Kubernetes or Docker set it for a service', () => {
    const names =
      'QUOTA_SERVICE_HOST QUOTA_SERVICE_PORT QUOTA_SERVICE_PORT_HTTP QUOTA_PORT QUOTA_PORT_80_TCP QUOTA_PORT_80_TCP_ADDR DECKCAST_PORT DECKCAST_SERVICE_HOST';
    const env = Object.fromEntries(names.split(' ').map((name) => [name, 'tcp://10.0.0.1:80']));
    expect(findMisspelt(env)).toEqual({ faults: [], doubts: [] });
  });

  test('is not named when it is of another program', () => {
    const others =
      'HOME HOSTNAME USER LANG TERM PATH PWD SHELL SHLVL LOGNAME TMPDIR EDITOR POST APP_KEY DB_PORT DB_HOST REDIS_URL AWS_REGION S3_REGION MAIL_HOST SECRET HTTP_PORT X_PORT npm_config_host PGHOST PGPORT KUBERNETES_PORT NODE_ENV CI ' +
      'DATABASE_SSL DATABASE_USER DATABASE_HOST DATABASE_PORT DATABASE_NAME DATABASE_SSL_MODE POSTGRES_DB PGDATABASE HEALTH_HOST ' +
      'SMTP_HOST SMTP_PORT SMTP_USER SMTP_PASSWORD MAIL_USER JWT_SECRET JWT_EXPIRES PUBLIC_KEY PUBLIC_DIR PRIVATE_URL NODE_VERSION ' +
      'NODE_EXTRA_CA_CERTS NODE_PATH npm_config_cache npm_package_name npm_lifecycle_event npm_execpath INIT_CWD COLORTERM ' +
      'KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_PORT_443_TCP HTTP_PROXY HTTPS_PROXY NO_PROXY SSH_AUTH_SOCK ' +
      'XDG_SESSION_ID DBUS_SESSION_BUS_ADDRESS LC_ALL LC_CTYPE LS_COLORS MANPATH OLDPWD MAIL DISPLAY GITHUB_TOKEN GITHUB_ACTIONS ' +
      'AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN SECRET_KEY_BASE SECRETS RAILS_ENV DOCKER_HOST INVOCATION_ID ' +
      'JOURNAL_STREAM SYSTEMD_EXEC_PID RATE_LIMIT LOG_FORMAT LOG_FILE LOGLEVEL_ROOT TIMEZONE_OFFSET WEB_MEMORY DYNO REDIS_HOST ' +
      'PYTHONPATH JAVA_HOME GOPATH VIRTUAL_ENV CONTAINER_NAME SERVICE_NAME SENTRY_DSN OTEL_SERVICE_NAME STRIPE_API_KEY';
    const env = Object.fromEntries(others.split(' ').map((name) => [name, 'a']));
    expect(findMisspelt(env)).toEqual({ faults: [], doubts: [] });
  });

  test('is not named when the setting has a value, or is set to nothing', () => {
    for (const value of ['b', ''])
      expect(findMisspelt({ DATABASE_URI: 'a', DATABASE_URL: value })).toEqual({ faults: [], doubts: [] });
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

describe('docker-compose.yml', () => {
  const compose = readFileSync(path.join(import.meta.dirname, '..', 'docker-compose.yml'), 'utf8');
  const example = readFileSync(path.join(import.meta.dirname, '..', '.env.example'), 'utf8');
  const environment = /^ {2}deckcast:\n[^]*?^ {4}environment:\n(?<lines>(?: {6}.*\n)+)/m.exec(compose)?.groups?.[
    'lines'
  ];
  const passed = [...(environment ?? '').matchAll(/^ {6}(?<name>[A-Z\d_]+):(?<value>.*)$/gm)].map(({ groups }) => ({
    name: groups?.['name'] ?? '',
    value: groups?.['value']?.trim() ?? '',
  }));

  /** What the image or the file itself decides. Options of Node of the shell, such as a debugger's, are not for the image. */
  const own = ['HOST', 'PORT', 'HEALTH_PORT', 'DATA_DIR', 'DATABASE_URL', 'NODE_OPTIONS'];

  test('passes every variable of .env.example on, but for those that it decides itself', () => {
    const variables = [...example.matchAll(/^#([A-Z\d_]+)=/gm)].map(([, name]) => name ?? '');
    const names = passed.map(({ name }) => name);
    expect(names.filter((name) => !own.includes(name)).sort()).toEqual(
      variables.filter((name) => !own.includes(name)).sort(),
    );
    // No value is the one of .env or the shell.
    const changed = passed.filter(({ name, value }) => value !== '' && !value.includes(`\${${name}:`));
    expect(changed.map(({ name }) => name).sort()).toEqual(['DATABASE_URL', 'HOST', 'PORT']);
  });

  test('names in .env.example what it does not pass on', () => {
    const names = /passes on all but (?<names>[^,]+(?:, [A-Z_]+)* and [A-Z_]+)/.exec(example)?.groups?.['names'];
    expect(names?.split(/, | and /).sort()).toEqual([...own].sort());
  });
});
