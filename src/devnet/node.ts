/** A running devnet but for its sockets: block production, the ports of the surfaces, interface A, snapshots. */
import { shownGasLimit } from '../app/chain_params.js';
import { EvmChain } from '../chain/evm_chain.js';
import type { Turns } from '../kernel/turns.js';
import { createEvmService, type EvmService } from '../rpc/evm/service.js';
import type { AssetPort } from '../rpc/ports/assets.js';
import type { CometPort } from '../rpc/ports/comet.js';
import type { EvmPort } from '../rpc/ports/evm/port.js';
import type { Chain } from './chain.js';
import { paceOption } from './check_options.js';
import { Authority } from './control/authority.js';
import { Impersonation } from './control/impersonation.js';
import { recoverSteering, SteeringControl } from './control/steering.js';
import { recoverEvidence } from './control/submit_evidence.js';
import type { Wallet } from './control/wallet.js';
import { type Clock, hostRandom, hostSchedule, hostTicker, monotonicMs } from './host.js';
import { type DevnetOptions, serverOptions } from './options.js';
import { assetPort } from './ports/assets.js';
import { cometPort } from './ports/comet.js';
import { evmPort } from './ports/evm/port.js';
import { ChainClock } from './run/chain_clock.js';
import { Heights } from './run/heights.js';
import { TxIntake } from './run/intake.js';
import { Loop } from './run/loop.js';
import { snapshotParts } from './run/snapshot_parts.js';
import { Snapshots } from './run/snapshots.js';
import { TxWaits } from './run/tx_waits.js';

const DEFAULT_CLIENT_VERSION = 'anvil/v1.0.0/halley';

export interface NodeOptions extends Pick<DevnetOptions, 'pace' | 'clientVersion' | 'jsonRpc' | 'onBug'> {
  readonly clock: Clock;
  readonly wallet: Wallet;
  /** Nanoseconds that the network is given after a decision. */
  readonly timeoutCommit: bigint;
}

export interface DevnetNode {
  readonly chain: Chain;
  readonly loop: Loop;
  readonly snapshots: Snapshots;
  readonly steering: SteeringControl;
  readonly evmPort: EvmPort;
  readonly evm: EvmService;
  readonly comet: CometPort;
  readonly assets: AssetPort;
}

/** When it resolves, the first block exists, and in automine what waited on disk is in blocks. */
export async function startNode(chain: Chain, options: NodeOptions): Promise<DevnetNode> {
  const clock = new ChainClock(options.clock, chain.store);
  const heights = new Heights(chain, clock, options.timeoutCommit);
  const intake = new TxIntake(chain);
  const host = { nowMs: monotonicMs, schedule: hostSchedule, every: hostTicker };
  const loop = new Loop(chain, heights, intake, host, paceOption(options));
  await goOn(chain, loop, intake);
  const blocks = blocksOf(chain);
  const authority = new Authority(chain);
  const steering = new SteeringControl(chain, loop, authority);
  const impersonation = new Impersonation(chain.app, authority);
  const waits = new TxWaits(chain.events);
  const clientVersion = options.clientVersion ?? DEFAULT_CLIENT_VERSION;
  const snapshots = new Snapshots(loop, chain.store);
  const { wallet } = options;
  const port = evmPort({ chain, blocks, loop, clock, snapshots, steering, wallet, impersonation, clientVersion });
  const evm = evmNode(port, chain.turns, options);
  snapshots.add(...snapshotParts({ chain, heights, clock, waits, blocks, impersonation, filters: evm.filters }));
  return {
    chain,
    loop,
    snapshots,
    steering,
    evmPort: port,
    evm,
    comet: cometPort({ chain, loop, intake, waits }),
    assets: assetPort(chain),
  };
}

/** Founds block 1, and takes up what an earlier process left waiting. */
async function goOn(chain: Chain, loop: Loop, intake: TxIntake): Promise<void> {
  const { blockStore } = chain;
  if (blockStore.height < blockStore.base) await loop.mine();
  await loop.between(() => recoverSteering(chain));
  await loop.betweenAndMine(() => recoverEvidence(chain));
  await loop.between(() => intake.recover());
  await loop.mineIfDue();
}

function evmNode(evm: EvmPort, turns: Turns, { jsonRpc, onBug }: NodeOptions): EvmService {
  const { namespaces, limits } = serverOptions(jsonRpc);
  return createEvmService({
    evm,
    ...(namespaces && { namespaces }),
    ...(limits && { limits }),
    steering: true,
    nowMs: monotonicMs,
    random: hostRandom,
    schedule: hostSchedule,
    turns,
    onCrash: (method, error) => onBug?.(method, error),
  });
}

function blocksOf(chain: Chain): EvmChain {
  const { app, genesis, genesisHash, blockStore } = chain;
  const zero = { hash: genesisHash, time: genesis.genesisTime, record: genesisRecord(chain) };
  return new EvmChain(blockStore, zero, (height) => app.evm.context(height).prevRandao);
}

function genesisRecord({ blockStore, state, app }: Chain) {
  const height = blockStore.base - 1n;
  return {
    stateRoot: state.stateRoot(height),
    baseFeePerGas: app.evm.nextBaseFee(height),
    gasLimit: shownGasLimit(app.evm.context(height).gasLimit),
    miner: new Uint8Array(20),
    logsBloom: new Uint8Array(0),
  };
}
