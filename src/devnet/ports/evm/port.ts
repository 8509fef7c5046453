/** Interface A's view of the chain, role by role. */
import type { EvmChain } from '../../../chain/evm_chain.js';
import type { EvmPort } from '../../../rpc/ports/evm/port.js';
import type { Chain } from '../../chain.js';
import type { Impersonation } from '../../control/impersonation.js';
import type { SteeringControl } from '../../control/steering.js';
import type { Wallet } from '../../control/wallet.js';
import type { ChainClock } from '../../run/chain_clock.js';
import type { Loop } from '../../run/loop.js';
import type { Snapshots } from '../../run/snapshots.js';
import { evmAccounts } from './accounts.js';
import { evmBlocks } from './blocks.js';
import { evmDevelopment } from './development.js';
import { evmExecution } from './execution.js';
import { evmFees } from './fees.js';
import { evmImpersonation } from './impersonation.js';
import { evmNetwork } from './network.js';
import { evmNotices } from './notices.js';
import { evmPacing } from './pacing.js';
import { evmSnapshots } from './snapshots.js';
import { evmTime } from './time.js';
import { evmTransactionSink } from './transaction_sink.js';
import { evmWallet } from './wallet.js';

export interface EvmPortParts {
  readonly chain: Chain;
  readonly blocks: EvmChain;
  readonly loop: Loop;
  readonly clock: ChainClock;
  readonly snapshots: Snapshots;
  readonly steering: SteeringControl;
  readonly wallet: Wallet;
  readonly impersonation: Impersonation;
  readonly clientVersion: string;
}

export function evmPort(parts: EvmPortParts): EvmPort {
  const { chain, blocks, loop, clock, snapshots, steering, wallet, impersonation, clientVersion } = parts;
  const { app, pool, blockStore, store, heights, pending, world, evmChainId } = chain;
  const sink = evmTransactionSink({ app, pool, loop });
  return {
    ...evmNetwork(evmChainId, clientVersion, world),
    ...evmBlocks({ app, pool, blocks }),
    ...evmAccounts({ app, pool, blocks }),
    ...evmFees(app.evm, blocks),
    ...evmExecution({ queries: app.evm, blockStore, clock }),
    sendRaw: sink.sendRaw,
    ...evmWallet(wallet, impersonation, sink),
    ...evmImpersonation(impersonation, loop),
    ...evmDevelopment(steering),
    ...evmPacing(loop),
    ...evmSnapshots(snapshots),
    ...evmTime({ clock, loop, blockStore, store }),
    ...evmNotices({ heights, pending, blocks }),
  };
}
