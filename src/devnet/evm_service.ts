/** Makes the EVM JSON-RPC of a chain from its backend and the options of a node. */
import type { ChainSlot } from '../backend/chain_slot.js';
import type { EvmBackend } from '../backend/evm/evm_backend.js';
import type { FairScheduler } from '../kernel/fair_scheduler.js';
import { createEvmService, type EvmService } from '../rpc/evm/service.js';
import type { RequestMeter } from '../rpc/monitoring/request_meter.js';
import { serverOptions } from '../settings/server_options.js';
import type { NodeLog } from './log/node_log.js';
import type { DevnetOptions } from './options/devnet_options.js';
import { HOST_PLATFORM, hostSchedule, type Platform } from './platform.js';

/** Makes the service. `log` receives the calls, and `requests` counts them. */
export function evmServiceOf(
  slot: ChainSlot<{ readonly evmBackend: EvmBackend }>,
  scheduler: FairScheduler,
  log: NodeLog,
  requests: RequestMeter,
  { jsonRpc, compat, clientVersion, onBug }: DevnetOptions,
  platform: Platform = HOST_PLATFORM,
): EvmService {
  const { namespaces, limits, allowInsecureUnlock, enableProfiling } = serverOptions(jsonRpc);
  return createEvmService({
    slot,
    namespaces,
    limits,
    compat,
    clientVersion,
    insecureUnlock: allowInsecureUnlock,
    profiling: enableProfiling,
    devMethods: true,
    nowMs: platform.monotonicMs,
    random: platform.random,
    schedule: hostSchedule,
    scheduler,
    watch: log,
    meter: requests.evm,
    onCrash: (method, error) => onBug?.(method, error),
  });
}
