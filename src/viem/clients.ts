/** Makes viem's clients of a devnet. */
import {
  type Chain,
  type CustomTransport,
  createPublicClient,
  createTestClient,
  createWalletClient,
  type HttpTransport,
  type PublicClient,
  type TestClient,
  type Transport,
  type WalletClient,
} from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { HalleyError } from '../kernel/errors.js';
import { chain as chainOf } from './chain.js';
import { type ChainInProcess, type ListeningChain, mustBeChain } from './source.js';
import { transport as transportTo } from './transport.js';

/** Clients of one chain. They share a chain definition and send each request once. */
export interface Clients<transport extends Transport> {
  readonly chain: Chain;
  readonly publicClient: PublicClient<transport, Chain>;
  /** Signs by itself with the key of the first account, unless a call names another `account`. */
  readonly walletClient: WalletClient<transport, Chain, PrivateKeyAccount>;
  /** Test client in viem's mode `anvil`, which every devnet supports. */
  readonly testClient: TestClient<'anvil', transport, Chain>;
  /** Accounts of the devnet, which sign in this process; the first one always exists. */
  readonly accounts: readonly [PrivateKeyAccount, ...PrivateKeyAccount[]];
}

/** Time between two polls of viem while it waits for something that the chain does not have yet, in milliseconds. */
const POLLING_INTERVAL_MS = 50;

/**
 * Makes viem's clients of a devnet, of one of its chains, or of the fixture `server`. They do not cache the block
 * number, because blocks may arrive or be reverted at any time. Throws HalleyError: `unavailable` when the chain has no
 * account or no URL, `invalid-argument` when the argument is not a chain, such as the promise of a devnet.
 */
export function clients(devnet: ChainInProcess): Clients<CustomTransport>;
export function clients(server: ListeningChain): Clients<HttpTransport>;
export function clients(source: ChainInProcess | ListeningChain): Clients<CustomTransport | HttpTransport> {
  mustBeChain(source, 'clients');
  const chain = chainOf(source);
  const [first, ...rest] = source.accounts;
  if (first === undefined)
    throw new HalleyError(
      'unavailable',
      `${source.chainId} has no accounts: pass privateKeys to createDevnet, or make clients with transport and chain`,
    );
  const settings = { chain, transport: transportTo(source), pollingInterval: POLLING_INTERVAL_MS, cacheTime: 0 };
  const account = privateKeyToAccount(first.privateKey);
  let accounts: Clients<Transport>['accounts'] | undefined;
  return {
    chain,
    publicClient: createPublicClient(settings),
    walletClient: createWalletClient({ ...settings, account }),
    testClient: createTestClient({ ...settings, mode: 'anvil' }),
    // Deriving a public key takes most of a millisecond, and few tests use more than the first.
    get accounts() {
      accounts ??= [account, ...rest.map(({ privateKey }) => privateKeyToAccount(privateKey))];
      return accounts;
    },
  };
}
