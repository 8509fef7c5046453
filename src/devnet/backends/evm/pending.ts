/** Reads the pending block and the state after it. */
import { codeOf } from '../../../app/state/reader.js';
import { fetching } from '../../../app/state/remote/fetching.js';
import type { AppState } from '../../../app/state/types.js';
import type { EvmPending } from '../../../backend/evm/blocks.js';
import { leftPadded } from '../../../kernel/bytes.js';
import type { PendingBlocks } from '../../views/pending_blocks.js';

const WORD_BYTES = 32;

export const evmPending = (pending: PendingBlocks, { remote }: AppState): EvmPending => ({
  pendingBlock: () => pending.block,
  readPending: (read) =>
    fetching(remote, () =>
      pending.state((state) =>
        read({
          balance: (address) => state.account(address)?.balance ?? 0n,
          code: (address) => codeOf(state, address),
          storage: (address, slot) => leftPadded(state.storage(address, slot), WORD_BYTES),
        }),
      ),
    ),
});
