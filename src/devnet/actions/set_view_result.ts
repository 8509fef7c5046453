/** Makes a view of a contract return another value, by a dev transaction that sets the storage slot that it reads. */
import { checksumAddress } from '../../app/types/address.js';
import { MsgSetStorageAt } from '../../codec/dev/accounts.js';
import { HalleyError } from '../../kernel/errors.js';
import { to0x } from '../../kernel/hex.js';
import type { Chain } from '../chain/chain.js';
import type { DevTxSender } from './dev_tx_sender.js';
import { slotThatAnswers, type View } from './view_result_slot.js';

/** Limits the milliseconds of a search; calls of a view are short. */
const PATIENCE_MS = 5000;

export class AnswerControl {
  constructor(
    private readonly chain: Pick<Chain, 'app' | 'blockStore' | 'scheduler' | 'state'>,
    private readonly devTxSender: DevTxSender,
  ) {}

  /**
   * Sets the result of a view. Throws HalleyError `conflict` when no single storage slot decides the result or none was
   * found in time. Throws as `sendDevTx` does, too.
   */
  async setAnswer(view: View, value: bigint): Promise<void> {
    const { app, blockStore, scheduler, state } = this.chain;
    const deadline = scheduler.now() + PATIENCE_MS;
    const isLate = (): boolean => scheduler.now() > deadline;
    const found = await slotThatAnswers(app.evm, view, value, blockStore.height, isLate, state.remote);
    if (found === undefined)
      throw new HalleyError(
        'conflict',
        `no slot found: no single storage slot makes ${checksumAddress(view.contract)} return ${value} for ${to0x(view.query)}`,
      );
    await this.devTxSender.sendDevTx(MsgSetStorageAt, found);
  }
}
