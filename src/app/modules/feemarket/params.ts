/**
 * Defines the fee market's parameters (evm-json-rpc.md 6.1). The base fee of the current block is one of them,
 * rewritten in every block. It is a whole number here, as in Ethermint and on Ethereum; cosmos/evm also has fractions
 * of a wei, which no client reproduces.
 */
import { bool, int, integer, mapped, small } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { DECIMAL_ONE } from '../../types/coins.js';

/** Converts whole wei to and from the wire's decimal of 18 digits. */
const wholeWei = mapped(
  integer(6, 'dec'),
  (units) => units / DECIMAL_ONE,
  (wei) => wei * DECIMAL_ONE,
);

/** Encodes a uint32 whose value is a bigint here. */
const uint32 = (number: number) => mapped(small(number, 'uint32'), BigInt, Number);

export const FeeMarketParams = message('cosmos.evm.feemarket.v1.Params', {
  noBaseFee: bool(1),
  baseFeeChangeDenominator: uint32(2),
  elasticityMultiplier: uint32(3),
  /** First height with a base fee. */
  enableHeight: int(5),
  /** Price of a unit of gas in the block that wrote it, in wei. */
  baseFee: wholeWei,
  /** Minimum of the base fee and of every transaction's price, in units of 10^-18 wei. */
  minGasPrice: integer(7, 'dec'),
  /** Share of the gas limit that is always charged, in units of 10^-18. */
  minGasMultiplier: integer(8, 'dec'),
});
export type FeeMarketParams = Of<typeof FeeMarketParams>;
