/** The staking module's parameters (`cosmos.staking.v1beta1.Params`). */
import { decodeDuration, encodeDuration, ProtoReader, ProtoWriter } from '../../../codec/protobuf.js';
import type { Bytes } from '../../../kernel/bytes.js';

export interface StakingParams {
  /** Nanoseconds. */
  readonly unbondingTime: bigint;
  /** Most validators that are bonded at a time. */
  readonly maxValidators: number;
  readonly maxEntries: number;
  /** Past validator sets that the module should keep for IBC; it keeps none yet. */
  readonly historicalEntries: number;
  readonly bondDenom: string;
  /** Decimal of 18 digits. */
  readonly minCommissionRate: bigint;
}

export const encodeStakingParams = (params: StakingParams): Bytes =>
  new ProtoWriter()
    .message(1, encodeDuration(params.unbondingTime))
    .uint(2, params.maxValidators)
    .uint(3, params.maxEntries)
    .uint(4, params.historicalEntries)
    .string(5, params.bondDenom)
    .string(6, params.minCommissionRate.toString())
    .finish();

export function decodeStakingParams(bytes: Bytes): StakingParams {
  const numbers = { maxValidators: 0, maxEntries: 0, historicalEntries: 0 };
  const amounts = { unbondingTime: 0n, minCommissionRate: 0n };
  let bondDenom = '';
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) amounts.unbondingTime = decodeDuration(reader.bytes());
    else if (field === 2) numbers.maxValidators = reader.number();
    else if (field === 3) numbers.maxEntries = reader.number();
    else if (field === 4) numbers.historicalEntries = reader.number();
    else if (field === 5) bondDenom = reader.string();
    else if (field === 6) amounts.minCommissionRate = BigInt(reader.string());
    else throw reader.unknown('staking Params');
  }
  return { ...numbers, ...amounts, bondDenom };
}
