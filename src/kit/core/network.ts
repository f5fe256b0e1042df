import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address range in CIDR notation, read: its first address and the length of its prefix. */
export type Network = readonly [base: ipaddr.IPv4 | ipaddr.IPv6, prefixLength: number];

/** @returns null for anything but CIDR notation whose address is the first one of its range */
export function parseNetwork(text: string): Network | null {
  const [, address = '', length = ''] = /^([^/%]+)\/(\d{1,3})$/.exec(text) ?? [];
  if (isIP(address) === 0 || !ipaddr.isValidCIDR(text)) return null;
  const family = isIPv6(address) ? ipaddr.IPv6 : ipaddr.IPv4;
  const isFirst = family.networkAddressFromCIDR(text).toString() === ipaddr.parse(address).toString();
  return isFirst ? [ipaddr.parse(address), Number(length)] : null;
}

/** Whether only this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
