/** What `createDevnet` takes. Everything has a default; they are those of `halley start` (`src/config/schema.ts`). */
import type { MempoolLimits } from '../mempool/limits.js';
import type { CometLimits } from '../rpc/comet/options.js';
import type { EvmLimits } from '../rpc/evm/limits.js';
import type { CorsPolicy } from '../server/cors.js';
import type { ServerLimits } from '../server/limits.js';
import type { TlsFiles } from '../server/tls.js';
import type { ConsensusTimeouts } from '../simulation/world.js';
import type { ClockName } from './clock.js';
import type { Clock } from './host.js';
import type { MiningMode } from './mining.js';

/** Addresses as the servers take them: `127.0.0.1:8545`, `tcp://…`, `unix:///path`; port 0 picks a free one. */
export interface JsonRpcOptions {
  readonly address?: string;
  /** False: WebSocket only on the HTTP address. */
  readonly wsAddress?: string | false;
  readonly namespaces?: readonly string[];
  readonly limits?: Partial<EvmLimits>;
  readonly server?: Partial<ServerLimits>;
  readonly webSocketOrigins?: readonly string[];
}

export interface CometRpcOptions {
  /** Several are separated by commas. */
  readonly address?: string;
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
  readonly address?: string;
}

export interface DevnetOptions {
  /** A genesis document as parsed JSON; without it the development chain `halley_31337-1`. */
  readonly genesis?: unknown;
  /** Folder that keeps the chain; without it the chain ends with the process. */
  readonly home?: string;
  /** Names the validators' keys and the network's randomness; with it the clock is virtual unless said otherwise. */
  readonly seed?: string;
  /** Validators to appoint; without it those of the genesis document, or four. */
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
  /** False: not served. */
  readonly jsonRpc?: JsonRpcOptions | false;
  readonly rpc?: CometRpcOptions | false;
  readonly assets?: AssetApiOptions | false;
  /** Hears of bugs of ours that a request ran into; the client has its answer. */
  readonly onBug?: (where: string, error: unknown) => void;
}
