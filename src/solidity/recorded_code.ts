/** Code that ran, as reports need it. */
import type { Bytes } from '../kernel/bytes.js';
import type { ContractIndex, KnownContract } from './contract_index.js';

export interface RecordedCode {
  /** Keccak-256 hash in hex. */
  readonly hash: string;
  readonly bytes: Bytes;
  /** Whether the code creates a contract, with the arguments of the constructor behind it. */
  readonly isInitcode: boolean;
  /** How often the operation at each position began; positions beyond the end never ran. */
  counts: Float64Array;
}

/** Returns the contract of code that ran. */
export const contractOf = (
  { hash, bytes, isInitcode }: RecordedCode,
  index: ContractIndex,
): KnownContract | undefined => (isInitcode ? index.ofCreation(bytes) : index.ofRuntime(`0x${hash}`, bytes));
