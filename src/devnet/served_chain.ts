/** Makes the protocol handlers of a chain, for its own servers and for surfaces that pass requests on. */
import manifest from '../../package.json' with { type: 'json' };
import type { CometBackend } from '../backend/comet.js';
import type { ChainControls } from '../backend/controls.js';
import type { LogFeed } from '../backend/log.js';
import type { RoundFeed } from '../backend/rounds.js';
import { createCometHandler } from '../rpc/comet/comet_handler.js';
import { createEvmHandler } from '../rpc/evm/evm_handler.js';
import type { EvmService } from '../rpc/evm/service.js';
import type { RequestMeter } from '../rpc/monitoring/request_meter.js';
import type { ProtocolHandler } from '../rpc/protocol_handler.js';
import type { ServedChain } from '../rpc/served_chain.js';
import { serverOptions } from '../settings/server_options.js';
import type { Chain } from './chain/chain.js';
import { faultText } from './faults/fault_text.js';
import type { LogEntry } from './log/entry.js';
import type { NodeLog } from './log/node_log.js';
import { logText } from './log/text.js';
import { miningModeText } from './mining/mining_mode.js';
import type { NetworkControl } from './network/network_control.js';
import type { CometRpcOptions } from './options/comet_rpc_options.js';
import type { DevnetOptions } from './options/devnet_options.js';
import { systemClock } from './platform.js';
import type { Loop } from './runtime/loop.js';

/** Version of Halley. */
export const VERSION = manifest.version;

/** Dependencies of the protocol handlers. */
export interface ChainPorts {
  readonly chain: Pick<Chain, 'scheduler'>;
  readonly evm: EvmService;
  readonly comet: CometBackend;
  /** Counter of the handlers' calls; `undefined` where nobody reads the counts. */
  readonly requests?: RequestMeter;
}

type HandlerOptions = Pick<DevnetOptions, 'rpc' | 'onBug'>;

/** Creates the handler of the CometBFT RPC with the options of its server. */
export function cometHandler(
  { comet, chain, requests }: ChainPorts,
  { rpc: given, onBug }: HandlerOptions,
): ProtocolHandler {
  const { address, orFreePort, cors, tls, server, ...options } = serverOptions<CometRpcOptions>(given);
  return createCometHandler(comet, {
    ...options,
    scheduler: chain.scheduler,
    now: systemClock.now,
    meter: requests?.comet,
    onBug: (error) => onBug?.('consensus RPC', error),
  });
}

/** View of a running chain for surfaces. */
interface RunningChain extends ChainPorts {
  readonly chain: Chain;
  readonly loop: Pick<Loop, 'miningMode'>;
  readonly networkControl: NetworkControl;
  readonly log: NodeLog;
  readonly rounds: RoundFeed;
}

/** Describes a chain to surfaces. It makes handlers when a request needs them. */
export function servedChain(ports: RunningChain, options: HandlerOptions, urls: () => object): ServedChain {
  let evm: ProtocolHandler | undefined;
  let comet: ProtocolHandler | undefined;
  return {
    get id() {
      return ports.chain.genesis.chainId;
    },
    evm: ports.evm.options.evm,
    comet: ports.comet,
    rounds: ports.rounds,
    log: logFeed(ports.log),
    controls: () => controlsOf(ports),
    urls: () => namedUrls(urls()),
    evmHandler: () => (evm ??= createEvmHandler({ ...ports.evm, dispatcher: ports.evm.ownPages() })),
    cometHandler: () => (comet ??= cometHandler(ports, options)),
  };
}

/** Leaves out the names of servers that do not listen. */
export const namedUrls = (urls: object): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(urls).filter(([, url]) => typeof url === 'string'));

/** Passes on the entries of a log as lines of text. */
export const logFeed = (log: Pick<NodeLog, 'listen'>): LogFeed => ({
  listenToLog: (listener) => log.listen((entry) => passLines(entry, listener)),
});

function passLines(entry: LogEntry, listener: (kind: string, text: string) => void): void {
  for (const line of logText(entry).split('\n')) if (line.trim() !== '') listener(entry.type, line);
}

function controlsOf({ chain: { simNetwork, keys }, loop, networkControl }: RunningChain): ChainControls {
  const nameOf = (index: number): string => keys[index]?.name ?? `${index}`;
  return {
    miningMode: miningModeText(loop.miningMode),
    faults: networkControl.faults.map(({ id, fault }) => ({ id, type: fault.type, text: faultText(fault, nameOf) })),
    down: Array.from({ length: simNetwork.size }, (_, index) => index).filter((index) => !simNetwork.node(index).up),
    cuts: networkControl.cutLinks,
    forked: simNetwork.conflict !== undefined,
  };
}
