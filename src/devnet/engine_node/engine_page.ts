/**
 * Serves the dashboard of an engine: consensus, blocks and mempool by the CometBFT RPC, and those methods of the EVM
 * JSON-RPC that control the network. What belongs to our own application is absent.
 */
import { ChainSlot } from '../../backend/chain_slot.js';
import type { EvmBackend } from '../../backend/evm/evm_backend.js';
import { HalleyError } from '../../kernel/errors.js';
import { once } from '../../kernel/once.js';
import { defineDevSetter } from '../../rpc/evm/define_dev_setter.js';
import { createEvmHandler } from '../../rpc/evm/evm_handler.js';
import { createEvmService, type EvmService } from '../../rpc/evm/service.js';
import type { ShownChain } from '../../rpc/served_chain.js';
import type { ListenAllOptions } from '../../server/listen_all.js';
import { dashboard } from '../../surfaces/dashboard/surface.js';
import { evmMiningMode } from '../backends/evm/mining.js';
import { evmCommits, evmNetworkControl } from '../backends/evm/network_control.js';
import { ChainKeptRounds } from '../backends/kept_rounds.js';
import { ChainRounds } from '../backends/rounds.js';
import { hostRandom, hostSchedule, monotonicMs } from '../platform.js';
import { cometHandler, controlsOf, logFeed, namedUrls, VERSION } from '../served_chain.js';
import { surfaceServer } from '../surface_server.js';
import type { EngineNode } from './engine_node.js';
import type { CheckedEngineOptions } from './engine_options.js';

/** Methods that need only the simulated network. */
const METHODS: ReadonlySet<string> = new Set([
  ...['anvil_removeBlockTimestampInterval', 'anvil_setBlockTimestampInterval', 'eth_blockNumber', 'evm_increaseTime'],
  ...['evm_mine', 'evm_setAutomine', 'evm_setIntervalMining', 'evm_setNextBlockTimestamp', 'halley_addFault'],
  ...['halley_conflictingCommits', 'halley_crashValidator', 'halley_faultMenu', 'halley_faults', 'halley_heal'],
  ...['halley_lightClientAttack', 'halley_network', 'halley_partition', 'halley_removeFault'],
  ...['halley_restartValidator', 'halley_setClockSkew', 'halley_setLink', 'halley_setMiningMode', 'halley_step'],
  ...['halley_voteExtensions', 'anvil_rollback', 'evm_revert', 'evm_snapshot', 'hardhat_reset'],
  'halley_restartApplication',
]);

/** Describes the server of the page. `urls` returns the addresses of the engine's servers by name. */
export function enginePage(node: EngineNode, options: CheckedEngineOptions, urls: () => object): ListenAllOptions {
  const { scheduler } = node.chain;
  const shown = shownChain(node, options, urls);
  return surfaceServer(
    'dashboard',
    dashboard,
    {
      ...{ version: VERSION, artifacts: undefined, assets: undefined, scheduler, schedule: hostSchedule },
      chains: () => [shown],
    },
    options,
  );
}

function shownChain(node: EngineNode, options: CheckedEngineOptions, urls: () => object): ShownChain {
  const { chain, comet, log } = node;
  const keptRounds = new ChainKeptRounds(chain);
  // The network that goes back has other rounds at these heights.
  chain.beforeRevert.listen(() => keptRounds.clear());
  return {
    id: chain.genesis.chainId,
    evm: undefined,
    comet,
    events: eventsOf(node),
    rounds: new ChainRounds({ chain, loop: chain.scheduler, schedule: hostSchedule }),
    keptRounds,
    log: logFeed(log),
    pooledCounts: () => ({ pending: chain.pool.size, queued: 0 }),
    controls: () => controlsOf(node),
    keys: () => ({ accounts: [] }),
    urls: () => namedUrls(urls()),
    sdk: async () => (await import('../backends/sdk.js')).sdkBackend(() => comet),
    evmHandler: once(() => createEvmHandler(controlService(node, options))),
    cometHandler: once(() => cometHandler(node, options)),
  };
}

/** Serves the methods of `METHODS`, which read no other roles than those here. */
function controlService(node: EngineNode, { onBug }: CheckedEngineOptions): EvmService {
  const { chain, loop, mining, networkControl, time } = node;
  const evmBackend: Partial<EvmBackend> = {
    ...evmMiningMode(loop),
    ...time,
    ...evmNetworkControl(chain, networkControl, () => false),
    ...evmCommits(chain),
    ...eventsOf(node),
    head: () => chain.blockStore.height,
    mineBlocks: (request) => mining.mine(request),
    snapshot: () => node.snapshot(),
    revert: (id, settings) => node.snapshots.revert(Number(id), { settings }),
    rollback: (depth) => node.rollback(depth),
    reset: () => node.reset(),
    resetFork: async () => {
      throw new HalleyError('unavailable', 'a chain of another application is no fork: omit forking to reset it');
    },
  };
  const restart = defineDevSetter({
    name: 'halley_restartApplication',
    summary: 'Starts the application of --app-command again, with its data.',
    params: [],
    handler: () => node.restartApplication(),
    example: { params: [] },
  });
  return createEvmService({
    slot: new ChainSlot({ evmBackend: evmBackend as EvmBackend }),
    only: { methods: METHODS, reason: 'the application of this chain is another program, which Halley only drives' },
    devMethods: true,
    methods: [restart],
    ...{ nowMs: monotonicMs, random: hostRandom, schedule: hostSchedule, scheduler: chain.scheduler },
    onCrash: (method, error) => onBug?.(method, error),
  });
}

const eventsOf = ({ chain }: EngineNode): ShownChain['events'] => ({
  listen: (listener) =>
    chain.beforeRevert.listen(({ to, from }) => {
      if (to < from) listener({ type: 'undoing', first: to + 1n, last: from });
    }),
});
