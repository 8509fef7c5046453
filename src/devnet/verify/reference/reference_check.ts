/**
 * Runs each Ethereum transaction of a chain that is executed again by the reference too. The reference begins on the
 * working state on which the transaction begins. It need not know the effects of Cosmos messages, dev transactions and
 * modules. Then the recorded result of the transaction, and the state after it, are compared with those of the
 * reference.
 */
import type { ExecTxResult } from '../../../abci/application.js';
import type { BlockRun } from '../../../app/block/block_run.js';
import { type DeliverTx, deliverTx } from '../../../app/block/deliver_tx.js';
import { FEE_COLLECTOR } from '../../../app/modules/auth/fee_collector.js';
import { NATIVE_CODE } from '../../../app/modules/erc20/conversion.js';
import { blockHashAt } from '../../../app/modules/evm/block_hash_history.js';
import { PRECOMPILES } from '../../../app/precompiles/index.generated.js';
import { codeSizeLimitOf, hardforkOf } from '../../../app/sdk/chain_params.js';
import { Overlay } from '../../../app/state/overlay.js';
import type { Fork } from '../../../app/state/types.js';
import { type EthereumTx, isRefusal } from '../../../app/tx/tx.js';
import { timesDecimal } from '../../../app/types/coins.js';
import { CodecError } from '../../../codec/codec_error.js';
import { decodeMsgEthereumTxResult, type MsgEthereumTxResponse } from '../../../codec/cosmos/tx.js';
import { Reference, type ReferenceOutcome } from '../../../evm/reference/reference.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { HalleyError, invariant } from '../../../kernel/errors.js';
import { to0x } from '../../../kernel/hex.js';
import { type Difference, differencesOfResult, differencesOfState } from './differences.js';

/** Most differences that are reported; others are only counted. */
const MAX_REPORTED = 1000;
/** Refusals by rules that Ethereum does not have: the gas limit of the block, and the minimum gas price. */
const OWN_REFUSALS: readonly number[] = [11, 13];

export interface ReferenceReport {
  /** Ethereum transactions on which both implementations agree. */
  readonly agreed: number;
  readonly differing: number;
  /** Transactions that the reference cannot run, by the reason. */
  readonly notComparable: ReadonlyMap<string, number>;
}

export class ReferenceCheck {
  /** Follows the rules of the chain's genesis document; undefined before the first transaction. */
  #reference: Reference | undefined;
  readonly #notComparable = new Map<string, number>();
  #agreed = 0;
  #differing = 0;
  #reported = 0;
  #block: { readonly txs: readonly Bytes[]; readonly recorded: readonly ExecTxResult[] | undefined; next: number } = {
    txs: [],
    recorded: undefined,
    next: 0,
  };

  /** Takes the function whose results are checked as `execute`. */
  constructor(
    private readonly hear: (difference: HalleyError) => void,
    private readonly execute: DeliverTx = deliverTx,
  ) {}

  get report(): ReferenceReport {
    return { agreed: this.#agreed, differing: this.#differing, notComparable: this.#notComparable };
  }

  /** Sets the block that is executed next, and its recorded results if they can be read. */
  expect(txs: readonly Bytes[], recorded: readonly ExecTxResult[] | undefined): void {
    this.#block = { txs, recorded, next: 0 };
  }

  readonly deliver: DeliverTx = async (bytes, run, reader) => {
    const block = this.#block;
    const index = block.txs.indexOf(bytes, block.next);
    block.next = index + 1;
    const tx = reader.read(bytes, run.params);
    if (isRefusal(tx) || tx.type === 'cosmos') return this.execute(bytes, run, reader);
    const { state } = run;
    invariant(state instanceof Overlay, 'a block is executed on a working set');
    const checkpoint = state.checkpoint();
    const theirs = await this.#runReference(tx, run, state.copy());
    const ours = await this.execute(bytes, run, reader);
    const reason = whyNotComparable(tx, ours, theirs);
    if (reason !== undefined) this.#notComparable.set(reason, (this.#notComparable.get(reason) ?? 0) + 1);
    else
      this.#record(tx, run.height, index, differences(tx, block.recorded?.[index] ?? ours, theirs, state, checkpoint));
    return ours;
  };

  /**
   * Runs the reference. `before` stays as it is while the transaction changes the state, because the result is compared
   * with it too.
   */
  #runReference(
    { raw, from, impersonated }: EthereumTx,
    { context, market, params }: BlockRun,
    before: Fork,
  ): Promise<ReferenceOutcome> {
    this.#reference ??= new Reference({
      hardfork: hardforkOf(params),
      codeSizeLimit: codeSizeLimitOf(params),
      natives: PRECOMPILES.map(({ address }) => address),
      nativeCode: NATIVE_CODE,
      feeCollector: FEE_COLLECTOR.address,
    });
    return this.#reference.run({
      raw,
      sender: impersonated ? from : undefined,
      context,
      state: before,
      blockHash: (number) => blockHashAt(before, number),
      charge(used, limit) {
        const least = timesDecimal(limit, market.minGasMultiplier);
        return used > least ? used : least;
      },
    });
  }

  #record({ ethereumHash }: EthereumTx, height: bigint, index: number, found: readonly Difference[]): void {
    if (found.length === 0) this.#agreed++;
    else this.#differing++;
    const transaction = to0x(ethereumHash);
    for (const { field, ours, theirs } of found) {
      if (this.#reported++ >= MAX_REPORTED) return;
      const text = `height ${height}, transaction ${index} (${transaction}): ${field} is ${ours}, the reference gives ${theirs}`;
      this.hear(new HalleyError('reference-differs', text, { height, index, transaction, field, ours, theirs }));
    }
  }
}

function whyNotComparable(
  { impersonated }: EthereumTx,
  { code, codespace }: ExecTxResult,
  theirs: ReferenceOutcome,
): string | undefined {
  if (theirs.type === 'native') return `call the chain's own contract ${to0x(theirs.address)}`;
  if (theirs.type === 'refused')
    return impersonated && theirs.why.includes('EIP-3607') ? 'are sent in the name of a contract' : undefined;
  return codespace === 'sdk' && OWN_REFUSALS.includes(code) ? "are refused by the chain's own limits" : undefined;
}

function differences(
  tx: EthereumTx,
  recorded: ExecTxResult,
  theirs: ReferenceOutcome,
  state: Fork,
  checkpoint: number,
): readonly Difference[] {
  const refusal = recorded.code === 0 ? undefined : `a refusal (${recorded.log})`;
  if (theirs.type !== 'run') {
    const why = theirs.type === 'refused' ? theirs.why : '';
    return refusal === undefined ? [{ field: 'outcome', ours: 'a run', theirs: `a refusal (${why})` }] : [];
  }
  if (refusal !== undefined) return [{ field: 'outcome', ours: refusal, theirs: 'a run' }];
  const result = resultOf(recorded);
  if (result === undefined) return [{ field: 'result', ours: 'nothing that can be decoded', theirs: 'a run' }];
  return [...differencesOfResult(tx, result, theirs), ...differencesOfState(state, checkpoint, theirs.after)];
}

function resultOf({ data }: ExecTxResult): MsgEthereumTxResponse | undefined {
  try {
    return decodeMsgEthereumTxResult(data);
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}
