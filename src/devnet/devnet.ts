/** Assembly and lifecycle: options → open chain → first block → ports → sockets; and everything closed again, in turn. */
import { join } from 'node:path';
import { checksumAddress } from '../app/address.js';
import { UNLIMITED_GAS } from '../chain/evm/record.js';
import { EvmChain } from '../chain/evm_chain.js';
import { DEVELOPMENT_ACCOUNTS } from '../config/development_accounts.js';
import { developmentGenesis } from '../config/development_genesis.js';
import { installFastCrypto } from '../crypto/install.js';
import { fromHex, to0x } from '../kernel/hex.js';
import type { UnixNanos } from '../kernel/time.js';
import { DEFAULT_MEMPOOL_LIMITS } from '../mempool/limits.js';
import { createEvmNode } from '../rpc/evm/node.js';
import { createEvmProvider, type EvmProvider } from '../rpc/evm/provider.js';
import { DEFAULT_TIMEOUTS } from '../simulation/world.js';
import type { Store } from '../storage/port.js';
import { assetPort } from './asset_port.js';
import type { Chain } from './chain.js';
import { clockOf } from './clock.js';
import { cometPort } from './comet_port.js';
import { evmPort } from './evm_port.js';
import { networkOf } from './genesis.js';
import { type Clock, hostRandom, hostSchedule, hostTicker, monotonicMs } from './host.js';
import { nodeIdentity, peerIdentities } from './identity.js';
import { TxIntake } from './intake.js';
import { type Listeners, openListeners, type Urls } from './listeners.js';
import { Mining } from './mining.js';
import { openChain } from './open_chain.js';
import type { DevnetOptions } from './options.js';
import { Producer } from './producer.js';
import { Snapshots } from './snapshots.js';
import { Wallet } from './wallet.js';

/** What the first contract needs is loaded soon after the start, and not before the first answer. */
const WARM_UP_MS = 100;
const DEFAULT_SEED = '0';
const DEFAULT_CLIENT_VERSION = 'anvil/v1.0.0/halley';

export interface DevnetAccount {
  /** EIP-55. */
  readonly address: string;
  readonly privateKey: string;
  /** Wei, at the newest block. */
  readonly balance: bigint;
}

export interface Devnet {
  readonly chainId: string;
  readonly evmChainId: bigint;
  readonly genesisTime: UnixNanos;
  /** The unlocked accounts. */
  readonly accounts: readonly DevnetAccount[];
  readonly urls: Urls;
  /** EIP-1193, without sockets. */
  readonly provider: EvmProvider;
  /** Height of the newest block. */
  readonly height: bigint;
  /** One block now. Rejects when the validators cannot decide. */
  mine(): Promise<void>;
  /** Remembers everything: consensus, state, mempool. */
  snapshot(): Promise<number>;
  /** Goes back to a snapshot, which is used up with all later ones; false when there is no such snapshot. */
  revert(id: number): Promise<boolean>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a devnet. When it resolves, block 1 exists and every server listens. Throws HalleyError: `address-in-use`,
 * `invalid-genesis`, `invalid-config`, `unavailable` (the home folder is in use), `corrupt-store`.
 */
export async function createDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  await installFastCrypto();
  const seed = options.seed ?? DEFAULT_SEED;
  const clock = clockOf(options.clock, options.seed);
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const store = options.home === undefined ? undefined : await openHome(options.home);
  try {
    const network = networkOf({
      document: options.genesis ?? developmentGenesis(),
      seed,
      validators: options.validators,
      genesisTime: clock.now(),
    });
    const mempool = { ...DEFAULT_MEMPOOL_LIMITS, ...options.mempool };
    const chain = await openChain({ network, seed, timeouts, mempool, store });
    return await assemble(chain, { ...options, seed, clock }, timeouts.commit);
  } catch (error) {
    await store?.close();
    throw error;
  }
}

/** LevelDB is native code: only a chain that is kept loads it. */
async function openHome(home: string): Promise<Store> {
  const { openLevelStore } = await import('../storage/level_store.js');
  return openLevelStore(join(home, 'data'));
}

async function assemble(
  chain: Chain,
  options: DevnetOptions & { readonly seed: string; readonly clock: Clock },
  timeoutCommit: UnixNanos,
): Promise<Devnet> {
  const producer = new Producer(chain, timeoutCommit);
  const intake = new TxIntake(chain);
  const mode = options.mining ?? { type: 'auto' };
  const mining = new Mining(chain, producer, intake, options.clock, mode, hostTicker);
  if (chain.ledger.height < chain.ledger.base) await mining.mine();
  await mining.between(() => intake.recover());
  await mining.mineIfDue();

  const keys = (options.privateKeys ?? DEVELOPMENT_ACCOUNTS.map(({ privateKey }) => privateKey)).map(fromHex);
  const wallet = new Wallet(keys);
  const genesis = { hash: chain.genesisHash, time: chain.genesis.genesisTime, record: genesisRecord(chain) };
  const blocks = new EvmChain(chain.ledger, genesis, (height) => chain.app.evm.context(height).prevRandao);
  const port = evmPort({
    chain,
    blocks,
    mining,
    wallet,
    clientVersion: options.clientVersion ?? DEFAULT_CLIENT_VERSION,
  });
  const jsonRpc = options.jsonRpc || {};
  const evm = createEvmNode({
    evm: port,
    ...(jsonRpc.namespaces && { namespaces: jsonRpc.namespaces }),
    ...(jsonRpc.limits && { limits: jsonRpc.limits }),
    nowMs: monotonicMs,
    random: hostRandom,
    schedule: hostSchedule,
    onCrash: (method, error) => options.onBug?.(method, error),
  });
  const provider = createEvmProvider(evm);
  let listeners: Listeners | undefined;
  const identities = peerIdentities(options.seed, chain.keys);
  const node = nodeIdentity(chain, identities, options.moniker ?? 'halley', () => listeners?.rpcAddress ?? '');
  const comet = cometPort({ chain, producer, mining, intake, identities, node });
  listeners = await openListeners({ evm, comet, assets: assetPort(chain) }, options);
  mining.start();
  const stopWarmUp = hostSchedule(WARM_UP_MS, () => chain.app.warmUp());
  const snapshots = new Snapshots(chain, mining, blocks, evm);
  const close = async (): Promise<void> => {
    stopWarmUp();
    await mining.stop();
    provider.close();
    evm.close();
    await listeners.close();
    await mining.stop();
    await chain.store.close();
  };
  let closing: Promise<void> | undefined;
  const devnet: Devnet = {
    chainId: chain.genesis.chainId,
    evmChainId: chain.evmChainId,
    genesisTime: chain.genesis.genesisTime,
    get accounts() {
      return wallet.addresses.map((address, i) => ({
        address: checksumAddress(address),
        privateKey: to0x(keys[i] as Uint8Array),
        balance: port.balance(address, port.head()),
      }));
    },
    urls: listeners.urls,
    provider,
    get height() {
      return chain.ledger.height;
    },
    mine: async () => {
      const { type } = await mining.mine();
      if (type === 'stalled')
        throw new Error('the validators cannot decide: less than two thirds of the power answers');
    },
    snapshot: () => snapshots.take(),
    revert: (id) => snapshots.revert(id),
    close: () => (closing ??= close()),
    [Symbol.asyncDispose]: () => devnet.close(),
  };
  return devnet;
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
