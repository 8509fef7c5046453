/**
 * The genesis document of a new development chain: `genesis/dev.json`, with the id, accounts, block gas, base fee and EVM
 * that were asked for, and the dev authority of its seed. It names no validators and no time: the devnet appoints its own, and begins when its clock says.
 */

import template from '../../genesis/dev.json' with { type: 'json' };
import { DEFAULT_SEED, developmentAuthority } from './development_authority.js';
import { type EvmChoices, evmParams } from './evm_choices.js';

export interface GenesisChoices extends EvmChoices {
  readonly chainId?: string | undefined;
  /** 0x hex; without it the 20 development accounts. */
  readonly addresses?: readonly string[] | undefined;
  /** Of each account, in the smallest unit. */
  readonly balance?: bigint | undefined;
  readonly gasLimit?: bigint | undefined;
  /** Wei. */
  readonly baseFee?: bigint | undefined;
  readonly seed?: string | undefined;
}

const DEFAULT_BALANCE = 10_000n * 10n ** 18n;

/** As parsed JSON. */
export function developmentGenesis(choices: GenesisChoices = {}): unknown {
  const { chainId, addresses, balance, gasLimit, baseFee, seed = DEFAULT_SEED } = choices;
  const { genesis_time: _, consensus_params, app_state, ...rest } = template;
  const denom = app_state.evm.params.evm_denom;
  const amount = (balance ?? DEFAULT_BALANCE).toString();
  const holders = addresses ?? app_state.bank.balances.map(({ address }) => address);
  const supply = BigInt(holders.length) * BigInt(amount);
  return {
    ...rest,
    chain_id: chainId ?? template.chain_id,
    consensus_params: {
      ...consensus_params,
      block: { ...consensus_params.block, ...(gasLimit !== undefined && { max_gas: gasLimit.toString() }) },
    },
    app_state: {
      ...app_state,
      bank: {
        ...app_state.bank,
        balances: holders.map((address) => ({ address, coins: [{ denom, amount }] })),
        supply: supply === 0n ? [] : [{ denom, amount: supply.toString() }],
      },
      evm: { ...app_state.evm, params: { ...app_state.evm.params, ...evmParams(choices) } },
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
