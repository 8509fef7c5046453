/** Turns a devnet's options into the rules of its applications: limits of calls, and which transactions are accepted. */
import { DEVNET_OPTIONS, JSON_RPC_OPTIONS } from '../../config/options.js';
import { DEFAULT_MACHINE } from '../../evm/default_machine.js';
import { DEFAULT_EVM_LIMITS, type EvmLimits } from '../../rpc/evm/limits.js';
import { serverOptions } from '../../settings/server_options.js';
import type { DevnetOptions } from '../options/devnet_options.js';
import type { ApplicationRules } from './open_chain.js';

/** Makes the rules of one chain's application. */
export function applicationRules({
  jsonRpc,
  machine,
  maxTransactions = DEVNET_OPTIONS.maxTransactions.fallback,
}: DevnetOptions): ApplicationRules {
  const { limits, ...given } = serverOptions(jsonRpc);
  const {
    allowUnprotectedTxs = JSON_RPC_OPTIONS.allowUnprotectedTxs.fallback,
    minTip = JSON_RPC_OPTIONS.minTip.fallback,
  } = given;
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
