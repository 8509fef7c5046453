/** What a devnet's options say to the application: it runs the calls, and admits the transactions. */
import { DEFAULT_MACHINE } from '../../evm/default_machine.js';
import { DEFAULT_EVM_LIMITS, type EvmLimits } from '../../rpc/evm/limits.js';
import type { DevnetOptions } from '../options/devnet_options.js';
import { serverOptions } from '../options/server_options.js';
import type { ApplicationRules } from './open_chain.js';

/** Makes the rules of one chain's application. */
export function applicationRules({
  jsonRpc,
  machine,
  maxTransactions = 0,
}: Pick<DevnetOptions, 'jsonRpc' | 'machine' | 'maxTransactions'>): ApplicationRules {
  const { allowUnprotectedTxs = true, minTip = 0n, limits } = serverOptions(jsonRpc);
  const { gasCap, evmTimeMs }: EvmLimits = { ...DEFAULT_EVM_LIMITS, ...limits };
  return {
    machine: machine ?? DEFAULT_MACHINE,
    gasCap,
    timeoutMs: evmTimeMs,
    allowUnprotectedTxs,
    minTip,
    maxTransactions,
  };
}
