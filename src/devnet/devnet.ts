/** Lifecycle: options → open chain → node → sockets; and everything closed again, in turn. */
import { checksumAddress } from '../app/address.js';
import { DEVELOPMENT_ACCOUNTS } from '../config/development_accounts.js';
import { installFastCrypto } from '../crypto/install.js';
import { HalleyError } from '../kernel/errors.js';
import { fromHex, to0x } from '../kernel/hex.js';
import type { UnixNanos } from '../kernel/time.js';
import { createEvmProvider, type EvmProvider } from '../rpc/evm/provider.js';
import { type ConsensusTimeouts, DEFAULT_TIMEOUTS } from '../simulation/world.js';
import type { Chain } from './chain.js';
import { checkOptions, paceOption } from './check_options.js';
import { Wallet } from './control/wallet.js';
import { type Clock, hostSchedule } from './host.js';
import { type Listeners, openListeners, type Urls } from './listeners.js';
import { type DevnetNode, startNode } from './node.js';
import { openDevnetChain } from './open/open_devnet_chain.js';
import type { DevnetOptions } from './options.js';
import { clockOf } from './run/clock.js';
import type { Pace } from './run/paces.js';
import type { Reached, StepUnit } from './run/stepping.js';

/** What the first contract needs is loaded soon after the start, and not before the first answer. */
const WARM_UP_MS = 100;

const STALLED = 'the validators cannot decide: less than two thirds of the power answers';

/** An account that the devnet signs for. */
export interface DevnetAccount {
  /** 0x hex with EIP-55's checksum. */
  readonly address: string;
  /** 0x hex. */
  readonly privateKey: string;
  /** Wei, at the newest block. */
  readonly balance: bigint;
}

/**
 * A running devnet. Once it is closed, what makes blocks or changes state rejects with HalleyError `unavailable`, and with
 * the error of `onFatal` once that has ended it; what only reads goes on answering.
 */
export interface Devnet {
  /** The consensus chain's id: `halley_31337-1`. */
  readonly chainId: string;
  /** EIP-155's: `31337n`, the number inside `chainId`. */
  readonly evmChainId: bigint;
  /** Nanoseconds since 1970. */
  readonly genesisTime: UnixNanos;
  /** The unlocked accounts, with what they own now. */
  readonly accounts: readonly DevnetAccount[];
  /** Where its servers listen. */
  readonly urls: Urls;
  /** The EVM's JSON-RPC as EIP-1193 has it, without sockets. Rejects with RpcError. */
  readonly provider: EvmProvider;
  /** Height of the newest block. */
  readonly height: bigint;
  /** When blocks are made. */
  readonly pace: Pace;
  /**
   * Makes blocks so from now on, also in the middle of one: a height that is under way goes on. For automine it is over,
   * and what waits is in blocks, when this resolves. Rejects with HalleyError `invalid-argument` for what is no pace.
   */
  setPace(pace: Pace | string): Promise<void>;
  /**
   * In the paces `step` and `manual`: goes on by one unit or by so many, and says where the observed node then stands.
   * Rejects with HalleyError: `invalid-argument`, or `unavailable` in another pace.
   */
  step(unit?: StepUnit, count?: number): Promise<Reached>;
  /** One block now, with what waits. Rejects with `unavailable` when the validators cannot decide. */
  mine(): Promise<void>;
  /** Remembers everything (consensus, state, mempool); resolves to the snapshot's id. */
  snapshot(): Promise<number>;
  /** Goes back to a snapshot, which is used up with all later ones; false when there is no such snapshot. */
  revert(id: number): Promise<boolean>;
  /**
   * Gives a validator, by its index among the devnet's or by its consensus address in hex, another voting power, and
   * makes the block that says so; two heights later it counts. Power 0 removes it. Rejects with HalleyError:
   * `invalid-argument` for what is neither or no power, `not-found` for a validator that does not exist, `unavailable`
   * when the validators cannot decide a block.
   */
  setValidatorPower(validator: number | string, power: bigint | number): Promise<void>;
  /**
   * Ends what is under way, stops listening, closes the store; again and after a fatal error without harm. Rejects when the
   * store cannot be closed.
   */
  close(): Promise<void>;
  /** `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a devnet. When it resolves, block 1 exists, and every server that was asked for listens; `urls` says where.
 * Throws HalleyError: `invalid-argument`, `address-in-use`, `invalid-genesis`, `invalid-config`, `unavailable` (the home
 * folder is in use), `corrupt-store`.
 */
export const createDevnet = (options: DevnetOptions = {}): Promise<Devnet> => startDevnet(options);

/** The same, over another store than that of the home folder. */
export async function startDevnet(
  options: DevnetOptions,
  openStore?: Parameters<typeof openDevnetChain>[4],
): Promise<Devnet> {
  checkOptions(options);
  await installFastCrypto();
  const clock = clockOf(options.clock, options.seed);
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  let listeners: Listeners | undefined;
  const chain = await openDevnetChain(options, clock, timeouts, () => listeners?.rpcAddress ?? '', openStore);
  try {
    return await run(chain, options, clock, timeouts, (opened) => {
      listeners = opened;
    });
  } catch (error) {
    await chain.store.close();
    throw error;
  }
}

async function run(
  chain: Chain,
  options: DevnetOptions,
  clock: Clock,
  timeouts: ConsensusTimeouts,
  onOpen: (listeners: Listeners) => void,
): Promise<Devnet> {
  const keys = (options.privateKeys ?? DEVELOPMENT_ACCOUNTS.map(({ privateKey }) => privateKey)).map(fromHex);
  const wallet = new Wallet(keys);
  const node = await startNode(chain, { ...options, clock, wallet, timeoutCommit: timeouts.commit });
  const provider = createEvmProvider(node.evm);
  const listeners = await openListeners(node, options);
  onOpen(listeners);
  const stopWarmUp = hostSchedule(WARM_UP_MS, () => chain.app.warmUp());
  const closeAll = async (): Promise<void> => {
    stopWarmUp();
    await node.loop.stop();
    provider.close();
    node.evm.close();
    await listeners.close();
    // What requests have asked for until then.
    await node.loop.stop();
    node.loop.end();
    await chain.store.close();
  };
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= closeAll());
  const fail = (failure: HalleyError): void => {
    // When closing fails as well, that says nothing new.
    const closed = close().catch(() => undefined);
    options.onFatal?.(failure, closed);
  };
  try {
    node.loop.start(fail);
  } catch (error) {
    await close();
    throw error;
  }
  return publicFace(node, { wallet, keys, provider, urls: listeners.urls, close });
}

interface Face {
  readonly wallet: Wallet;
  readonly keys: readonly Uint8Array[];
  readonly provider: EvmProvider;
  readonly urls: Urls;
  readonly close: () => Promise<void>;
}

function publicFace(node: DevnetNode, { wallet, keys, provider, urls, close }: Face): Devnet {
  const { chain, loop, snapshots, steering, evmPort } = node;
  const devnet: Devnet = {
    chainId: chain.genesis.chainId,
    evmChainId: chain.evmChainId,
    genesisTime: chain.genesis.genesisTime,
    get accounts() {
      return wallet.addresses.map((address, i) => ({
        address: checksumAddress(address),
        privateKey: to0x(keys[i] as Uint8Array),
        balance: evmPort.balance(address, evmPort.head()),
      }));
    },
    urls,
    provider,
    get height() {
      return chain.blockStore.height;
    },
    get pace() {
      return loop.pace;
    },
    setPace: async (pace) => loop.setPace(paceOption({ pace })),
    step: (unit = 'event', count = 1) => loop.step(unit, count),
    mine: async () => {
      const { type } = await loop.mine();
      if (type === 'stalled') throw new HalleyError('unavailable', STALLED);
    },
    snapshot: () => snapshots.take(),
    revert: (id) => snapshots.revert(id),
    setValidatorPower: async (validator, power) => steering.setValidatorPower(validatorOf(validator), powerOf(power)),
    close,
    [Symbol.asyncDispose]: () => devnet.close(),
  };
  return devnet;
}

/** Throws HalleyError for what is neither an index nor an address. */
function validatorOf(validator: number | string): number | Uint8Array {
  if (typeof validator === 'number') return validator;
  if (/^(0x)?[0-9a-fA-F]{40}$/.test(validator)) return fromHex(validator);
  throw new HalleyError('invalid-argument', `"${validator}" is no consensus address: 20 bytes in hex are expected`, {
    validator,
  });
}

function powerOf(power: bigint | number): bigint {
  if (typeof power === 'bigint') return power;
  if (Number.isSafeInteger(power)) return BigInt(power);
  throw new HalleyError('invalid-argument', `power ${power} is not a whole number`, { power });
}
