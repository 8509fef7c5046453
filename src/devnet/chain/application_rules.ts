/** Turns a devnet's options into the rules of its applications: limits of calls, and which transactions are accepted. */
import { OPTION_DEFAULTS } from '../../config/option_defaults.js';
import { DEFAULT_MACHINE } from '../../evm/default_machine.js';
import { DEFAULT_EVM_LIMITS, type EvmLimits } from '../../rpc/evm/limits.js';
import { serverOptions } from '../../settings/server_options.js';
import type { DevnetOptions } from '../options/devnet_options.js';
import type { ApplicationRules } from './open_chain.js';

/** Makes the rules of one chain's application. */
export function applicationRules({
  jsonRpc,
  machine,
  maxTransactions = OPTION_DEFAULTS.maxTransactions,
}: Pick<DevnetOptions, 'jsonRpc' | 'machine' | 'maxTransactions'>): ApplicationRules {
  const { limits, ...given } = serverOptions(jsonRpc);
  const { allowUnprotectedTxs = OPTION_DEFAULTS.allowUnprotectedTxs, minTip = OPTION_DEFAULTS.minTip } = given;
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
