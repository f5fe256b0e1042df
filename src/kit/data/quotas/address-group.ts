import ipaddr from 'ipaddr.js';

/** Length of the IPv6 prefix that one subscriber has: its other bits are free to choose. */
const subscriberBits = 64;

/** Whose an address is, for limits: an IPv4 address, or the network of an IPv6 one. */
export function addressGroup(address: string | null): string {
  if (address === null || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${subscriberBits}`);
  return `${network.toString()}/${subscriberBits}`;
}
