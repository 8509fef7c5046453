/** Changes a development chain by dev transactions. */
import type { Message } from '../../codec/protobuf/message.js';
import type { Bytes } from '../../kernel/bytes.js';

export interface EvmDevelopment {
  /** Checks whether the chain accepts dev transactions of this node. */
  acceptsDevTxs(): boolean;
  /**
   * Changes the chain by a dev message of `src/codec/dev`. When it resolves, reads of the head include the change. The
   * change is pending until the next block, which it does not start. Throws HalleyError when the change is impossible,
   * or when the chain accepts no dev transactions.
   */
  sendDevTx<T>(message: Message<T>, value: T): Promise<void>;
  /** Whether changes wait for a block, which may contain several of them. They take effect in their order. */
  readonly changesTogether?: boolean;
  /**
   * Changes storage so that a view of a contract returns `value`. Throws HalleyError when no single slot decides its
   * result, or when the chain accepts no dev transactions.
   */
  setAnswer(contract: Bytes, query: Bytes, value: bigint): Promise<void>;
  /**
   * Sets the voting power of a validator, given by its index in the network or its consensus address. Resolves when a
   * block includes the change, which applies two heights later. Throws HalleyError when it is impossible.
   */
  setValidatorPower(validator: number | Bytes, power: bigint): Promise<void>;
}
