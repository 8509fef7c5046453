/** What the application asks of an EVM. The implementation is EthereumJS's (`ethereumjs/`). */
import type { EthereumLog } from '../../codec/cosmos_tx.js';
import type { AccessListEntry, Authorization } from '../../codec/ethereum_tx.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { BlockContext } from '../modules/evm/block_context.js';
import type { WorkingState } from '../state/types.js';
import type { IntrinsicGas } from './intrinsic_gas.js';

export interface Message {
  readonly from: Bytes;
  /** Undefined for contract creation. */
  readonly to: Bytes | undefined;
  readonly value: bigint;
  readonly input: Bytes;
  readonly gasLimit: bigint;
  /** What GASPRICE shows. */
  readonly gasPrice: bigint;
  readonly accessList: readonly AccessListEntry[] | undefined;
  readonly authorizationList: readonly Authorization[] | undefined;
}

export interface Execution {
  /** Geth's words, `execution reverted` among them; undefined when the run succeeded. */
  readonly error: string | undefined;
  readonly reverted: boolean;
  /** Returned, or reverted with. */
  readonly output: Bytes;
  readonly logs: readonly EthereumLog[];
  /** After refunds, at least the floor. */
  readonly gasUsed: bigint;
  /** At its highest, before refunds. */
  readonly maxUsedGas: bigint;
  /** Wei that self-destructs took out of the world. */
  readonly burned: bigint;
}

/** A call of a contract of the chain itself. */
export interface NativeCall {
  readonly input: Bytes;
  readonly gas: bigint;
  readonly caller: Bytes;
  readonly value: bigint;
  /** It may change nothing: in a static call, and where another contract runs it as its own code. */
  readonly isStatic: boolean;
  readonly state: WorkingState;
  readonly block: { readonly height: bigint; readonly time: UnixNanos };
}

export interface NativeResult {
  readonly outcome: 'success' | 'reverted' | 'out of gas';
  readonly gasUsed: bigint;
  /** Returned or reverted with. */
  readonly output: Bytes;
  readonly logs: readonly EthereumLog[];
}

/** A contract without code. What it writes and emits is undone by the machine when its frame does not succeed. */
export interface NativeContract {
  readonly address: Bytes;
  run(call: NativeCall): NativeResult;
}

export interface Machine {
  /** The state that runs read and write. */
  readonly state: WorkingState;
  /** Set by whoever caught an error of `execute`: nobody knows what such a machine still holds. */
  broken: boolean;
  /** From here on `state` is this one; `undefined` when there is nothing to run for now. */
  attach(state: WorkingState | undefined): void;
  /**
   * Runs a message whose sender's nonce has been increased. `gas` is what it owes beforehand, and `message.gasLimit` must
   * cover it. Throws only what is not the code's own failure.
   */
  execute(context: BlockContext, message: Message, gas: IntrinsicGas): Promise<Execution>;
}
