/**
 * On a forked chain a block is executed when it is proposed, so that its remote reads are cached when it is decided. A
 * transaction whose reads cannot be fetched is left out, with the later ones of its signers. All of them stay pending.
 */
import type { PrepareProposalRequest } from '../../abci/application.js';
import { isPricesTx } from '../../codec/cosmos/tx.js';
import { isDevTx } from '../../codec/dev/dev_tx.js';
import type { Awaitable } from '../../kernel/awaitable.js';
import { type Bytes, ZERO_HASH } from '../../kernel/bytes.js';
import { BEGIN_BLOCK_ORDER } from '../modules/module_order.js';
import { operatorOf } from '../modules/staking/operator.js';
import { isUnavailable } from '../state/remote/with_remote.js';
import type { AppState, StateReader } from '../state/types.js';
import { isRefusal } from '../tx/tx.js';
import type { TxReader } from '../tx/tx_reader.js';
import type { BlockRun } from './block_run.js';
import { deliverTx } from './deliver_tx.js';
import type { FetchBudget } from './fetch_budget.js';
import { endBlock } from './finalize_block.js';
import { openBlock } from './open_block.js';
import { noTotals } from './totals.js';
import { unitsOn } from './unit.js';

const BEGINNINGS = BEGIN_BLOCK_ORDER.flatMap(({ beginBlock: act }) => act ?? []);

/**
 * Returns those of `txs`, in their order, that the requested block can execute. `devState` is the state after the
 * pending dev transactions, which have run before and are retained. Transactions that need more than `budget` are left out.
 */
export async function fetchable(
  txs: readonly Bytes[],
  { height, time, proposerAddress, misbehavior, localLastCommit }: PrepareProposalRequest,
  state: AppState,
  devState: StateReader,
  reader: TxReader,
  machine: BlockRun['machine'],
  budget: FetchBudget,
): Promise<Bytes[]> {
  const block = openBlock(devState, time, operatorOf(devState, proposerAddress));
  const run: BlockRun = {
    ...block,
    state: state.fork(devState),
    machine,
    hash: ZERO_HASH,
    totals: noTotals(),
  };
  const unit = unitsOn(state, { budget });
  const header = { height, time, hash: ZERO_HASH, proposerAddress, misbehavior, decidedLastCommit: localLastCommit };
  await ifFetchable(run, () => unit(run, (begin) => BEGINNINGS.map((act) => act(begin, header))));
  const held = new Set<string>();
  const chosen: Bytes[] = [];
  for (const tx of txs) {
    if (isDevTx(tx) || isPricesTx(tx)) {
      chosen.push(tx);
      continue;
    }
    const signers = signersOf(tx, run, reader);
    if (signers.some((signer) => held.has(signer))) continue;
    if (await ifFetchable(run, () => unit(run, (delivery) => deliverTx(tx, delivery, reader)))) chosen.push(tx);
    else for (const signer of signers) held.add(signer);
  }
  await ifFetchable(run, () => unit(run, endBlock));
  return chosen;
}

/** Runs a part of the block. Returns false, and leaves nothing of it, when its reads cannot be fetched. */
async function ifFetchable({ state }: BlockRun, work: () => Awaitable<unknown>): Promise<boolean> {
  const start = state.checkpoint();
  try {
    await work();
    return true;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    state.revertTo(start);
    return false;
  }
}

function signersOf(bytes: Bytes, { params }: BlockRun, reader: TxReader): readonly string[] {
  const tx = reader.read(bytes, params);
  if (isRefusal(tx)) return [];
  return tx.type === 'cosmos' ? tx.signers.map(({ hex }) => hex) : [tx.sender];
}
