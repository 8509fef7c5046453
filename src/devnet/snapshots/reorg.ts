/**
 * Reorganises the chain: removes the newest blocks and makes as many others. Each is decided in a later round and has a
 * later time than the block that it replaces, so its hash differs even where its transactions are the same. CometBFT
 * never does this, and other chains do.
 */
import type { EvmReorg } from '../../backend/evm/snapshots.js';
import { decodeEthereumTx } from '../../codec/ethereum/tx.js';
import { txHash } from '../../codec/tx_hash.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { keccak256 } from '../../kernel/hash.js';
import { to0x, toHex } from '../../kernel/hex.js';
import { evmTimestamp } from '../../kernel/time.js';
import type { Chain } from '../chain/chain.js';
import type { ChainClock } from '../clock/chain_clock.js';
import type { BlockProducer } from '../runtime/block_producer.js';
import { canDecide, stalled } from '../runtime/quorum.js';
import { type AdmitResult, isAdmitted, type TxAdmission } from '../runtime/tx_admission.js';
import type { Rollback } from './rollback.js';

/** Most rounds that may end without a proposal before a new block. */
const MAX_ROUND = 100;

interface ReorgNode {
  readonly chain: Chain;
  readonly producer: BlockProducer;
  readonly clock: ChainClock;
  readonly admission: TxAdmission;
  readonly rollback: Rollback;
}

/** Transaction of a new block, as the block contains it. */
interface NewTx {
  readonly block: number;
  readonly tx: Bytes;
}

/** Signs a transaction of the request, or wraps a signed one. Throws HalleyError when it is refused. */
export type MakeTx = (tx: EvmReorg['txs'][number]['tx']) => Bytes;

/**
 * Reorganises the chain; only a command may call it. Pending transactions stay pending. Removed ones are gone, unless they
 * are kept or given again, and so are the dev transactions in removed blocks. Throws HalleyError before anything has
 * changed: `invalid-argument` for an invalid request, `unavailable` when other chains know of the blocks or the validators
 * cannot decide. Throws `conflict` afterwards when a new block could not include a given transaction.
 */
export async function reorganise(node: ReorgNode, request: EvmReorg, make: MakeTx): Promise<void> {
  const { depth, round = 1, delay = 1n, keepsTxs = false } = request;
  const { chain, clock, rollback } = node;
  const height = rollback.heightBelow(depth, 'Reorg');
  check(request, round, delay);
  const given = request.txs.map(({ block, tx }): NewTx => ({ block, tx: make(tx) }));
  checkNonces(chain, given, height);
  if (!canDecide(chain)) throw stalled(chain);
  if (depth === 0n) return;
  const removed = removedBlocks(chain, height);
  const waiting = keepsTxs ? chain.app.devTxs.waiting.map(({ bytes }) => bytes) : [];
  const shown = clock.snapshot();
  await rollback.removeAbove(height);
  const parked = [...chain.pool.all()].map(({ tx }) => tx);
  chain.pool.flush();
  const leftOut: string[] = [];
  try {
    for (const [block, { time, txs }] of removed.entries()) {
      const own = given.filter((one) => one.block === block).map(({ tx }) => tx);
      clock.fixNext(evmTimestamp(time) + delay);
      const refused = await makeBlock(node, keepsTxs ? txs : own, round);
      if (!keepsTxs) leftOut.push(...refused);
    }
  } finally {
    clock.goOn(shown, chain.blockStore.state.lastBlockTime);
    await chain.store.batch(clock.writes());
    await addDevTxs(chain, waiting);
    await node.admission.readmit(parked);
  }
  if (leftOut.length > 0) throw new HalleyError('conflict', `the new blocks are without ${leftOut.join('; ')}`);
}

function check({ depth, txs }: EvmReorg, round: number, delay: bigint): void {
  const beyond = txs.find(({ block }) => BigInt(block) >= depth);
  if (beyond !== undefined)
    throw new HalleyError(
      'invalid-argument',
      `Block number for reorg tx will exceed the reorged chain height. Block number ${beyond.block} must not exceed (depth-1) ${depth - 1n}`,
      { block: beyond.block, depth },
    );
  if (!Number.isSafeInteger(round) || round < 1 || round > MAX_ROUND)
    throw new HalleyError('invalid-argument', `the round is ${round}, expected a whole number from 1 to ${MAX_ROUND}`);
  if (delay < 1n)
    throw new HalleyError(
      'invalid-argument',
      `the delay is ${delay} s, expected 1 s or more: the hashes would not differ`,
    );
}

/** Throws HalleyError unless the nonces of each sender follow that after the block at `height`, in order of the blocks. */
function checkNonces({ app, state }: Chain, given: readonly NewTx[], height: bigint): void {
  const next = new Map<string, bigint>();
  for (const { tx } of [...given].sort((a, b) => a.block - b.block)) {
    const known = app.transaction(tx);
    if (known === undefined) continue;
    const sender = toHex(known.from);
    const expected = next.get(sender) ?? state.at(height).account(known.from)?.nonce ?? 0n;
    const { nonce } = decodeEthereumTx(known.raw);
    if (nonce !== expected)
      throw new HalleyError(
        'invalid-argument',
        `a transaction of ${to0x(known.from)} has nonce ${nonce}, expected ${expected}: the new branch begins after block ${height}`,
        { nonce, expected },
      );
    next.set(sender, nonce + 1n);
  }
}

/** Returns times and transactions of the blocks above `height`, lowest first. */
function removedBlocks({ blockStore }: Chain, height: bigint) {
  const blocks = [];
  for (let number = height + 1n; number <= blockStore.height; number++) {
    const stored = blockStore.block(number);
    if (stored === undefined) throw new HalleyError('unavailable', `block ${number} is not in the store any more`);
    blocks.push({ time: stored.block.header.time, txs: stored.block.txs });
  }
  return blocks;
}

/** Makes a block of these transactions alone. Returns what it could not include, each with the reason. */
async function makeBlock({ chain, admission, producer }: ReorgNode, txs: readonly Bytes[], round: number) {
  const { app, pool, pendingStore, blockStore } = chain;
  const refused: string[] = [];
  const nameOf = (tx: Bytes): string => {
    const known = app.transaction(tx);
    return `transaction ${to0x(known === undefined ? txHash(tx) : keccak256(known.raw))}`;
  };
  for (const tx of txs) {
    if (app.devTxs.add(tx).type === 'taken') continue;
    const taken = await admission.take(tx);
    if (!isAdmitted(taken)) refused.push(`${nameOf(tx)}: ${reasonOf(taken)}`);
  }
  if ((await producer.produce(round)).type === 'stalled') throw stalled(chain);
  const included = blockStore.block(blockStore.height)?.block.txs ?? [];
  for (const { tx, hash } of [...pool.all()]) {
    if (!included.some((one) => equalBytes(one, tx))) refused.push(`${nameOf(tx)}: its block has no room for it`);
    pool.remove(hash);
  }
  await pendingStore.changeTxs([], pool.takeDropped());
  return refused;
}

const reasonOf = (taken: AdmitResult): string => (taken.type === 'refused' ? taken.reason : taken.check.log);

/** Adds dev transactions that were pending before, for the block after the new ones. */
async function addDevTxs({ app, pendingStore }: Chain, waiting: readonly Bytes[]): Promise<void> {
  await pendingStore.addDevTxs(waiting.filter((tx) => app.devTxs.add(tx).type === 'taken'));
}
