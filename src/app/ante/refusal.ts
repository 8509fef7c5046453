/**
 * Why a transaction is not taken: an ABCI code, its codespace, and a log. The log begins with geth's words for the
 * condition, because viem, ethers and Hardhat classify by them (evm-json-rpc.md 4.3, 4.4); codes are the SDK's.
 */
export interface Refusal {
  readonly code: number;
  readonly codespace: string;
  readonly log: string;
}

const SDK_CODES = {
  txParseError: 2,
  invalidSequence: 3,
  unauthorized: 4,
  insufficientFunds: 5,
  unknownRequest: 6,
  outOfGas: 11,
  insufficientFee: 13,
  invalidRequest: 18,
  txTooLarge: 21,
  wrongSigner: 24,
  invalidType: 29,
  unknownExtension: 31,
  panic: 111222,
} as const;

const EVM_CODES = { invalidGasCap: 12, invalidGasLimit: 16 } as const;

export const refuse = (reason: keyof typeof SDK_CODES, log: string): Refusal => ({
  code: SDK_CODES[reason],
  codespace: 'sdk',
  log,
});

export const refuseEvm = (reason: keyof typeof EVM_CODES, log: string): Refusal => ({
  code: EVM_CODES[reason],
  codespace: 'evm',
  log,
});
