/** Interface A's view of the chain, role by role. */
import type { EvmChain } from '../../../chain/evm_chain.js';
import type { EvmPort } from '../../../rpc/ports/evm/port.js';
import type { Chain } from '../../chain.js';
import type { SteeringControl } from '../../control/steering.js';
import type { Wallet } from '../../control/wallet.js';
import type { Loop } from '../../run/loop.js';
import { evmAccounts } from './accounts.js';
import { evmBlocks } from './blocks.js';
import { evmDevelopment } from './development.js';
import { evmExecution } from './execution.js';
import { evmFees } from './fees.js';
import { evmNetwork } from './network.js';
import { evmNotices } from './notices.js';
import { evmTransactionSink } from './transaction_sink.js';
import { evmWallet } from './wallet.js';

export interface EvmPortParts {
  readonly chain: Chain;
  readonly blocks: EvmChain;
  readonly loop: Loop;
  readonly steering: SteeringControl;
  readonly wallet: Wallet;
  readonly clientVersion: string;
}

export function evmPort({ chain, blocks, loop, steering, wallet, clientVersion }: EvmPortParts): EvmPort {
  const { app, pool, heights, pending, world, evmChainId } = chain;
  const sink = evmTransactionSink({ app, pool, loop });
  return {
    ...evmNetwork(evmChainId, clientVersion, world),
    ...evmBlocks({ app, pool, blocks }),
    ...evmAccounts({ app, pool, blocks }),
    ...evmFees(app.evm, blocks),
    ...evmExecution(app.evm, blocks),
    ...sink,
    ...evmWallet(wallet, sink),
    ...evmDevelopment(steering),
    ...evmNotices({ heights, pending, blocks }),
  };
}
