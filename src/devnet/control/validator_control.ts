/** Control of the validator set from outside: powers change as if the staking module had decided it (the H+2 rule). */
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import type { Chain } from '../chain.js';
import type { Loop } from '../run/loop.js';

export class ValidatorControl {
  constructor(
    private readonly chain: Chain,
    private readonly loop: Loop,
  ) {}

  /**
   * Asks the application for the power and makes the block that holds the change; it signs two heights later. The
   * validator is one of the devnet's, by index, or a consensus address. Throws HalleyError, and makes no block, when
   * there is no such validator or the power cannot be; `unavailable` when no block can be decided.
   */
  async setPower(validator: number | Bytes, power: bigint): Promise<void> {
    const address = typeof validator === 'number' ? this.#addressOf(validator) : validator;
    await this.loop.mineAfter(async () => this.chain.app.setValidatorPower(address, power));
  }

  #addressOf(index: number): Bytes {
    const { keys } = this.chain;
    const key = keys[index];
    if (key !== undefined) return key.address;
    throw new HalleyError('not-found', `no validator ${index}: the devnet has ${keys.length}, the first is 0`, {
      index,
    });
  }
}
