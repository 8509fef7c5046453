/**
 * Reads and fills the transactions of a reorganisation: pairs of a transaction and the position of its block among the
 * new ones. A request without a nonce gets the next one of its sender in the new branch.
 */
import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import type { EvmCallRequest } from '../../../backend/evm/execution.js';
import type { EvmReorg } from '../../../backend/evm/snapshots.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { toHex } from '../../../kernel/hex.js';
import { DecodeError } from '../../jsonrpc/errors.js';
import { defaulted, type Param } from '../../jsonrpc/method.js';
import { decodeTransactionObject } from '../params/call_object.js';
import { decodeData } from '../params/data.js';
import { decodeBoolean, decodeList, decodeObject, member } from '../params/go_json.js';
import { decodeWhole } from '../params/numbers.js';
import { fillTransaction } from './fill_transaction.js';

interface ReorgPair {
  readonly tx: Bytes | EvmCallRequest;
  readonly block: number;
}

export const decodeReorgPairs = (value: unknown): readonly ReorgPair[] =>
  decodeList(value, 'transactions').map((pair) => {
    if (!Array.isArray(pair) || pair.length !== 2)
      throw new DecodeError(
        'a transaction of the new branch is not a pair, expected [transaction, block]: signed bytes or a call object, and the position of its block from 0',
      );
    const [tx, block] = pair;
    return {
      tx: typeof tx === 'string' ? decodeData(tx) : decodeTransactionObject(tx),
      block: Number(decodeWhole(block, 'the position of a block')),
    };
  });

export const reorgPairs: Param<readonly ReorgPair[]> = defaulted(
  'transactions',
  'array of [signed bytes or call object, position of its block from 0]',
  [],
  decodeReorgPairs,
);

type ReorgOptions = Pick<EvmReorg, 'keepsTxs' | 'round' | 'delay'>;

export const reorgOptions: Param<ReorgOptions> = defaulted<ReorgOptions>(
  'options',
  'object: round, delay (seconds), keepTransactions',
  {},
  (value) => {
    const options = decodeObject(value, 'options');
    for (const name of Object.keys(options))
      if (!['round', 'delay', 'keepTransactions'].includes(name))
        throw new DecodeError(`unknown option "${name}", expected "round", "delay" or "keepTransactions"`);
    return {
      round: member(options, 'round', (round) => Number(decodeWhole(round, 'a round'))),
      delay: member(options, 'delay', (delay) => decodeWhole(delay, 'a delay')),
      keepsTxs: member(options, 'keepTransactions', decodeBoolean),
    };
  },
);

/** Returns the transactions in the order of their blocks. Throws RpcError for a request that cannot be sent. */
export async function fillReorg(evm: EvmBackend, depth: bigint, pairs: readonly ReorgPair[]): Promise<EvmReorg['txs']> {
  const head = evm.head();
  const height = depth > head ? 0n : head - depth;
  const next = new Map<string, bigint>();
  const txs: EvmReorg['txs'][number][] = [];
  for (const { tx, block } of [...pairs].sort((a, b) => a.block - b.block)) {
    if (tx instanceof Uint8Array) {
      txs.push({ block, tx });
      continue;
    }
    const from = tx.from ?? evm.accounts()[0];
    const sender = from === undefined ? '' : toHex(from);
    const nonce = tx.nonce ?? next.get(sender) ?? (from === undefined ? undefined : await evm.nonce(from, height));
    const filled = await fillTransaction(evm, { ...tx, ...(from && { from }), ...(nonce !== undefined && { nonce }) });
    next.set(sender, filled.tx.nonce + 1n);
    txs.push({ block, tx: { from: filled.from, unsigned: filled.tx } });
  }
  return txs;
}
