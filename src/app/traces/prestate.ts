/** Records what a run reads, as it was before, for the tracers that show states (go-ethereum `prestate.go`). */
import { createAddress } from '../../codec/ethereum/tx.js';
import { signerOf } from '../../evm/authorizations.js';
import type { FrameStart, Observer, OpcodeStep } from '../../evm/observer.js';
import { codesThatAccess, opcodeOf } from '../../evm/opcodes.js';
import { delegateOf, EMPTY_ACCOUNT } from '../../evm/state.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { to0x } from '../../kernel/hex.js';
import { codeOf } from '../state/reader.js';
import type { StateReader } from '../state/types.js';
import { addressOf, slotOf, wordText } from './geth_error_text.js';
import type { SizeBudget } from './size_budget.js';
import type { TracedMessage } from './tracer.js';

const SLOAD = opcodeOf('SLOAD');
const SSTORE = opcodeOf('SSTORE');
const ACCOUNT_OPS = codesThatAccess('account');

/** Estimated characters of an account without its code and its storage. */
const ACCOUNT_LENGTH = 220;
const SLOT_LENGTH = 140;

/** Members of an account that are shown; an undefined one is left out. */
export interface ShownAccount {
  readonly balance: bigint | undefined;
  readonly code: Bytes | undefined;
  readonly codeHash: Bytes | undefined;
  /** Also left out when it is zero. */
  readonly nonce: bigint | undefined;
  /** Words by slot, both in JSON's format. */
  readonly storage: ReadonlyMap<string, string>;
}

export interface SeenAccount extends ShownAccount {
  readonly address: Bytes;
  readonly balance: bigint;
  readonly nonce: bigint;
  readonly storage: Map<string, string>;
}

export interface PrestateOptions {
  readonly withCode: boolean;
  readonly withStorage: boolean;
}

/** Accounts that a run has read so far, by address in hex, and the observer that records them. */
interface RecordedPrestate {
  readonly accounts: ReadonlyMap<string, SeenAccount>;
  readonly observer: Observer;
}

/** Begins a record with the accounts that the transaction itself reads. */
export function recordPrestate(message: TracedMessage, options: PrestateOptions): RecordedPrestate {
  const { state, budget } = message;
  const prestate = new Prestate(state, options, budget);
  lookAhead(message, prestate);
  return {
    accounts: prestate.accounts,
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
  };
}

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

  /** Records an account and the one whose code it runs (EIP-7702). */
  lookWithDelegate(address: Bytes): void {
    this.lookAt(address);
    const delegate = delegateOf(codeOf(this.state, address));
    if (delegate !== undefined) this.lookAt(delegate);
  }
}

/** Returns whether an account is empty (EIP-161), whatever storage the run has read. */
export const isEmpty = ({ balance, nonce, codeHash }: ShownAccount): boolean =>
  balance === 0n && nonce === 0n && codeHash === undefined;

/** Records the accounts that the transaction itself reads. */
function lookAhead({ from, to, coinbase, authorizationList, state }: TracedMessage, prestate: Prestate): void {
  if (to === undefined) prestate.lookAt(createAddress(from, state.account(from)?.nonce ?? 0n));
  else prestate.lookWithDelegate(to);
  prestate.lookAt(from);
  prestate.lookAt(coinbase);
  for (const authorization of authorizationList ?? []) {
    const signer = signerOf(authorization);
    if (signer !== undefined) prestate.lookAt(signer);
  }
}

/** Records the receiver of a frame, which has changed nothing when it is reported. */
function lookWhereItGoes({ type, to }: FrameStart, prestate: Prestate): void {
  if (type === 'CREATE' || type === 'CREATE2' || type === 'SELFDESTRUCT') prestate.lookAt(to);
  else prestate.lookWithDelegate(to);
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
