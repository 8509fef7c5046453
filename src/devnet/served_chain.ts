/** Makes the protocol handlers of a chain, for its own servers and for surfaces that pass requests on. */
import manifest from '../../package.json' with { type: 'json' };
import type { ChainSlot } from '../backend/chain_slot.js';
import type { CometBackend } from '../backend/comet.js';
import type { ChainControls } from '../backend/controls.js';
import type { LogFeed } from '../backend/log.js';
import { DEVELOPMENT_ACCOUNTS, DEVELOPMENT_MNEMONIC } from '../config/development_accounts.js';
import { addressOfKey } from '../config/development_addresses.js';
import { fromHex, to0x } from '../kernel/hex.js';
import { createCometHandler } from '../rpc/comet/comet_handler.js';
import { createEvmHandler } from '../rpc/evm/evm_handler.js';
import type { RequestMeter } from '../rpc/monitoring/request_meter.js';
import type { ProtocolHandler } from '../rpc/protocol_handler.js';
import type { ChainKeys, ServedChain } from '../rpc/served_chain.js';
import { serverOptions } from '../settings/server_options.js';
import type { CoreChain, SimulatedChain } from './chain/chain.js';
import type { ChainNode } from './chain_node.js';
import { faultText } from './faults/fault_text.js';
import type { LogEntry } from './log/entry.js';
import type { NodeLog } from './log/node_log.js';
import { logText } from './log/text.js';
import { miningModeText } from './mining/mining_mode.js';
import type { CometRpcOptions } from './options/comet_rpc_options.js';
import type { DevnetOptions } from './options/devnet_options.js';
import { systemClock } from './platform.js';

/** Version of Halley. */
export const VERSION = manifest.version;

/** Chain whose CometBFT RPC is served. */
export interface CometServed {
  readonly slot: ChainSlot<{ readonly comet: CometBackend }>;
  readonly chain: Pick<CoreChain, 'scheduler'>;
  readonly requests: RequestMeter;
}

/** Creates the handler of the CometBFT RPC with the options of its server. */
export function cometHandler(
  node: CometServed,
  { rpc: given, onBug }: Pick<DevnetOptions, 'rpc' | 'onBug'>,
): ProtocolHandler {
  const { address, orFreePort, cors, tls, server, ...options } = serverOptions<CometRpcOptions>(given);
  return createCometHandler(node.slot, {
    ...options,
    scheduler: node.chain.scheduler,
    now: systemClock.now,
    meter: node.requests.comet,
    onBug: (error) => onBug?.('consensus RPC', error),
  });
}

/** Describes a chain, and those that replace it, to surfaces. It makes handlers when a request needs them. */
export function servedChain(node: ChainNode, options: DevnetOptions, urls: () => object): ServedChain {
  const { slot, evm: service } = node;
  let evm: ProtocolHandler | undefined;
  let comet: ProtocolHandler | undefined;
  return {
    get id() {
      return slot.now.chain.genesis.chainId;
    },
    get evm() {
      return slot.now.evmBackend;
    },
    get comet() {
      return slot.now.comet;
    },
    events: { listen: (listener) => slot.follow(({ evmBackend }) => evmBackend.listen(listener)) },
    rounds: {
      listenToRounds: (receive, perSecond) => slot.follow(({ rounds }) => rounds.listenToRounds(receive, perSecond)),
    },
    get keptRounds() {
      return slot.now.keptRounds;
    },
    log: logFeed(node.log),
    pooledCounts: () => slot.now.evmBackend.pooledCounts(),
    controls: () => controlsOf(slot.now),
    keys: () => keysOf(options),
    urls: () => namedUrls(urls()),
    sdk: async () => (await import('./backends/sdk.js')).sdkBackend(() => slot.now.comet),
    evmHandler: () => (evm ??= createEvmHandler({ ...service, dispatcher: service.ownPages() })),
    cometHandler: () => (comet ??= cometHandler(node, options)),
  };
}

/** Returns the accounts of the mnemonic, or those whose keys are an option. */
function keysOf({ privateKeys = DEVELOPMENT_ACCOUNTS.map(({ privateKey }) => privateKey) }: DevnetOptions): ChainKeys {
  const accounts = privateKeys.map((privateKey) => ({
    address: to0x(addressOfKey(fromHex(privateKey))),
    privateKey,
  }));
  const isPublic = accounts[0]?.privateKey === DEVELOPMENT_ACCOUNTS[0]?.privateKey;
  return { ...(isPublic && { mnemonic: DEVELOPMENT_MNEMONIC }), accounts };
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

/** Returns how blocks are made, and the faults of the network. */
export function controlsOf({
  chain: { simNetwork, keys },
  loop,
  networkControl,
}: Pick<ChainNode, 'loop' | 'networkControl'> & {
  readonly chain: Pick<SimulatedChain, 'simNetwork' | 'keys'>;
}): ChainControls {
  const nameOf = (index: number): string => keys[index]?.name ?? `${index}`;
  return {
    miningMode: miningModeText(loop.miningMode),
    faults: networkControl.faults.map(({ id, fault }) => ({ id, type: fault.type, text: faultText(fault, nameOf) })),
    down: Array.from({ length: simNetwork.size }, (_, index) => index).filter((index) => !simNetwork.node(index).up),
    cuts: networkControl.cutLinks,
    forked: simNetwork.conflict !== undefined,
  };
}
