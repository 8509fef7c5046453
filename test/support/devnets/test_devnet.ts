/**
 * Runs a devnet in this process and calls it through its provider, as a client does. Tests that need more than a user
 * can do (a store of their own, an application that changes parameters) use the chain runtime behind it.
 */

import { type Address, type Hex, keccak256, type TransactionSerializable } from 'viem';
import { onTestFinished } from 'vitest';
import { developmentGenesis } from '../../../src/config/development_genesis.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { applicationRules } from '../../../src/devnet/chain/application_rules.js';
import { networkOf } from '../../../src/devnet/chain/genesis.js';
import { openChain } from '../../../src/devnet/chain/open_chain.js';
import { ChainNode } from '../../../src/devnet/chain_node.js';
import { createHost } from '../../../src/devnet/host.js';
import { createDevnet, type DevnetOptions, fixedClock } from '../../../src/devnet/index.js';
import type { RevertOptions } from '../../../src/devnet/snapshots/snapshots.js';
import { parseTime, type UnixNanos } from '../../../src/kernel/time.js';
import { DEFAULT_MEMPOOL_LIMITS } from '../../../src/mempool/limits.js';
import { createEvmProvider, type EvmProvider } from '../../../src/rpc/evm/provider.js';
import { DEFAULT_TIMEOUTS } from '../../../src/simulation/index.js';
import type { Store } from '../../../src/storage/store.js';
import { dev, GWEI } from '../../app/support/wallet.js';
import { aKeystore } from '../keystore.js';

export const CHAIN_ID = 31337;
const START = parseTime('2025-01-01T00:00:00Z') as UnixNanos;

/** Parts of a devnet that the tests need. */
interface Stage {
  readonly provider: EvmProvider;
  mine(): Promise<unknown>;
  snapshot(): Promise<number>;
  revert(id: number, options?: RevertOptions): Promise<boolean>;
  close(): Promise<void>;
}

/** Transaction without the fields that every one has. */
export type Wish = Omit<Partial<TransactionSerializable>, 'nonce' | 'type'> & {
  readonly type?: 'legacy' | 'eip2930' | 'eip1559' | 'eip7702';
  readonly to?: Address | null;
  readonly data?: Hex;
  readonly nonce?: number;
};

export interface Sent {
  readonly hash: Hex;
  readonly raw: Hex;
}

export class TestDevnet {
  /** Every sent transaction by hash; blocks are recomputed from these. */
  readonly raws = new Map<string, Hex>();

  constructor(private readonly stage: Stage) {}

  ask<T = Hex>(method: string, ...params: readonly unknown[]): Promise<T> {
    return this.stage.provider.request({ method, params }) as Promise<T>;
  }

  get provider(): EvmProvider {
    return this.stage.provider;
  }

  async height(): Promise<number> {
    return Number(await this.ask('eth_blockNumber'));
  }

  async mine(count = 1): Promise<void> {
    for (let i = 0; i < count; i++) await this.stage.mine();
  }

  snapshot(): Promise<number> {
    return this.stage.snapshot();
  }

  async revert(id: number): Promise<void> {
    if (!(await this.stage.revert(id))) throw new Error(`there is no snapshot ${id}`);
  }

  close(): Promise<void> {
    return this.stage.close();
  }

  /** Signs for a development account; the nonce is the pool's next by default. */
  async sign(from: number, { type = 'eip1559', nonce, ...wish }: Wish): Promise<Hex> {
    const dynamic = type === 'eip1559' || type === 'eip7702';
    const prices = dynamic
      ? { maxFeePerGas: 10n * GWEI, maxPriorityFeePerGas: BigInt(from + 1) }
      : { gasPrice: 2n * GWEI + BigInt(from) };
    const next = nonce ?? Number(await this.ask('eth_getTransactionCount', dev(from).address, 'pending'));
    const tx = { type, chainId: CHAIN_ID, gas: 300_000n, ...prices, ...wish, nonce: next };
    return dev(from).account.signTransaction(tx as TransactionSerializable);
  }

  async send(from: number, wish: Wish): Promise<Sent> {
    return this.sendRaw(await this.sign(from, wish));
  }

  async sendRaw(raw: Hex): Promise<Sent> {
    this.raws.set(keccak256(raw), raw);
    return { hash: await this.ask('eth_sendRawTransaction', raw), raw };
  }
}

/** Opens a devnet through the public API. Blocks are mined on request, and it closes when the running test ends. */
export async function openTestDevnet(options: DevnetOptions = {}): Promise<TestDevnet> {
  const devnet = await createDevnet({
    ...{ jsonRpc: false, rpc: false, assets: false, clock: fixedClock(START), miningMode: 'manual' },
    ...options,
  });
  onTestFinished(() => devnet.close());
  return new TestDevnet(devnet);
}

/** Opens a chain runtime that the test can access, on a store of its choice. */
export async function openInside(
  options: DevnetOptions & { readonly store?: Store } = {},
): Promise<{ readonly testDevnet: TestDevnet; readonly node: ChainNode }> {
  await installFastCrypto();
  const clock = fixedClock(START);
  const network = networkOf({
    document: options.genesis ?? developmentGenesis(),
    seed: '0',
    validators: options.validators,
    genesisTime: clock.now(),
  });
  const host = { ...createHost({}, clock, DEFAULT_TIMEOUTS), keystore: aKeystore(), isOpen: true };
  const node = await ChainNode.open(host, { miningMode: options.miningMode ?? 'manual' }, (broadcast) =>
    openChain({
      network,
      seed: '0',
      timeouts: DEFAULT_TIMEOUTS,
      mempool: DEFAULT_MEMPOOL_LIMITS,
      order: 'fees',
      own: { moniker: 'scene', rpcAddress: () => '' },
      rules: applicationRules(options),
      store: options.store,
      broadcast,
    }),
  );
  await node.start();
  const testDevnet = new TestDevnet(stageOf(node));
  onTestFinished(() => testDevnet.close());
  return { testDevnet, node };
}

function stageOf(node: ChainNode): Stage {
  const provider = createEvmProvider(node.evm);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await node.loop.stop();
    provider.close();
    node.evm.close();
    await node.chain.store.close();
  };
  return {
    provider,
    mine: async () => {
      if ((await node.loop.mine()).type === 'stalled') throw new Error('no block');
    },
    snapshot: () => node.snapshots.take(),
    revert: (id, options) => node.snapshots.revert(id, options),
    close: () => (closing ??= close()),
  };
}
