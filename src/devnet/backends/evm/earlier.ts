/** Reads earlier blocks: those of the forked chain, or of the state file with which the chain began. */
import type { EarlierHistory, EvmEarlier } from '../../../backend/evm/earlier.js';
import type { EvmForked } from '../../../backend/evm/forked.js';
import type { Chain } from '../../chain/chain.js';
import { fileHistory } from '../../history/file_history.js';
import { pastState } from '../../history/past_state.js';

/** Makes the role. The forked chain may be another one after a reset. */
export function evmEarlier(chain: Chain, role: Pick<EvmForked, 'forked'>): EvmEarlier {
  const own = earlierOf(chain);
  return {
    get earlier() {
      return role.forked ?? own;
    },
  };
}

function earlierOf({ app, history, scheduler }: Chain): EarlierHistory | undefined {
  if (history === undefined) return undefined;
  return {
    ...fileHistory(history, scheduler),
    stateAfter: (number) => pastState(app, history, Number(number)),
  };
}
