/** A running devnet but for its sockets: block production, the ports of the surfaces, interface A, snapshots. */
import { UNLIMITED_GAS } from '../chain/evm/record.js';
import { EvmChain } from '../chain/evm_chain.js';
import type { Turns } from '../kernel/turns.js';
import { createEvmNode, type EvmNode } from '../rpc/evm/node.js';
import type { AssetPort } from '../rpc/ports/assets.js';
import type { CometPort } from '../rpc/ports/comet.js';
import type { EvmPort } from '../rpc/ports/evm/port.js';
import type { Chain } from './chain.js';
import { recoverEvidence } from './control/submit_evidence.js';
import { ValidatorControl } from './control/validator_control.js';
import type { Wallet } from './control/wallet.js';
import { type Clock, hostRandom, hostSchedule, hostTicker, monotonicMs } from './host.js';
import { type DevnetOptions, serverOptions } from './options.js';
import { assetPort } from './ports/assets.js';
import { cometPort } from './ports/comet.js';
import { evmPort } from './ports/evm/port.js';
import { TxIntake } from './run/intake.js';
import { Mining } from './run/mining.js';
import { Producer } from './run/producer.js';
import { Snapshots } from './run/snapshots.js';

const DEFAULT_CLIENT_VERSION = 'anvil/v1.0.0/halley';

export interface NodeOptions extends Pick<DevnetOptions, 'mining' | 'clientVersion' | 'jsonRpc' | 'onBug'> {
  readonly clock: Clock;
  readonly wallet: Wallet;
  /** Nanoseconds that the network is given after a decision. */
  readonly timeoutCommit: bigint;
}

export interface DevnetNode {
  readonly chain: Chain;
  readonly mining: Mining;
  readonly snapshots: Snapshots;
  readonly validators: ValidatorControl;
  readonly evmPort: EvmPort;
  readonly evm: EvmNode;
  readonly comet: CometPort;
  readonly assets: AssetPort;
}

/** When it resolves, the first block exists, and in automine what waited on disk is in blocks. */
export async function startNode(chain: Chain, options: NodeOptions): Promise<DevnetNode> {
  const producer = new Producer(chain, options.timeoutCommit);
  const intake = new TxIntake(chain);
  const mode = options.mining ?? { type: 'auto' };
  const mining = new Mining(chain, producer, intake, options.clock, mode, hostTicker);
  await goOn(chain, mining, intake, producer);
  const blocks = blocksOf(chain);
  const validators = new ValidatorControl(chain, mining);
  const clientVersion = options.clientVersion ?? DEFAULT_CLIENT_VERSION;
  const port = evmPort({ chain, blocks, mining, validators, wallet: options.wallet, clientVersion });
  const evm = evmNode(port, chain.turns, options);
  return {
    chain,
    mining,
    snapshots: new Snapshots(chain, mining, blocks, evm),
    validators,
    evmPort: port,
    evm,
    comet: cometPort({ chain, producer, mining, intake }),
    assets: assetPort(chain),
  };
}

/** Founds block 1, and takes up what an earlier process left waiting. */
async function goOn(chain: Chain, mining: Mining, intake: TxIntake, producer: Producer): Promise<void> {
  const { ledger } = chain;
  if (ledger.height < ledger.base) await mining.mine();
  await mining.betweenAndMine(() => recoverEvidence(chain, producer));
  await mining.between(() => intake.recover());
  await mining.mineIfDue();
}

function evmNode(evm: EvmPort, turns: Turns, { jsonRpc, onBug }: NodeOptions): EvmNode {
  const { namespaces, limits } = serverOptions(jsonRpc);
  return createEvmNode({
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
  const { app, genesis, genesisHash, ledger } = chain;
  const zero = { hash: genesisHash, time: genesis.genesisTime, record: genesisRecord(chain) };
  return new EvmChain(ledger, zero, (height) => app.evm.context(height).prevRandao);
}

function genesisRecord({ genesis, ledger, state, app }: Chain) {
  const height = ledger.base - 1n;
  const { maxGas } = genesis.consensusParams.block;
  return {
    stateRoot: state.stateRoot(height),
    baseFeePerGas: app.evm.nextBaseFee(height),
    gasLimit: maxGas < 0n ? UNLIMITED_GAS : maxGas,
    miner: new Uint8Array(20),
    logsBloom: new Uint8Array(0),
  };
}
