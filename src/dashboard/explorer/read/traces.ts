/** Reads what geth's `callTracer` and `prestateTracer` return: the tree of calls, and the state before and after. */
import type { ChainLog } from '../abi/decode.js';

export interface CallFrame {
  readonly type: string;
  readonly from: string;
  readonly to?: string;
  readonly value?: string;
  readonly gas: string;
  readonly gasUsed: string;
  readonly input: string;
  readonly output?: string;
  readonly error?: string;
  readonly revertReason?: string;
  readonly calls?: readonly CallFrame[];
  readonly logs?: readonly ChainLog[];
}

/** Returns the addresses that a tree of calls mentions. */
export function addressesOf(frame: CallFrame): readonly string[] {
  const found = new Set<string>();
  const rest = [frame];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (next.to !== undefined) found.add(next.to);
    for (const log of next.logs ?? []) found.add(log.address);
    rest.push(...(next.calls ?? []));
  }
  return [...found];
}

/** State of an account before or after a transaction, as `prestateTracer` returns it with `diffMode`. */
interface AccountState {
  readonly balance?: string;
  readonly nonce?: number;
  readonly code?: string;
  readonly storage?: Readonly<Record<string, string>>;
}

export interface StateDiff {
  readonly pre: Readonly<Record<string, AccountState>>;
  readonly post: Readonly<Record<string, AccountState>>;
}

export interface StateChange {
  readonly address: string;
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

const ZERO_WORD = `0x${'0'.repeat(64)}`;

function changesOf(address: string, before: AccountState, after: AccountState): StateChange[] {
  const changes: StateChange[] = [];
  const add = (what: string, from: string, to: string): void => {
    if (from !== to) changes.push({ address, what, before: from, after: to });
  };
  const { balance, nonce, code, storage } = after;
  if (balance !== undefined) add('balance', String(BigInt(before.balance ?? '0x0')), String(BigInt(balance)));
  if (nonce !== undefined) add('nonce', String(before.nonce ?? 0), String(nonce));
  if (code !== undefined) add('code', before.code ?? '0x', code);
  const slots = new Set([...Object.keys(before.storage ?? {}), ...Object.keys(storage ?? {})]);
  for (const slot of slots) add(slot, before.storage?.[slot] ?? ZERO_WORD, storage?.[slot] ?? ZERO_WORD);
  return changes;
}

/** State of an account after it was deleted. */
const DELETED: AccountState = { balance: '0x0', nonce: 0, code: '0x' };

/** Returns the changes of a transaction. A slot that is absent afterwards is zero, and an absent account is deleted. */
export const stateChanges = ({ pre, post }: StateDiff): readonly StateChange[] =>
  [...new Set([...Object.keys(pre), ...Object.keys(post)])].flatMap((address) =>
    changesOf(address, pre[address] ?? {}, post[address] ?? DELETED),
  );
