/**
 * Creates the genesis document of a new development chain: `genesis/dev.json` with the requested id, accounts, block
 * gas, base fee and EVM, and the dev authority of its seed. It names no validators, because the devnet creates its own.
 * It has a time only when one was requested; otherwise the chain starts at the time of its clock.
 */

import template from '../../genesis/dev.json' with { type: 'json' };
import { formatTime, NANOS_PER_SECOND } from '../kernel/time.js';
import { DEFAULT_SEED, developmentAuthority } from './development_authority.js';
import { type EvmChoices, evmParams } from './evm_choices.js';

export interface GenesisChoices extends EvmChoices {
  readonly chainId?: string | undefined;
  /** Accounts in 0x hex. Default: the development accounts of both paths. */
  readonly addresses?: readonly string[] | undefined;
  /** Balance of each account, in the smallest unit. */
  readonly balance?: bigint | undefined;
  readonly gasLimit?: bigint | undefined;
  readonly disableBlockGasLimit?: boolean | undefined;
  /** Whether each transaction has the limit of EIP-7825. */
  readonly enableTxGasLimit?: boolean | undefined;
  readonly disableCreate2Deployer?: boolean | undefined;
  /** Whether the chain has the contracts of `PREINSTALLED` (default: true). */
  readonly preinstalls?: boolean | undefined;
  /** Wei. */
  readonly baseFee?: bigint | undefined;
  /** Time of the genesis in Unix seconds. Without it the document has no time. */
  readonly timestamp?: number | undefined;
  /** Number of the genesis block; the first block has the next one. */
  readonly number?: number | undefined;
  readonly seed?: string | undefined;
  /** First height whose block has its proposer's time (PBTS). */
  readonly pbtsEnableHeight?: number | undefined;
}

/** Parts of a new chain that a development chain does not have by default. */
export interface GenesisFeatures extends Pick<GenesisChoices, 'pbtsEnableHeight'> {
  /** First height whose precommits have extensions: prices of the oracle of `genesis/teaching.json`. */
  readonly voteExtensionsEnableHeight?: number | undefined;
}

/** Contracts that deployers expect on every chain, by their names in genesis documents. */
const PREINSTALLED = [
  ...['multicall3', 'permit2', 'safeSingletonFactory', 'createX'],
  ...['entryPoint06', 'entryPoint07', 'entryPoint08'],
];

/** CometBFT's `max_gas` for blocks without a limit. */
const NO_LIMIT = '-1';
/** EIP-7825's gas limit of one transaction. */
export const TX_GAS_LIMIT = 16_777_216n;

const DEFAULT_BALANCE = 10_000n * 10n ** 18n;

/** Returns the document as parsed JSON. */
export function developmentGenesis(choices: GenesisChoices = {}): unknown {
  const { chainId, addresses, balance, baseFee, timestamp, number, seed = DEFAULT_SEED, pbtsEnableHeight } = choices;
  const { genesis_time: _, consensus_params, app_state, ...rest } = template;
  const denom = app_state.evm.params.evm_denom;
  const amount = (balance ?? DEFAULT_BALANCE).toString();
  const holders = addresses ?? app_state.bank.balances.map(({ address }) => address);
  const supply = BigInt(holders.length) * BigInt(amount);
  return {
    ...rest,
    ...(timestamp !== undefined && { genesis_time: formatTime(BigInt(timestamp) * NANOS_PER_SECOND) }),
    chain_id: chainId ?? template.chain_id,
    initial_height: number === undefined ? template.initial_height : `${number + 1}`,
    consensus_params: {
      ...consensus_params,
      block: { ...consensus_params.block, max_gas: maxGas(choices) },
      ...(pbtsEnableHeight !== undefined && { feature: { pbts_enable_height: `${pbtsEnableHeight}` } }),
    },
    app_state: {
      ...app_state,
      bank: {
        ...app_state.bank,
        balances: holders.map((address) => ({ address, coins: [{ denom, amount }] })),
        supply: supply === 0n ? [] : [{ denom, amount: supply.toString() }],
      },
      evm: evmOf(choices),
      feemarket: {
        ...app_state.feemarket,
        params: {
          ...app_state.feemarket.params,
          base_fee: baseFee?.toString() ?? app_state.feemarket.params.base_fee,
        },
      },
      dev: {
        authority: {
          ...app_state.dev.authority,
          key: Buffer.from(developmentAuthority(seed).publicKey).toString('base64'),
        },
      },
    },
  };
}

function maxGas({ gasLimit, disableBlockGasLimit }: GenesisChoices): string {
  if (disableBlockGasLimit === true) return NO_LIMIT;
  return gasLimit?.toString() ?? template.consensus_params.block.max_gas;
}

/** Builds `app_state.evm`. The CREATE2 deployer is the only contract of the template. */
function evmOf({ enableTxGasLimit, disableCreate2Deployer, preinstalls, ...choices }: GenesisChoices): object {
  const { evm } = template.app_state;
  return {
    ...evm,
    params: {
      ...evm.params,
      ...evmParams(choices),
      max_tx_gas: enableTxGasLimit === true ? `${TX_GAS_LIMIT}` : evm.params.max_tx_gas,
    },
    ...(preinstalls !== false && { preinstalls: PREINSTALLED }),
    accounts: disableCreate2Deployer === true ? [] : evm.accounts,
  };
}

/** Adds the price oracle of `genesis/teaching.json` to the document of a development chain. */
export async function withPriceOracle(document: unknown, enableHeight: number): Promise<unknown> {
  const { default: teaching } = await import('../../genesis/teaching.json', { with: { type: 'json' } });
  const { consensus_params, app_state, ...rest } = document as typeof template;
  const { oracle, evm } = teaching.app_state;
  return {
    ...rest,
    consensus_params: { ...consensus_params, abci: { vote_extensions_enable_height: `${enableHeight}` } },
    app_state: { ...app_state, oracle, evm: { ...app_state.evm, accounts: evm.accounts } },
  };
}
