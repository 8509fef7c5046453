/** Reads accounts and code for a run, and prices access to them. */
import type { ByteText } from '../../kernel/byte_text.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { MAX_UINT256 } from '../../kernel/uint256.js';
import { type Account, EMPTY_CODE_HASH, type MachineState } from '../state.js';
import { type Code, NO_CODE } from './codes.js';
import { INSUFFICIENT_BALANCE, VALUE_OVERFLOW } from './halts.js';
import type { Run } from './run.js';

const WARM_GAS = 100;
const COLD_GAS = 2_600;

export const hasCode = ({ codeHash }: Account): boolean => !equalBytes(codeHash, EMPTY_CODE_HASH);

/** Reports whether an account is empty (EIP-161). */
export const isEmpty = (account: Account | undefined): boolean =>
  account === undefined || (account.nonce === 0n && account.balance === 0n && !hasCode(account));

/** Reports whether an account's balance can grow by this value without overflow. */
export const hasRoomFor = (account: Account | undefined, value: bigint): boolean =>
  account === undefined || account.balance + value <= MAX_UINT256;

/**
 * Returns geth's error text when a nonzero value cannot be transferred. An account can always pay itself what it has.
 */
export function transferProblem<S extends MachineState>(
  run: Run<S>,
  from: Bytes,
  to: Bytes,
  value: bigint,
): string | undefined {
  if (run.account(from).balance < value) return INSUFFICIENT_BALANCE;
  return equalBytes(from, to) || hasRoomFor(run.state.account(to), value) ? undefined : VALUE_OVERFLOW;
}

export const codeOf = <S extends MachineState>(run: Run<S>, account: Account | undefined): Code =>
  account === undefined ? NO_CODE : run.engine.codes.of(run.state, account.codeHash);

/** Returns the account whose code runs in place of this code (EIP-7702). */
export const delegateOf = <S extends MachineState>({ rules }: Run<S>, code: Code): Bytes | undefined =>
  rules.hasDelegations ? code.delegate : undefined;

/** Returns the code that runs for an account with this code, which is that of its delegate, if any. */
export function runnableOf<S extends MachineState>(run: Run<S>, code: Code): Code {
  const delegate = delegateOf(run, code);
  return delegate === undefined ? code : codeOf(run, run.state.account(delegate));
}

/** Returns the price of accessing an account (EIP-2929). `accessed` is already warm through the same operation. */
export const accessGas = <S extends MachineState>(run: Run<S>, address: ByteText, accessed?: ByteText): number =>
  address === accessed || run.isWarm(address) ? WARM_GAS : COLD_GAS;
