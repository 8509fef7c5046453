/**
 * What `createDevnet` takes. Everything has a default: those of `halley start` (`src/config/schema.ts`), but that nothing
 * listens. In a program the provider needs no socket, and two devnets at once must not ask for the same port.
 */
import type { HalleyError } from '../kernel/errors.js';
import type { MempoolLimits } from '../mempool/limits.js';
import type { CometLimits } from '../rpc/comet/options.js';
import type { EvmLimits } from '../rpc/evm/limits.js';
import type { CorsPolicy } from '../server/cors.js';
import type { ServerLimits } from '../server/limits.js';
import type { TlsFiles } from '../server/tls.js';
import type { ConsensusTimeouts } from '../simulation/world.js';
import type { Clock } from './host.js';
import type { ClockName } from './run/clock.js';
import type { MiningMode } from './run/mining.js';

/**
 * Where a server listens: `127.0.0.1:8545`, `tcp://…`, `unix:///path`, with port 0 a free one; true: a free port of
 * 127.0.0.1; false, the default: nowhere.
 */
export type Where = string | boolean;

export interface JsonRpcOptions {
  /** HTTP, and WebSocket upgrades. */
  readonly address?: Where;
  /** WebSocket alone. */
  readonly wsAddress?: Where;
  readonly namespaces?: readonly string[];
  readonly limits?: Partial<EvmLimits>;
  readonly server?: Partial<ServerLimits>;
  readonly webSocketOrigins?: readonly string[];
}

export interface CometRpcOptions {
  /** Several are separated by commas. */
  readonly address?: Where;
  /** Of the root; the others are under their prefixes. */
  readonly dialect?: string;
  /** Copies the engine literally, the default; false is kinder to clients. */
  readonly strict?: boolean;
  /** Serves dial_seeds, dial_peers and unsafe_flush_mempool too. */
  readonly unsafe?: boolean;
  /** Ends a slow client's subscription as soon as `limits.writeQueue` frames wait for it. */
  readonly closeOnSlowClient?: boolean;
  readonly limits?: Partial<CometLimits>;
  readonly server?: Partial<ServerLimits>;
  /** Its origins may open WebSockets too, besides pages of this machine. */
  readonly cors?: CorsPolicy;
  /** Makes every address HTTPS and WSS. */
  readonly tls?: TlsFiles;
}

export interface AssetApiOptions {
  readonly address?: Where;
}

export interface DevnetOptions {
  /** A genesis document as parsed JSON; without it that of the chain in `home`, or the development chain `halley_31337-1`. */
  readonly genesis?: unknown;
  /** Folder that keeps the chain; without it the chain ends with the process. */
  readonly home?: string;
  /**
   * Names the validators' keys and the network's randomness; with it the clock is virtual unless said otherwise. Without
   * it that of the chain in `home`.
   */
  readonly seed?: string;
  /** Validators to appoint, 1 to 200; without it those of the genesis document, or four. */
  readonly validators?: number;
  readonly mining?: MiningMode;
  /** Where block times come from. */
  readonly clock?: Clock | ClockName;
  readonly timeouts?: Partial<ConsensusTimeouts>;
  readonly mempool?: Partial<MempoolLimits>;
  /** Private keys, 0x hex, of the unlocked accounts; without it the 20 development accounts. */
  readonly privateKeys?: readonly string[];
  readonly clientVersion?: string;
  readonly moniker?: string;
  /** True stands for `{ address: true }`, false for `{}`, here and below; the provider keeps to namespaces and limits too. */
  readonly jsonRpc?: JsonRpcOptions | boolean;
  readonly rpc?: CometRpcOptions | boolean;
  readonly assets?: AssetApiOptions | boolean;
  /** Hears of bugs of ours that a request ran into; the client has its answer. */
  readonly onBug?: (where: string, error: unknown) => void;
  /** Hears, once for each record, of damage on disk that a read ran into; reads of other records go on. */
  readonly onDamage?: (error: HalleyError) => void;
  /**
   * Hears, once, what ends the devnet: a write that failed (`store-failed`), damage at the chain's end
   * (`corrupt-store`), a bug of ours (`stopped`). The devnet closes itself, which `closed` waits for; every later call
   * rejects with the same error. What was acknowledged is kept.
   */
  readonly onFatal?: (error: HalleyError, closed: Promise<void>) => void;
}

/** The options of a server that may be given by a truth value alone. */
export function serverOptions<T extends { readonly address?: Where }>(given: T | boolean | undefined): Partial<T> {
  if (typeof given === 'object') return given;
  return given === true ? ({ address: true } as Partial<T>) : {};
}
