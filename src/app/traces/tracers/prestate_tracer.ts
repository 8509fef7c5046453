/**
 * Implements `prestateTracer`: the state that a run reads, as it was before. With `diffMode` it is what the run
 * changed, before and after (go-ethereum `eth/tracers/native/prestate.go`). As in geth, only the transaction and its
 * operations are observed. What stateful precompiles read or write is not seen.
 */
import { createAddress } from '../../../codec/ethereum/tx.js';
import { delegateOf, signerOf } from '../../../evm/authorizations.js';
import type { FrameStart, OpcodeStep } from '../../../evm/observer.js';
import { codesThatAccess, opcodeOf } from '../../../evm/opcodes.js';
import { type Account, EMPTY_ACCOUNT } from '../../../evm/state.js';
import { type Bytes, EMPTY_BYTES, equalBytes } from '../../../kernel/bytes.js';
import { HalleyError } from '../../../kernel/errors.js';
import { fromHex, to0x } from '../../../kernel/hex.js';
import type { StateReader } from '../../state/types.js';
import { flagOf } from '../config.js';
import { addressOf, quantity, slotOf, sortedObject, wordText } from '../geth_error_text.js';
import type { SizeBudget } from '../size_budget.js';
import type { TracedMessage, Tracer, TracerDefinition } from '../tracer.js';

const SLOAD = opcodeOf('SLOAD');
const SSTORE = opcodeOf('SSTORE');
const ACCOUNT_OPS = codesThatAccess('account');

const ZERO_WORD = wordText(EMPTY_BYTES);

/** Estimated characters of an account without its code and its storage. */
const ACCOUNT_LENGTH = 220;
const SLOT_LENGTH = 140;

/** Members of an account that are shown; an undefined one is left out. */
interface ShownAccount {
  readonly balance: bigint | undefined;
  readonly code: Bytes | undefined;
  readonly codeHash: Bytes | undefined;
  /** Also left out when it is zero. */
  readonly nonce: bigint | undefined;
  /** Words by slot, both in JSON's format. */
  readonly storage: ReadonlyMap<string, string>;
}

interface SeenAccount extends ShownAccount {
  readonly address: Bytes;
  readonly balance: bigint;
  readonly nonce: bigint;
  readonly storage: Map<string, string>;
}

interface PrestateOptions {
  readonly withCode: boolean;
  readonly withStorage: boolean;
}

/** Accounts by address in hex. */
type ShownAccounts = ReadonlyMap<string, ShownAccount>;

export const tracer: TracerDefinition = {
  name: 'prestateTracer',
  create(message: TracedMessage): Tracer {
    const { config, state, budget } = message;
    const [diffMode, includeEmpty] = [flagOf(config, 'diffMode'), flagOf(config, 'includeEmpty')];
    if (diffMode && includeEmpty)
      throw new HalleyError('invalid-argument', 'cannot use diffMode with includeEmpty', { diffMode, includeEmpty });
    const options = { withCode: !flagOf(config, 'disableCode'), withStorage: !flagOf(config, 'disableStorage') };
    const prestate = new Prestate(state, options, budget);
    lookAhead(message, prestate);
    return {
      observer: {
        step: (step) => {
          if (!budget.isFull && step.error === undefined) lookWhereItActs(step, prestate);
        },
        enter: (frame) => {
          // `lookAhead` covers the outermost frame: the delegates of the transaction's own authorizations do not count
          // there.
          if (!budget.isFull && frame.depth > 0) lookWhereItGoes(frame, prestate);
        },
      },
      result: () => {
        const seen = prestate.accounts;
        if (!diffMode)
          return accountsJson(new Map([...seen].filter(([, account]) => includeEmpty || !isEmpty(account))));
        const { pre, post } = diffOf(seen, state, options);
        const after = accountsJson(post);
        budget.take(after.length);
        return `{"post":${after},"pre":${accountsJson(pre)}}`;
      },
    };
  },
};

/** Records accounts as they were before a run, when the run first reads or writes them. */
class Prestate {
  readonly #seen = new Map<string, SeenAccount>();

  constructor(
    private readonly state: StateReader,
    private readonly options: PrestateOptions,
    private readonly budget: SizeBudget,
  ) {}

  get accounts(): ReadonlyMap<string, SeenAccount> {
    return this.#seen;
  }

  /** Records an account. Returns undefined when it exceeds the budget. */
  lookAt(address: Bytes): SeenAccount | undefined {
    const key = to0x(address);
    const known = this.#seen.get(key);
    if (known !== undefined) return known;
    const { balance, nonce, codeHash } = this.state.account(address) ?? EMPTY_ACCOUNT;
    const hasCode = !equalBytes(codeHash, EMPTY_ACCOUNT.codeHash);
    const code = hasCode && this.options.withCode ? this.state.code(codeHash) : undefined;
    if (!this.budget.take(ACCOUNT_LENGTH + 2 * (code?.length ?? 0))) return undefined;
    const storage = new Map<string, string>();
    const seen = { address: address.slice(), balance, nonce, code, codeHash: hasCode ? codeHash : undefined, storage };
    this.#seen.set(key, seen);
    return seen;
  }

  lookAtSlot(address: Bytes, slot: Bytes): void {
    const storage = this.options.withStorage ? this.lookAt(address)?.storage : undefined;
    const key = to0x(slot);
    if (storage === undefined || storage.has(key) || !this.budget.take(SLOT_LENGTH)) return;
    storage.set(key, wordText(this.state.storage(address, slot)));
  }

  codeOf(address: Bytes): Bytes {
    const account = this.state.account(address);
    return account === undefined ? EMPTY_BYTES : this.state.code(account.codeHash);
  }
}

/** Returns whether an account is empty (EIP-161), whatever storage the run has read. */
const isEmpty = ({ balance, nonce, codeHash }: ShownAccount): boolean =>
  balance === 0n && nonce === 0n && codeHash === undefined;

const accountsJson = (accounts: ShownAccounts): string =>
  sortedObject([...accounts].map(([address, account]) => [address, accountJson(account)]));

/** Returns an account as JSON, with members in geth's order. */
function accountJson({ balance, code, codeHash, nonce, storage }: ShownAccount): string {
  const members = [
    balance === undefined ? '' : `"balance":"${quantity(balance)}"`,
    code === undefined ? '' : `"code":"${to0x(code)}"`,
    codeHash === undefined ? '' : `"codeHash":"${to0x(codeHash)}"`,
    // A Go nonce may exceed the integers that JavaScript numbers represent exactly.
    nonce === undefined || nonce === 0n ? '' : `"nonce":${nonce}`,
    storage.size === 0 ? '' : `"storage":${sortedObject([...storage].map(([slot, word]) => [slot, `"${word}"`]))}`,
  ];
  return `{${members.filter((member) => member !== '').join(',')}}`;
}

interface PrestateDiff {
  readonly pre: ShownAccounts;
  readonly post: ShownAccounts;
}

/**
 * Returns what a run changed in the accounts that it touched (go-ethereum `prestateTracer.processDiffState`). `state`
 * is the state after the run. For a changed account, `pre` holds everything except storage that is unchanged or was
 * zero. `post` holds only new values. A created account is in `post` alone, a deleted one in `pre` alone. Geth also
 * reports accounts that never existed, because their code hash is zero instead of the hash of empty code; here they are
 * left out.
 */
function diffOf(
  seen: ReadonlyMap<string, SeenAccount>,
  state: StateReader,
  { withCode }: PrestateOptions,
): PrestateDiff {
  const pre = new Map<string, ShownAccount>();
  const post = new Map<string, ShownAccount>();
  for (const [key, before] of seen) {
    const account = state.account(before.address);
    const wasThere = !isEmpty(before);
    if (account === undefined && wasThere) pre.set(key, before);
    if (account === undefined) continue;
    const storage = changedSlots(before, state);
    const after = { ...changesOf(before, account, withCode && state), storage: storage.after };
    if (!isChanged(after) && storage.count === 0) continue;
    post.set(key, after);
    if (wasThere) pre.set(key, { ...before, storage: storage.before });
  }
  return { pre, post };
}

function changesOf(before: SeenAccount, { balance, nonce, codeHash }: Account, codes: StateReader | false) {
  const isNewCode = !equalBytes(codeHash, before.codeHash ?? EMPTY_ACCOUNT.codeHash);
  return {
    balance: balance === before.balance ? undefined : balance,
    nonce: nonce === before.nonce ? undefined : nonce,
    codeHash: isNewCode ? codeHash : undefined,
    code: isNewCode && codes ? codes.code(codeHash) : undefined,
  };
}

const isChanged = ({ balance, nonce, codeHash }: ShownAccount): boolean => (balance ?? nonce ?? codeHash) !== undefined;

function changedSlots({ address, storage }: SeenAccount, state: StateReader) {
  const before = new Map<string, string>();
  const after = new Map<string, string>();
  let count = 0;
  for (const [slot, was] of storage) {
    const is = wordText(state.storage(address, fromHex(slot)));
    if (is === was) continue;
    count++;
    if (was !== ZERO_WORD) before.set(slot, was);
    if (is !== ZERO_WORD) after.set(slot, is);
  }
  return { before, after, count };
}

/** Records the accounts that the transaction itself reads. */
function lookAhead({ from, to, coinbase, authorizationList, state }: TracedMessage, prestate: Prestate): void {
  if (to === undefined) prestate.lookAt(createAddress(from, state.account(from)?.nonce ?? 0n));
  else lookWithDelegate(to, prestate);
  prestate.lookAt(from);
  prestate.lookAt(coinbase);
  for (const authorization of authorizationList ?? []) {
    const signer = signerOf(authorization);
    if (signer !== undefined) prestate.lookAt(signer);
  }
}

/** Records an account and the one whose code it runs (EIP-7702). */
function lookWithDelegate(address: Bytes, prestate: Prestate): void {
  prestate.lookAt(address);
  const delegate = delegateOf(prestate.codeOf(address));
  if (delegate !== undefined) prestate.lookAt(delegate);
}

/** Records the receiver of a frame, which has changed nothing when it is reported. */
function lookWhereItGoes({ type, to }: FrameStart, prestate: Prestate): void {
  if (type === 'CREATE' || type === 'CREATE2' || type === 'SELFDESTRUCT') prestate.lookAt(to);
  else lookWithDelegate(to, prestate);
}

function lookWhereItActs(step: OpcodeStep, prestate: Prestate): void {
  const { op } = step;
  const isAccess = op === SLOAD || op === SSTORE;
  if (!isAccess && !ACCOUNT_OPS.has(op)) return;
  const top = step.stack().at(-1);
  if (top === undefined) return;
  if (isAccess) prestate.lookAtSlot(step.address, slotOf(top));
  else prestate.lookAt(addressOf(top));
}
