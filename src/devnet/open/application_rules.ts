/** What the options of interface A say to the application: it runs the calls, and admits the transactions. */
import { DEFAULT_EVM_LIMITS } from '../../rpc/evm/limits.js';
import { type DevnetOptions, serverOptions } from '../options.js';
import type { ApplicationRules } from './open_chain.js';

export function applicationRules({ jsonRpc }: Pick<DevnetOptions, 'jsonRpc'>): ApplicationRules {
  const { allowUnprotectedTxs = true, minTip = 0n, limits } = serverOptions(jsonRpc);
  const { gasCap, evmTimeMs } = { ...DEFAULT_EVM_LIMITS, ...limits };
  return { gasCap, timeoutMs: evmTimeMs, allowUnprotectedTxs, minTip };
}
