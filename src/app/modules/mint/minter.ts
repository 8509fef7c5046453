/** Computes and stores inflation (SDK x/mint). Decimals have 18 digits. */
import { integer, string, uint } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { EMPTY_BYTES } from '../../../kernel/bytes.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { DECIMAL_ONE, divideDecimal, multiplyDecimal } from '../../types/coins.js';
import { balanceOf, supplyOf } from '../bank/store.js';
import { BONDED_POOL } from '../staking/pools.js';
import { readStakingParams } from '../staking/store.js';

const MINTER_KEY = Uint8Array.of(0);
const PARAMS_KEY = Uint8Array.of(1);

export const Minter = message('cosmos.mint.v1beta1.Minter', {
  /** Share of the supply that a year adds. */
  inflation: integer(1, 'dec'),
  /** Coins of a year, as a decimal. */
  annualProvisions: integer(2, 'dec'),
});
export type Minter = Of<typeof Minter>;

export const MintParams = message(
  'cosmos.mint.v1beta1.Params',
  {
    mintDenom: string(1),
    /** Most that inflation changes in a year. */
    inflationRateChange: integer(2, 'dec'),
    inflationMax: integer(3, 'dec'),
    inflationMin: integer(4, 'dec'),
    /** Share of the supply that should be bonded. */
    goalBonded: integer(5, 'dec'),
    blocksPerYear: uint(6),
  },
  { aminoName: 'cosmos-sdk/x/mint/Params' },
);
export type MintParams = Of<typeof MintParams>;

/** Reads the minter. On a chain without mint, nothing is minted. */
export const readMinter = (state: StateReader): Minter => Minter.decode(state.get('mint', MINTER_KEY) ?? EMPTY_BYTES);
export const writeMinter = (state: WorkingState, minter: Minter): void =>
  state.set('mint', MINTER_KEY, Minter.encode(minter));
export const readMintParams = (state: StateReader): MintParams =>
  MintParams.decode(state.get('mint', PARAMS_KEY) ?? EMPTY_BYTES);
export const writeMintParams = (state: WorkingState, params: MintParams): void =>
  state.set('mint', PARAMS_KEY, MintParams.encode(params));

/** Returns the share of the staking coins that is bonded, rounded down (SDK `BondedRatio`). */
export function bondedRatio(state: StateReader): bigint {
  const { bondDenom } = readStakingParams(state);
  const supply = supplyOf(state, bondDenom);
  return supply > 0n ? (balanceOf(state, BONDED_POOL.address, bondDenom) * DECIMAL_ONE) / supply : 0n;
}

/** Returns the minter of the next block: inflation rises while too little is bonded, and falls otherwise. */
export function nextMinter(state: StateReader, { inflation }: Minter, params: MintParams, bonded: bigint): Minter {
  const { inflationRateChange, inflationMax, inflationMin, goalBonded, blocksPerYear } = params;
  const perYear = signed(multiplyDecimal, DECIMAL_ONE - divideDecimal(bonded, goalBonded), inflationRateChange);
  const raw = inflation + signed(divideDecimal, perYear, blocksPerYear * DECIMAL_ONE);
  const capped = raw > inflationMax ? inflationMax : raw;
  const next = capped < inflationMin ? inflationMin : capped;
  return { inflation: next, annualProvisions: next * supplyOf(state, readStakingParams(state).bondDenom) };
}

/** Applies a rounding that is the same for both signs of its first argument. */
const signed = (round: (a: bigint, b: bigint) => bigint, a: bigint, b: bigint): bigint =>
  a < 0n ? -round(-a, b) : round(a, b);

/** Returns the whole coins that a block mints. */
export const blockProvision = ({ annualProvisions }: Minter, { blocksPerYear }: MintParams): bigint =>
  annualProvisions / blocksPerYear / DECIMAL_ONE;
