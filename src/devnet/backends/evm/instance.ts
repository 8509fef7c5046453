/** Identifies this chain. */

import type { EvmInstance } from '../../../backend/evm/instance.js';
import type { GenesisDoc } from '../../../consensus/types/genesis.js';
import type { Hardfork } from '../../../evm/hardfork.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { evmTimestamp } from '../../../kernel/time.js';
import type { Instance } from '../../actions/instance_id.js';
import { forkConfigOf } from './fork_config.js';

export const evmInstance = (
  instance: Instance,
  { genesisTime }: GenesisDoc,
  genesisHash: Bytes,
  hardfork: Hardfork,
): EvmInstance => ({
  instanceId: () => instance.id,
  genesisTime: evmTimestamp(genesisTime),
  hardfork,
  forkConfig: () => forkConfigOf(genesisHash, hardfork),
});
