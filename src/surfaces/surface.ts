/**
 * Defines what an HTTP surface is. Each folder here is one, and its name is the name of its option, of its table in
 * app.toml and of its entry in `devnet.urls`. Its files export a value with that name:
 *
 * - `settings.ts`: its section of app.toml (`surfaceSection`), with its address and its title in the banner,
 * - `options.ts`: its option of `createDevnet`, as a type (`SurfaceOption`) and a reader,
 * - `surface.ts`: the handler, and how the server hosts it (`HttpSurface`).
 *
 * Generated indexes find the folders. REST and gRPC are served for each chain, the others for the devnet's own.
 */
import type { AssetBackend } from '../backend/assets.js';
import type { ChainSlot } from '../backend/chain_slot.js';
import type { CometBackend } from '../backend/comet.js';
import type { EvmBackend } from '../backend/evm/evm_backend.js';
import type { SdkBackend } from '../backend/sdk.js';
import type { FairScheduler } from '../kernel/fair_scheduler.js';
import type { ArtifactFolder } from '../rpc/dashboard/deps.js';
import type { Schedule } from '../rpc/jsonrpc/limits.js';
import type { ProtocolHandler } from '../rpc/protocol_handler.js';
import type { ServedChain } from '../rpc/served_chain.js';
import type { ListenAllOptions } from '../server/listen_all.js';

/** Backends that a surface may use: of the chain that it serves, and of all chains. */
export interface SurfaceBackends {
  readonly scheduler: FairScheduler;
  /** The chain, which another one may replace. */
  readonly slot: ChainSlot<{ readonly evmBackend: EvmBackend; readonly comet: CometBackend }>;
  /** Loads the services of the chain. */
  sdk(): Promise<SdkBackend>;
  /** Answers for all chains of the devnet. */
  readonly assets: AssetBackend;
  /** Returns all chains of the devnet, its own first. */
  chains(): readonly ServedChain[];
  /** Contracts of the devnet's folders; `undefined` without a folder. */
  readonly artifacts: ArtifactFolder | undefined;
  /** Returns why the chain has halted; undefined while it runs. */
  problem(): string | undefined;
  /** Returns true when the chain's genesis enables dev methods. */
  acceptsDevTxs(): boolean;
  /** Starts a timer of the platform. */
  readonly schedule: Schedule;
  readonly version: string;
}

/** Receives a bug of ours that a request ran into. `where` names the surface. */
export type OnSurfaceBug = (where: string, error: unknown) => void;

/** Server of a surface. The devnet adds addresses and timers. */
export type ServedSurface = Omit<ListenAllOptions, 'addresses' | 'orFreePort' | 'flag' | 'ticker'>;

/**
 * `Options` are those of its option of `createDevnet`, without those of the address. `Backends` are those that the
 * surface uses.
 */
export interface HttpSurface<Options extends object = object, Backends extends object = SurfaceBackends> {
  /** Runs also when no address is given. Throws HalleyError for options that exclude each other. */
  serve(backends: Backends, options: Partial<Options>, onBug: OnSurfaceBug): ServedSurface;
}

/** Makes a handler that `load` creates at the first request. */
export function loadedLater(
  { name, bodyTooLarge }: Pick<ProtocolHandler, 'name' | 'bodyTooLarge'>,
  load: () => Promise<ProtocolHandler>,
): ProtocolHandler {
  let handler: Promise<ProtocolHandler> | undefined;
  return {
    name,
    bodyTooLarge,
    async handle(request) {
      handler ??= load();
      return (await handler).handle(request);
    },
  };
}
