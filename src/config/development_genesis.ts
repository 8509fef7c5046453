/**
 * The genesis document of a new development chain: `genesis/dev.json`, with the id, accounts, block gas, base fee and EVM
 * that were asked for, and the dev authority of its seed. It names no validators, because the devnet appoints its own, and
 * a time only when one was asked for; otherwise the chain begins when its clock says.
 */

import template from '../../genesis/dev.json' with { type: 'json' };
import { formatTime, NANOS_PER_SECOND } from '../kernel/time.js';
import { DEFAULT_SEED, developmentAuthority } from './development_authority.js';
import { type EvmChoices, evmParams } from './evm_choices.js';

export interface GenesisChoices extends EvmChoices {
  readonly chainId?: string | undefined;
  /** Accounts in 0x hex; without it the development accounts of both paths. */
  readonly addresses?: readonly string[] | undefined;
  /** Of each account, in the smallest unit. */
  readonly balance?: bigint | undefined;
  readonly gasLimit?: bigint | undefined;
  readonly disableBlockGasLimit?: boolean | undefined;
  /** Gives each transaction the limit of EIP-7825. */
  readonly enableTxGasLimit?: boolean | undefined;
  readonly disableCreate2Deployer?: boolean | undefined;
  /** Wei. */
  readonly baseFee?: bigint | undefined;
  /** Unix seconds of the genesis; without it the document names no time. */
  readonly timestamp?: number | undefined;
  /** The genesis block's number; the first block has the next one. */
  readonly number?: number | undefined;
  readonly seed?: string | undefined;
}

/** CometBFT's `max_gas` of a block without a limit. */
const NO_LIMIT = '-1';
/** EIP-7825's limit of one transaction's gas. */
export const TX_GAS_LIMIT = 16_777_216n;

const DEFAULT_BALANCE = 10_000n * 10n ** 18n;

/** As parsed JSON. */
export function developmentGenesis(choices: GenesisChoices = {}): unknown {
  const { chainId, addresses, balance, baseFee, timestamp, number, seed = DEFAULT_SEED } = choices;
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
          ...(baseFee !== undefined && { base_fee: baseFee.toString() }),
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

/** The CREATE2 deployer is the only contract of the template. */
function evmOf({ enableTxGasLimit, disableCreate2Deployer, ...choices }: GenesisChoices): object {
  const { evm } = template.app_state;
  return {
    ...evm,
    params: {
      ...evm.params,
      ...evmParams(choices),
      ...(enableTxGasLimit === true && { max_tx_gas: `${TX_GAS_LIMIT}` }),
    },
    ...(disableCreate2Deployer === true && { accounts: [] }),
  };
}
