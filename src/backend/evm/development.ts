/** What steers a development chain. */
import type { Message } from '../../codec/protobuf/message.js';
import type { Bytes } from '../../kernel/bytes.js';

export interface EvmDevelopment {
  /**
   * Changes the chain from outside by a message of `src/codec/dev`. When it resolves, the change shows at the head
   * and waits for the next block, which it does not start. Throws HalleyError when it cannot be, or when the chain cannot
   * be steered.
   */
  sendDevTx<T>(message: Message<T>, value: T): Promise<void>;
  /**
   * Changes storage so that a view of a contract answers `value`. Throws HalleyError when no single slot decides what it
   * answers, or when the chain cannot be steered.
   */
  setAnswer(contract: Bytes, query: Bytes, value: bigint): Promise<void>;
  /**
   * Another voting power for a validator, by its index among the network's or by its consensus address; resolves when a
   * block holds the change, which counts two heights later. Throws HalleyError when it cannot be.
   */
  setValidatorPower(validator: number | Bytes, power: bigint): Promise<void>;
}
