/** Has a view of a contract answer another value, by steering the storage that it reads. */
import { checksumAddress } from '../../app/types/address.js';
import { MsgSetStorageAt } from '../../codec/dev/MsgSetStorageAt.js';
import { HalleyError } from '../../kernel/errors.js';
import { to0x } from '../../kernel/hex.js';
import type { Chain } from '../chain/chain.js';
import type { DevTxSender } from './dev_tx_sender.js';
import { slotThatAnswers, type View } from './view_result_slot.js';

/** Milliseconds that a search may take: calls of a view are short. */
const PATIENCE_MS = 5000;

export class AnswerControl {
  constructor(
    private readonly chain: Pick<Chain, 'app' | 'blockStore' | 'scheduler'>,
    private readonly devTxSender: DevTxSender,
  ) {}

  /** Throws HalleyError: `conflict` when no single slot of storage decides or none was found in time, and as steering does. */
  async setAnswer(view: View, value: bigint): Promise<void> {
    const { app, blockStore, scheduler } = this.chain;
    const deadline = scheduler.now() + PATIENCE_MS;
    const found = await slotThatAnswers(app.evm, view, value, blockStore.height, () => scheduler.now() > deadline);
    if (found === undefined)
      throw new HalleyError(
        'conflict',
        `no slot found: no single slot of storage has ${checksumAddress(view.contract)} answer ${value} to ${to0x(view.query)}`,
      );
    await this.devTxSender.sendDevTx(MsgSetStorageAt, found);
  }
}
