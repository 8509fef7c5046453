/** Encodes calldata for functions of contracts that modules call, and decodes what they return. */
import { AbiFunction, AbiParameters } from 'ox';
import type { Bytes } from '../../../kernel/bytes.js';
import { fromHex, to0x } from '../../../kernel/hex.js';

export interface SolidityFunction {
  readonly encode: (args: readonly unknown[]) => Bytes;
  /** Returns the outputs in order. It is undefined for bytes that cannot be decoded. */
  readonly decode: (output: Bytes) => readonly unknown[] | undefined;
}

/**
 * Declares a function by its signature, such as `function transfer(address to, uint256 amount) returns (bool)`. It is
 * parsed on first use.
 */
export function solidityFunction(signature: string): SolidityFunction {
  let parsed: AbiFunction.AbiFunction | undefined;
  const abi = (): AbiFunction.AbiFunction => {
    parsed ??= AbiFunction.from(signature as string) as AbiFunction.AbiFunction;
    return parsed;
  };
  return {
    encode: (args) => fromHex(AbiFunction.encodeData(abi(), args as never).slice(2)),
    decode(output) {
      try {
        return AbiParameters.decode(abi().outputs, to0x(output) as `0x${string}`) as readonly unknown[];
      } catch {
        return undefined;
      }
    },
  };
}
