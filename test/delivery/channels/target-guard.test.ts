import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import ipaddr from 'ipaddr.js';
import { ConfigError, loadConfig } from '../../../src/config.ts';
import { isAllowedAddress } from '../../../src/delivery/channels/target-guard.ts';
import { forbiddenRanges, publicAddresses } from './hostile-targets.cases.ts';
import { parseNetwork } from '../../../src/kit/core/index.ts';

const none = { public: false, loopback: false, networks: [] };

test.each(publicAddresses)('%s is public', (address) => {
  expect(isAllowedAddress(address, { ...none, public: true })).toBe(true);
  expect(isAllowedAddress(address, none)).toBe(false);
});

test.each(forbiddenRanges)('no address of %s is public', (range) => {
  const [start, length] = ipaddr.parseCIDR(range);
  const first = start.toByteArray();
  for (let sample = 0; sample < 512; sample += 1) {
    const bytes = first.map((byte, index) => {
      const free = Math.min(8, Math.max(0, (index + 1) * 8 - length));
      return byte | ((randomBytes(1)[0] ?? 0) & (2 ** free - 1));
    });
    const address = ipaddr.fromByteArray(bytes).toString();
    expect([address, isAllowedAddress(address, { ...none, public: true })]).toEqual([address, false]);
  }
});

test('loopback is 127.0.0.0/8 and ::1, in no other spelling', () => {
  const verdictOf = (address: string): boolean => isAllowedAddress(address, { ...none, loopback: true });
  expect(['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1'].map(verdictOf)).not.toContain(false);
  expect(['::ffff:127.0.0.1', '::127.0.0.1', '0.0.0.0', '::', '127.1', '1.1.1.1', ''].map(verdictOf)).not.toContain(
    true,
  );
});

test('a network allows its addresses and no others', () => {
  const { webhookAllowNetworks: networks } = loadConfig({ WEBHOOK_ALLOW_NETWORKS: '10.1.0.0/16,fd00::/8' }).delivery;
  const verdictOf = (address: string): boolean => isAllowedAddress(address, { ...none, networks });
  expect(['10.1.0.0', '10.1.255.255', 'fd00::1', 'fdff::1'].map(verdictOf)).not.toContain(false);
  expect(['10.0.255.255', '10.2.0.0', 'fc00::1', '::ffff:10.1.0.1', '1.1.1.1'].map(verdictOf)).not.toContain(true);
});

describe('WEBHOOK_ALLOW_NETWORKS', () => {
  test('is a list of networks', () => {
    const { delivery } = loadConfig({ WEBHOOK_ALLOW_NETWORKS: '10.1.0.0/16, fd00::/8' });
    expect(delivery.webhookAllowNetworks.map(([start, length]) => `${start.toString()}/${length}`)).toEqual([
      '10.1.0.0/16',
      'fd00::/8',
    ]);
    expect(loadConfig({}).delivery.webhookAllowNetworks).toEqual([]);
  });

  const wrong = ['10.0.0.1', '10/8', '10.0.0.1/8', '10.0.0.0/33', '::/129', '010.0.0.0/8', 'fe80::%1/64', 'all', '*'];
  test.each(wrong)('%j is no network', (value) => {
    expect(parseNetwork(value)).toBeNull();
    const sentence = `WEBHOOK_ALLOW_NETWORKS is "${value}": it must be a list such as 10.1.0.0/16,fd00::/8.`;
    expect(() => loadConfig({ WEBHOOK_ALLOW_NETWORKS: value })).toThrow(ConfigError);
    expect(() => loadConfig({ WEBHOOK_ALLOW_NETWORKS: value })).toThrow(
      expect.objectContaining({ faults: [sentence] }) as unknown as ConfigError,
    );
  });
});
