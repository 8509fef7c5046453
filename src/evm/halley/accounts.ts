/** What a run asks of accounts. */
import type { ByteText } from '../../kernel/byte_text.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { MAX_UINT256 } from '../../kernel/uint256.js';
import { type Account, EMPTY_CODE_HASH } from '../account.js';
import type { MachineState } from '../state.js';
import { type Code, NO_CODE } from './codes.js';
import { INSUFFICIENT_BALANCE, VALUE_OVERFLOW } from './halts.js';
import type { Run } from './run.js';

const WARM_GAS = 100;
const COLD_GAS = 2_600;

export const hasCode = ({ codeHash }: Account): boolean => !equalBytes(codeHash, EMPTY_CODE_HASH);

/** EIP-161. */
export const isEmpty = (account: Account | undefined): boolean =>
  account === undefined || (account.nonce === 0n && account.balance === 0n && !hasCode(account));

/** Whether an account can have so much more. */
export const hasRoomFor = (account: Account | undefined, value: bigint): boolean =>
  account === undefined || account.balance + value <= MAX_UINT256;

/** Why this value, which is not zero, cannot go there; an account can always pay itself what it has. */
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

/** Whose code runs for an account with this one (EIP-7702). */
export const delegateOf = <S extends MachineState>({ rules }: Run<S>, code: Code): Bytes | undefined =>
  rules.hasDelegations ? code.delegate : undefined;

/** The code that runs for an account with this one. */
export function runnableOf<S extends MachineState>(run: Run<S>, code: Code): Code {
  const delegate = delegateOf(run, code);
  return delegate === undefined ? code : codeOf(run, run.state.account(delegate));
}

/** EIP-2929. `accessed` is warm by the same operation. */
export const accessGas = <S extends MachineState>(run: Run<S>, address: ByteText, accessed?: ByteText): number =>
  address === accessed || run.isWarm(address) ? WARM_GAS : COLD_GAS;
