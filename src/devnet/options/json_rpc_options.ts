/** Defines the options of the EVM JSON-RPC. */

import { EVM_LIMIT_OPTIONS, JSON_RPC_OPTIONS } from '../../config/options.js';
import { HalleyError } from '../../kernel/errors.js';
import type { EvmLimits } from '../../rpc/evm/limits.js';
import type { ServerLimits } from '../../server/limits.js';
import type { TlsFiles } from '../../server/tls.js';
import { namespacesProblem } from '../../settings/namespaces.js';
import { amount, boolean, listOf, type Members, object, type Reader, readersOf, text } from '../../settings/reader.js';
import { address, orBoolean, origins, serverLimits, tls, type Where } from '../../settings/server_options.js';

/** Configures the EVM JSON-RPC. */
export interface JsonRpcOptions {
  /** Address at which HTTP and its WebSocket upgrades listen; commas separate several addresses. */
  readonly address?: Where;
  /** Address at which a separate listener for WebSocket only listens. */
  readonly wsAddress?: Where;
  /** Takes a free port when the port of an address is in use. The default is false. */
  readonly orFreePort?: boolean;
  /** Origins whose pages may read responses over HTTP, such as `https://*.example.com`. The default is `*`: all. */
  readonly corsOrigins?: readonly string[];
  /**
   * Enabled namespaces, or `all`. `rpc` and the dev methods (`evm`, `hardhat`, `anvil`, `halley`) are always enabled.
   * The default is `eth`, `net` and `web3`; local forge, cast and Hardhat can then call `debug_trace*`, `txpool_*` and
   * `personal_sign` too, and with a `compat` other than `auto` every local caller can.
   */
  readonly namespaces?: readonly string[];
  /**
   * Accepts transactions without a chain id (before EIP-155), as Anvil and Hardhat do, and as keyless deployments need.
   * The default is true.
   */
  readonly allowUnprotectedTxs?: boolean;
  /**
   * Shows Cosmos transactions to EVM clients too: with type 88, after the Ethereum transactions of a block, and with
   * ERC-20 Transfer logs of the coins that they move. The default is false.
   */
  readonly enableCosmosTxs?: boolean;
  /** Lets RPC callers use the node's keys: list them, unlock them, and send with them. The default is true. */
  readonly allowInsecureUnlock?: boolean;
  /** Lets methods of `debug` profile the process, and write the results into files. The default is true. */
  readonly enableProfiling?: boolean;
  /** Lowest price in wei that `eth_gasPrice` returns. The default is 0n. */
  readonly gasPrice?: bigint;
  /**
   * Blocks by which `safe` is behind `latest`; `finalized` is twice as far behind. The default is 0: both are `latest`.
   */
  readonly slotsInAnEpoch?: number;
  /** Lowest tip, in wei per unit of gas, with which a transaction is accepted. The default is 0n. */
  readonly minTip?: bigint;
  /** Per-client limits, also for the provider. Omitted ones keep their defaults. */
  readonly limits?: Partial<EvmLimits>;
  /** Connection and body limits: sizes in bytes, times in milliseconds. */
  readonly server?: Partial<ServerLimits>;
  /** Serves HTTPS and WSS on both addresses. */
  readonly tls?: TlsFiles;
  /** Host names whose pages may open a WebSocket; `*` means all. By default, only local pages may. */
  readonly webSocketOrigins?: readonly string[];
}

const EVM_LIMITS = {
  ...readersOf(EVM_LIMIT_OPTIONS),
  callTimeMs: amount,
  filterEntries: amount,
  filterEntriesInAll: amount,
  pushesHeld: amount,
  callsInFlight: amount,
  logAlternatives: amount,
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
  ...readersOf(JSON_RPC_OPTIONS),
  address,
  wsAddress: address,
  orFreePort: boolean,
  corsOrigins: origins,
  namespaces,
  limits: object<Partial<EvmLimits>>(EVM_LIMITS),
  server: serverLimits,
  tls,
  webSocketOrigins: listOf(text, 'host names'),
} satisfies Members<JsonRpcOptions>);
