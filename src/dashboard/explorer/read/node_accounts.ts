/** Accounts for which the node signs, which the page names by their numbers. */

import { signal } from '@preact/signals';
import type { About } from '../../../rpc/dashboard/wire.js';
import { type BatchCall, callBatch, callEvm } from '../../feed/http.js';

/** Addresses of the accounts in lower case, in the order of the node. */
export const nodeAccounts = signal<readonly string[]>([]);

let readFor: readonly [facts: About, chain: string] | undefined;

/** Reads the accounts once for each chain of each devnet that the page meets. */
export function followAccounts(facts: About | undefined, chain: string): void {
  if (facts === undefined || chain === '' || (readFor?.[0] === facts && readFor[1] === chain)) return;
  const current = [facts, chain] as const;
  readFor = current;
  nodeAccounts.value = [];
  const show = (accounts: readonly string[]): void => {
    if (readFor === current) nodeAccounts.value = accounts.map((address) => address.toLowerCase());
  };
  // Without them accounts appear by their addresses, and the next view tries again.
  const forget = (): void => {
    if (readFor === current) readFor = undefined;
  };
  void callEvm<readonly string[]>(chain, 'eth_accounts').then(show, forget);
}

/** Returns the name of an account of the node, such as `Account 3`; undefined for another address. */
export function accountName(address: string): string | undefined {
  const at = nodeAccounts.value.indexOf(address.toLowerCase());
  return at === -1 ? undefined : `Account ${at}`;
}

export interface AccountFacts {
  readonly address: string;
  /** Wei, as a hex quantity. */
  readonly balance: string;
  readonly nonce: string;
}

/** Returns a part of the node's accounts at the newest block, and how many there are. */
export async function readAccounts(
  chain: string,
  from: number,
  count: number,
): Promise<{ readonly rows: readonly AccountFacts[]; readonly total: number }> {
  const all = await callEvm<readonly string[]>(chain, 'eth_accounts');
  const addresses = all.slice(from, from + count);
  const results = await callBatch(
    chain,
    'evm',
    addresses.flatMap((address): BatchCall[] => [
      ['eth_getBalance', [address, 'latest']],
      ['eth_getTransactionCount', [address, 'latest']],
    ]),
  );
  const text = (result: unknown): string => (typeof result === 'string' ? result : '0x0');
  return {
    rows: addresses.map((address, i) => ({
      address,
      balance: text(results[2 * i]),
      nonce: text(results[2 * i + 1]),
    })),
    total: all.length,
  };
}
