/** The options of the EVM JSON-RPC. */

import { HalleyError } from '../../kernel/errors.js';
import type { EvmLimits } from '../../rpc/evm/limits.js';
import type { ServerLimits } from '../../server/limits.js';
import type { TlsFiles } from '../../server/tls.js';
import { namespacesProblem } from '../../settings/namespaces.js';
import {
  amount,
  bigAmount,
  boolean,
  listOf,
  type Members,
  object,
  type Reader,
  text,
  whole,
} from '../../settings/reader.js';
import { address, orBoolean, origins, serverLimits, tls, type Where } from '../../settings/server_options.js';

/** Configures the EVM JSON-RPC. */
export interface JsonRpcOptions {
  /** Where HTTP and its WebSocket upgrades listen; commas separate several addresses. */
  readonly address?: Where;
  /** WebSocket alone. */
  readonly wsAddress?: Where;
  /** Whether to take a free port where that of an address is in use. The default is false. */
  readonly orFreePort?: boolean;
  /** Origins whose pages may read answers over HTTP, such as `https://*.example.com`. The default is `*`, which means all. */
  readonly corsOrigins?: readonly string[];
  /**
   * Whose methods are served: `eth`, `net`, `web3`, which are the default; `all` for all that there are, `txpool` too.
   * `rpc` and what steers the chain (`evm`, `hardhat`, `anvil`, `halley`) always are.
   */
  readonly namespaces?: readonly string[];
  /**
   * Whether transactions without a chain id (before EIP-155) are taken, as Anvil, Hardhat and deployments by a keyless
   * account have it; true.
   */
  readonly allowUnprotectedTxs?: boolean;
  /** Whether the node acts with its keys for who asks by RPC: lists them, unlocks them, sends; true. */
  readonly allowInsecureUnlock?: boolean;
  /** Whether methods of `debug` profile the process, and write what they find into files; true. */
  readonly enableProfiling?: boolean;
  /** The least price in wei that `eth_gasPrice` returns. The default is 0n. */
  readonly gasPrice?: bigint;
  /** How many blocks `safe` is behind `latest`; `finalized` is twice as far behind. The default is 0: both are `latest`. */
  readonly slotsInAnEpoch?: number;
  /** Wei of tip for a unit of gas that a transaction must offer to be taken; 0n. */
  readonly minTip?: bigint;
  /** What one client may ask for; holds for the provider too. What is left out keeps its default. */
  readonly limits?: Partial<EvmLimits>;
  /** What the listeners bear: sizes in bytes, times in milliseconds. */
  readonly server?: Partial<ServerLimits>;
  /** Makes both addresses HTTPS and WSS. */
  readonly tls?: TlsFiles;
  /** Host names whose pages may open a WebSocket, `*` for all; without it pages of this machine. */
  readonly webSocketOrigins?: readonly string[];
}

const EVM_LIMITS = {
  batchItems: amount,
  responseBytes: amount,
  callTimeMs: amount,
  gasCap: bigAmount,
  evmTimeMs: amount,
  txFeeCap: bigAmount,
  filters: amount,
  filterIdleMs: amount,
  filterCleanupMs: amount,
  filterEntries: amount,
  subscriptions: amount,
  pushesHeld: amount,
  callsInFlight: amount,
  logBlockRange: amount,
  logResults: amount,
  logAlternatives: amount,
  feeHistoryBlocks: amount,
  feeHistoryPercentiles: amount,
  proofKeys: amount,
} satisfies Members<EvmLimits>;

const namespaces: Reader<readonly string[]> = (value, path) => {
  const names = listOf(text, 'namespaces')(value, path);
  const problem = namespacesProblem(names);
  if (problem === undefined) return names;
  throw new HalleyError('invalid-argument', `${path} is ${JSON.stringify(names)}: ${problem}`, { option: path, names });
};

export const jsonRpc: Reader<JsonRpcOptions | boolean> = orBoolean({
  address,
  wsAddress: address,
  orFreePort: boolean,
  corsOrigins: origins,
  namespaces,
  allowUnprotectedTxs: boolean,
  allowInsecureUnlock: boolean,
  enableProfiling: boolean,
  gasPrice: bigAmount,
  slotsInAnEpoch: whole(0),
  minTip: bigAmount,
  limits: object<Partial<EvmLimits>>(EVM_LIMITS),
  server: serverLimits,
  tls,
  webSocketOrigins: listOf(text, 'host names'),
} satisfies Members<JsonRpcOptions>);
