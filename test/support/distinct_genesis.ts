/**
 * Makes a genesis document in which no two values are equal. Heights, fees, limits, ids, powers, times and balances all
 * differ from each other and from the defaults. Code that takes one value for another gives wrong results on such a
 * chain.
 */
import { encodeBech32 } from '../../src/codec/bech32.js';
import { DEVELOPMENT_ACCOUNTS } from '../../src/config/development_accounts.js';
import { DEFAULT_SEED, developmentAuthority } from '../../src/config/development_authority.js';
import { validatorKeys } from '../../src/devnet/chain/validator_keys.js';
import { fromHex } from '../../src/kernel/hex.js';

const COIN = 10n ** 18n;

/** Values that tests use. Fees are in wei for a unit of gas; powers are those of `validator-0` and the next ones. */
export const DISTINCT = {
  chainId: 'dunes_7919-4',
  evmChainId: 7919,
  denom: 'adune',
  prefix: 'dunes',
  initialHeight: 57n,
  blockBytes: 1_500_007n,
  blockGas: 19_000_013n,
  txGas: 9_000_049n,
  codeBytes: 25_013n,
  baseFee: 3_000_000_019n,
  minGasPrice: 1_300_000_007n,
  /** First height with a base fee. */
  enableHeight: 61n,
  elasticity: 3n,
  denominator: 11n,
  /** Minimum gas that a transaction is charged, in percent of its limit. */
  minGasPercent: 37n,
  parentGas: 700_001n,
  memoCharacters: 71,
  signatures: 4,
  unbondingSeconds: 1_900_021n,
  evidenceHeights: 1_009n,
  evidenceSeconds: 86_441n,
  powers: [17n, 13n, 29n, 23n],
  /** Denom of a second coin, which the first account holds. */
  otherDenom: 'usand',
  otherDecimals: 5,
  otherAmount: 600_011n,
} as const;

/** Returns the wei of a development account at the genesis. */
export const distinctBalance = (index: number): bigint => BigInt(5_003 + 101 * index) * COIN;

const bech32 = (address: string): string => encodeBech32(DISTINCT.prefix, fromHex(address.slice(2)));
const text = (value: bigint | number): string => `${value}`;

/** Returns the document as parsed JSON. Validators and dev authority are those of the default seed. */
export function distinctGenesis() {
  const accounts = DEVELOPMENT_ACCOUNTS.slice(0, 6);
  const total = accounts.reduce((sum, _, index) => sum + distinctBalance(index), 0n);
  const { denom, otherDenom, otherAmount } = DISTINCT;
  return {
    genesis_time: '2025-02-03T04:05:06Z',
    chain_id: DISTINCT.chainId,
    initial_height: text(DISTINCT.initialHeight),
    consensus_params: {
      block: { max_bytes: text(DISTINCT.blockBytes), max_gas: text(DISTINCT.blockGas) },
      evidence: {
        max_age_num_blocks: text(DISTINCT.evidenceHeights),
        max_age_duration: `${DISTINCT.evidenceSeconds}000000000`,
        max_bytes: '200003',
      },
      validator: { pub_key_types: ['ed25519'] },
      version: { app: '5' },
      abci: { vote_extensions_enable_height: '0' },
    },
    validators: validatorKeys(DEFAULT_SEED, DISTINCT.powers.length).map(({ pubKey, name }, index) => ({
      pub_key: { type: 'tendermint/PubKeyEd25519', value: Buffer.from(pubKey.bytes).toString('base64') },
      power: text(DISTINCT.powers[index] as bigint),
      name,
    })),
    app_hash: '',
    app_state: {
      auth: {
        params: {
          bech32_prefix: DISTINCT.prefix,
          max_memo_characters: text(DISTINCT.memoCharacters),
          tx_sig_limit: text(DISTINCT.signatures),
          tx_size_cost_per_byte: '12',
          sig_verify_cost_ed25519: '601',
          sig_verify_cost_secp256k1: '1303',
        },
        accounts: [],
      },
      bank: {
        balances: accounts.map(({ address }, index) => ({
          address: bech32(address),
          coins: [
            { denom, amount: text(distinctBalance(index)) },
            ...(index === 0 ? [{ denom: otherDenom, amount: text(otherAmount) }] : []),
          ],
        })),
        supply: [
          { denom, amount: text(total) },
          { denom: otherDenom, amount: text(otherAmount) },
        ],
        denom_metadata: [metadata(denom, 18, 'Dune'), metadata(otherDenom, DISTINCT.otherDecimals, 'Sand')],
      },
      evm: {
        params: {
          evm_denom: denom,
          max_tx_gas: text(DISTINCT.txGas),
          max_code_size: text(DISTINCT.codeBytes),
          hardfork: 'prague',
        },
        accounts: [],
      },
      feemarket: {
        params: {
          no_base_fee: false,
          base_fee_change_denominator: Number(DISTINCT.denominator),
          elasticity_multiplier: Number(DISTINCT.elasticity),
          enable_height: text(DISTINCT.enableHeight),
          base_fee: text(DISTINCT.baseFee),
          min_gas_price: text(DISTINCT.minGasPrice),
          min_gas_multiplier: `0.${DISTINCT.minGasPercent}`,
        },
        block_gas: text(DISTINCT.parentGas),
      },
      staking: {
        params: {
          unbonding_time: `${DISTINCT.unbondingSeconds}s`,
          max_validators: 19,
          max_entries: 9,
          historical_entries: 31,
          bond_denom: denom,
          min_commission_rate: '0.02',
        },
      },
      slashing: {
        params: {
          signed_blocks_window: '103',
          min_signed_per_window: '0.41',
          downtime_jail_duration: '607s',
          slash_fraction_double_sign: '0.07',
          slash_fraction_downtime: '0.03',
        },
      },
      dev: {
        authority: {
          '@type': '/cosmos.crypto.ed25519.PubKey',
          key: Buffer.from(developmentAuthority(DEFAULT_SEED).publicKey).toString('base64'),
        },
      },
    },
  };
}

const metadata = (base: string, exponent: number, name: string): object => ({
  description: `The coin ${name}`,
  denom_units: [
    { denom: base, exponent: 0, aliases: [] },
    { denom: name.toLowerCase(), exponent, aliases: [] },
  ],
  base,
  display: name.toLowerCase(),
  name,
  symbol: name.toUpperCase(),
  uri: '',
});
