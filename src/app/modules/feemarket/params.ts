/**
 * The fee market's parameters (evm-json-rpc.md 6.1), encoded as `cosmos.evm.feemarket.v1.Params`. The base fee of the
 * current block is one of them, rewritten in every block. It is a whole number here, as in Ethermint and on Ethereum;
 * cosmos/evm carries fractions of a wei along, which no client reproduces.
 */
import { CodecError, ProtoReader, ProtoWriter } from '../../../codec/protobuf.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { DECIMAL_ONE } from '../../decimal.js';

export interface FeeMarketParams {
  readonly noBaseFee: boolean;
  readonly baseFeeChangeDenominator: bigint;
  readonly elasticityMultiplier: bigint;
  /** First height with a base fee. */
  readonly enableHeight: bigint;
  /** Wei a unit of gas, of the block in which this was written. */
  readonly baseFee: bigint;
  /** Floor for the base fee and for every transaction's price; units of 10^-18 wei. */
  readonly minGasPrice: bigint;
  /** Share of the gas limit that is always charged; units of 10^-18. */
  readonly minGasMultiplier: bigint;
}

/** A LegacyDec on the wire: its integer of units of 10^-18 in decimal text. */
export const encodeFeeMarketParams = (params: FeeMarketParams): Bytes =>
  new ProtoWriter()
    .bool(1, params.noBaseFee)
    .uint(2, params.baseFeeChangeDenominator)
    .uint(3, params.elasticityMultiplier)
    .int(5, params.enableHeight)
    .string(6, (params.baseFee * DECIMAL_ONE).toString())
    .string(7, params.minGasPrice.toString())
    .string(8, params.minGasMultiplier.toString())
    .finish();

export function decodeFeeMarketParams(bytes: Bytes): FeeMarketParams {
  const decimals = { baseFee: 0n, minGasPrice: 0n, minGasMultiplier: 0n };
  const numbers = { baseFeeChangeDenominator: 0n, elasticityMultiplier: 0n, enableHeight: 0n };
  let noBaseFee = false;
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) noBaseFee = reader.bool();
    else if (field === 2) numbers.baseFeeChangeDenominator = reader.uint();
    else if (field === 3) numbers.elasticityMultiplier = reader.uint();
    else if (field === 5) numbers.enableHeight = reader.int();
    else if (field === 6) decimals.baseFee = whole(reader.string());
    else if (field === 7) decimals.minGasPrice = whole(reader.string());
    else if (field === 8) decimals.minGasMultiplier = whole(reader.string());
    else throw reader.unknown('feemarket Params');
  }
  return { noBaseFee, ...numbers, ...decimals, baseFee: decimals.baseFee / DECIMAL_ONE };
}

function whole(text: string): bigint {
  if (!/^\d+$/.test(text)) throw new CodecError(`feemarket Params: "${text}" is not a decimal`);
  return BigInt(text);
}
