import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { Vault } from '../../../src/kit/rights/vault.ts';
import { ConfigError, loadConfig } from '../../../src/config.ts';

const silent = pino({ level: 'silent' });
const [key, otherKey] = [randomBytes(32), randomBytes(32)];
const owner = '01900000-0000-7000-8000-000000000001';
const refusal = /SECRET_KEY/;

const texts = ['whsec_abc', '', 'Zoë – 好 🙂', 'v1.00000000.AAAA', 'v0.plain', 'v2.other', 'x'.repeat(4_096)];

describe('a vault with a key', () => {
  const vault = new Vault([key], silent);

  test.each(texts)('gives back %j', (text) => {
    expect(vault.open(vault.seal(text, owner), owner)).toBe(text);
  });

  test('seals into version, key id and bytes, never the same twice', () => {
    const sealed = Array.from({ length: 100 }, () => vault.seal('canary', owner));
    for (const one of sealed) expect(one).toMatch(/^v1\.[\da-f]{8}\.[\w-]{46}$/);
    expect(new Set(sealed).size).toBe(100);
  });

  test('opens for its owner alone', () => {
    expect(() => vault.open(vault.seal('canary', owner), owner.replace('1', '2'))).toThrow(refusal);
  });

  test('refuses what was altered, in any place', () => {
    const sealed = vault.seal('canary', owner);
    for (let at = 3; at < sealed.length - 1; at += 1) {
      const altered = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
      expect(() => vault.open(altered, owner)).toThrow(refusal);
    }
    for (const cut of ['v1.', sealed.slice(0, 12), sealed.slice(0, 20), sealed.slice(0, -4)]) {
      expect(() => vault.open(cut, owner)).toThrow(refusal);
    }
  });

  test('reads what was stored before there was a key', () => {
    expect(vault.open('whsec_abc', owner)).toBe('whsec_abc');
  });
});

describe('a vault without a key', () => {
  const vault = new Vault([], silent);

  test.each(texts)('stores %j so that any vault gives it back', (text) => {
    const stored = vault.seal(text, owner);
    expect(stored.endsWith(text)).toBe(true);
    expect([vault.open(stored, owner), new Vault([key], silent).open(stored, owner)]).toEqual([text, text]);
  });

  test('stores plain text', () => {
    expect(vault.seal('whsec_abc', owner)).toBe('whsec_abc');
  });
});

describe('a key', () => {
  test('is replaced: the first of several seals, all of them open', () => {
    const old = new Vault([otherKey], silent).seal('canary', owner);
    const both = new Vault([key, otherKey], silent);
    expect(both.open(old, owner)).toBe('canary');
    expect(new Vault([key], silent).open(both.seal('canary', owner), owner)).toBe('canary');
  });

  test('that is missing is refused to every client without its id, and logged once', () => {
    const lines: string[] = [];
    const vault = new Vault([key], pino({ level: 'debug' }, { write: (line) => void lines.push(line) }));
    const sealed = new Vault([otherKey], silent).seal('canary', owner);
    const keyId = sealed.split('.')[1] ?? '';
    for (let asked = 0; asked < 3; asked += 1) {
      expect(() => vault.open(sealed, owner)).toThrow(
        expect.objectContaining({ code: 'UNAVAILABLE', message: expect.not.stringContaining(keyId) }),
      );
    }
    expect(lines).toEqual([expect.stringContaining(`"keyId":"${keyId}"`)]);
  });
});

describe('SECRET_KEY', () => {
  const keysFrom = (text: string): readonly Buffer[] => loadConfig({ SECRET_KEY: text }).secrets.keys;

  test.each([
    ['hex', key.toString('hex')],
    ['HEX', key.toString('hex').toUpperCase()],
    ['base64', key.toString('base64')],
    ['base64url', key.toString('base64url')],
  ])('is read as %s', (_, text) => {
    expect(keysFrom(text)).toEqual([key]);
  });

  test('may be none, or several in their order', () => {
    expect(keysFrom('')).toEqual([]);
    expect(keysFrom(`${otherKey.toString('hex')}, ${key.toString('base64')}`)).toEqual([otherKey, key]);
  });

  test.each([
    'a passphrase that is easy to remember',
    randomBytes(16).toString('hex'),
    randomBytes(31).toString('base64'),
    randomBytes(33).toString('base64'),
    `${randomBytes(32).toString('hex')},`,
  ])('is refused as %j, which the fault does not repeat', (text) => {
    let faults: readonly string[] = [];
    try {
      keysFrom(text);
    } catch (error) {
      if (error instanceof ConfigError) faults = error.faults;
    }
    expect(faults).toEqual([expect.stringContaining('SECRET_KEY must be 32 bytes')]);
    expect(faults.join('')).not.toContain(text);
  });
});
