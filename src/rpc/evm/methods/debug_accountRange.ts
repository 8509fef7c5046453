/**
 * Implements `debug_accountRange`: returns a page of accounts in the form of geth's state dumps (`core/state/dump.go`).
 */

import type { EvmAccountEntry } from '../../../backend/evm/snapshots.js';
import { encodeEip55 } from '../../../codec/ethereum/eip55.js';
import { defined } from '../../../kernel/defined.js';
import { to0x, toHex } from '../../../kernel/hex.js';
import { evmMethod } from '../context.js';
import { block } from '../params/block.js';
import { accountStart, resultCount, toggle } from '../params/numbers.js';
import { knownHeight } from '../tracing/trace_block.js';

/** Most accounts of a page. geth uses this limit for every number that is higher or not positive. */
const MOST_ACCOUNTS = 256;

export const debug_accountRange = evmMethod({
  name: 'debug_accountRange',
  summary: 'Lists accounts of a block in the order of hashed addresses, from a given one on.',
  params: [block, accountStart, resultCount, toggle('nocode'), toggle('nostorage'), toggle('incompletes')],
  result: 'object: `root`, `accounts` by address, `next` when more follow',
  trustedOnly: true,
  handler: async (context, at, start, count, nocode, nostorage, _incompletes) => {
    const { evm, peer } = context;
    const height = knownHeight(context, at);
    const limit = count > MOST_ACCOUNTS || count <= 0 ? MOST_ACCOUNTS : count;
    const request = { start, limit, client: peer, withCode: !nocode, withStorage: !nostorage };
    const { entries, next } = await evm.accountRange(height, request);
    return defined({
      root: toHex(evm.block(height)?.stateRoot ?? new Uint8Array(32)),
      accounts: Object.fromEntries(entries.map((entry) => [encodeEip55(entry.key), accountView(entry)])),
      next: next && to0x(next),
    });
  },
  example: {
    params: ['latest', '0x', 1, false, false, false],
    result: { accounts: {}, next: {} },
  },
});

function accountView({ hash, key, account, storageRoot, code, storage }: EvmAccountEntry) {
  return defined({
    balance: account.balance.toString(),
    nonce: Number(account.nonce),
    root: to0x(storageRoot),
    codeHash: to0x(account.codeHash),
    code: code?.length ? to0x(code) : undefined,
    storage: storage?.length
      ? Object.fromEntries(storage.map(([slot, value]) => [to0x(slot), toHex(value)]))
      : undefined,
    address: to0x(key),
    key: to0x(hash),
  });
}
