/** Formats the console.log calls of contracts as lines. A line may contain line breaks. */

import type { EvmConsoleCalls } from '../../../backend/evm/execution.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { to0x, toHex } from '../../../kernel/hex.js';
import { decodeArguments } from './decode.js';
import { formatLine } from './format.js';
import { typesOf } from './signatures.js';

const SELECTOR_BYTES = 4;

export const consoleLines = ({ inputs, dropped }: EvmConsoleCalls): string[] => [
  ...inputs.map(lineOf),
  ...(dropped === 0 ? [] : [`(and ${dropped} more, which were dropped)`]),
];

function lineOf(input: Bytes): string {
  const types = typesOf(toHex(input.subarray(0, SELECTOR_BYTES)));
  const values = types && decodeArguments(types, input.subarray(SELECTOR_BYTES));
  return values === undefined ? `(not a function of console.sol: ${to0x(input)})` : formatLine(values);
}
