/** What tells this chain from others. */
import type { GenesisDoc } from '../../../consensus/types/genesis.js';
import { HARDFORK } from '../../../evm/hardfork.js';
import { unixSeconds } from '../../../kernel/time.js';
import type { EvmInstance } from '../../../rpc/ports/evm/instance.js';
import type { Instance } from '../../control/instance.js';

export const evmInstance = (instance: Instance, { genesisTime }: GenesisDoc): EvmInstance => ({
  instanceId: () => instance.id,
  genesisTime: unixSeconds(genesisTime),
  hardfork: HARDFORK,
});
