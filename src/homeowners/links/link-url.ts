import type { Client } from '../../kit/rights/index.ts';

/** Where clients reach the server; null for the host of their requests, over plain HTTP. */
export interface LinkAddress {
  readonly publicUrl: string | null;
}

/** The URL that a homeowner opens. */
export function linkUrl({ publicUrl }: LinkAddress, { host }: Client, token: string): string {
  return new URL(`/p/${token}`, publicUrl ?? `http://${host}`).href;
}
