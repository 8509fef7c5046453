/** Shrinks a case as long as it still shows its difference. */
import { delegateOf } from '../../src/evm/state.js';
import { type Bytes, EMPTY_BYTES, equalBytes } from '../../src/kernel/bytes.js';
import { type FuzzAccount, type FuzzCase, type FuzzMessage, SENDER } from './case.js';
import { pushed } from './operations.js';

export type Shows = (drawn: FuzzCase) => Promise<boolean>;

/** Most cases that are tried. */
const MAX_TRIES = 1_500;
const JUMPDEST = 0x5b;

export async function shrink(drawn: FuzzCase, shows: Shows): Promise<FuzzCase> {
  let [best, tries] = [drawn, 0];
  /** Takes the first candidate that still shows the difference. */
  const pass = async (candidates: (from: FuzzCase) => Iterable<FuzzCase>): Promise<boolean> => {
    let hasShrunk = false;
    for (const candidate of candidates(best)) {
      if (++tries > MAX_TRIES) return false;
      if (await shows(candidate)) {
        best = candidate;
        hasShrunk = true;
        break;
      }
    }
    return hasShrunk;
  };
  for (let isSmaller = true; isSmaller && tries < MAX_TRIES; ) {
    isSmaller = false;
    for (const candidates of [withoutAccounts, plainerMessages, shorterCodes, plainerCodes, plainerAccounts])
      while (await pass(candidates)) isSmaller = true;
  }
  return best;
}

const withMessage = (drawn: FuzzCase, change: Partial<FuzzMessage>): FuzzCase => ({
  ...drawn,
  message: { ...drawn.message, ...change },
});

function* withoutAccounts(drawn: FuzzCase): Iterable<FuzzCase> {
  const { accounts } = drawn;
  for (let i = accounts.length - 1; i >= 0; i--)
    yield { ...drawn, accounts: accounts.filter((_, other) => other !== i) };
}

function* plainerMessages(drawn: FuzzCase): Iterable<FuzzCase> {
  const { value, input, accessList, authorizationList, to } = drawn.message;
  if (accessList !== undefined && authorizationList === undefined) yield withMessage(drawn, { accessList: undefined });
  if (accessList !== undefined && accessList.length > 0) yield withMessage(drawn, { accessList: [] });
  if (authorizationList !== undefined) {
    yield withMessage(drawn, { authorizationList: undefined });
    for (const [i] of authorizationList.entries())
      if (authorizationList.length > 1)
        yield withMessage(drawn, { authorizationList: authorizationList.filter((_, other) => other !== i) });
  }
  if (value > 0n) yield withMessage(drawn, { value: 0n });
  if (input.length > 0 && to !== undefined) {
    yield withMessage(drawn, { input: EMPTY_BYTES });
    yield withMessage(drawn, { input: input.subarray(0, input.length >> 1) });
  }
}

/** Yields the codes of a case: those of its accounts, and its initcode. */
function* codesOf(drawn: FuzzCase): Iterable<readonly [code: Bytes, put: (code: Bytes) => FuzzCase]> {
  if (drawn.message.to === undefined) yield [drawn.message.input, (input) => withMessage(drawn, { input })];
  for (const [i, account] of drawn.accounts.entries())
    if (account.code.length > 0 && delegateOf(account.code) === undefined)
      yield [account.code, (code) => withAccount(drawn, i, { ...account, code })];
}

const withAccount = (drawn: FuzzCase, index: number, account: FuzzAccount): FuzzCase => ({
  ...drawn,
  accounts: drawn.accounts.map((other, i) => (i === index ? account : other)),
});

function* shorterCodes(drawn: FuzzCase): Iterable<FuzzCase> {
  for (const [code, put] of codesOf(drawn))
    for (let cut = code.length >> 1; cut > 0; cut >>= 1) yield put(code.subarray(0, code.length - cut));
}

/** Removes operations, or replaces them by ones without effect where jumps depend on positions. */
function* plainerCodes(drawn: FuzzCase): Iterable<FuzzCase> {
  for (const [code, put] of codesOf(drawn)) {
    const starts = operationsOf(code);
    for (let run = 1 << Math.floor(Math.log2(starts.length || 1)); run > 0; run >>= 1)
      for (let i = 0; i + run <= starts.length; i += run) {
        const [from, to] = [starts[i] ?? 0, starts[i + run] ?? code.length];
        yield put(Uint8Array.from([...code.subarray(0, from), ...code.subarray(to)]));
        if (code.subarray(from, to).some((byte) => byte !== JUMPDEST))
          yield put(Uint8Array.from(code).fill(JUMPDEST, from, to));
      }
  }
}

function operationsOf(code: Bytes): number[] {
  const starts: number[] = [];
  for (let at = 0; at < code.length; at += 1 + pushed(code[at] ?? 0)) starts.push(at);
  return starts;
}

function* plainerAccounts(drawn: FuzzCase): Iterable<FuzzCase> {
  for (const [i, account] of drawn.accounts.entries()) {
    if (account.storage.length > 0) yield withAccount(drawn, i, { ...account, storage: [] });
    for (const [slot] of account.storage)
      if (account.storage.length > 1)
        yield withAccount(drawn, i, { ...account, storage: account.storage.filter(([other]) => other !== slot) });
    // The sender could not pay without its balance.
    if (equalBytes(account.address, SENDER)) continue;
    if (account.balance > 0n) yield withAccount(drawn, i, { ...account, balance: 0n });
    if (account.nonce > 1n) yield withAccount(drawn, i, { ...account, nonce: 1n });
  }
}
