/**
 * The reference model of a state over another chain's: local writes in plain maps, and below them the other chain's.
 */
import type { RemoteAccount } from '../../../src/app/state/remote_source.js';
import { type Account, EMPTY_CODE_HASH } from '../../../src/evm/state.js';

import { keccak256 } from '../../../src/kernel/hash.js';
import { toHex } from '../../../src/kernel/hex.js';
import { RemoteDouble } from '../support/remote_double.js';
import { ADDRESSES, CODES, EMPTY_MODEL, type Model, modelAfter, type Op, SLOTS } from './model.js';

const GONE = 'gone';

/** Maps by hex, as in `Model`; they are never changed in place. */
export interface Forked {
  readonly accounts: ReadonlyMap<string, Account | typeof GONE>;
  readonly slots: ReadonlyMap<string, string | typeof GONE>;
  readonly values: Model['values'];
  /** Accounts whose remote storage is hidden. */
  readonly cut: ReadonlySet<string>;
}

export const NOTHING_LOCAL: Forked = { accounts: new Map(), slots: new Map(), values: new Map(), cut: new Set() };

const isThere = <V>(entry: [string, V | typeof GONE]): entry is [string, V] => entry[1] !== GONE;

/** Returns the part that roots cover. */
export const localPart = ({ accounts, slots, values }: Forked): Model => ({
  accounts: new Map([...accounts].filter(isThere)),
  slots: new Map([...slots].filter(isThere)),
  values,
});

/** Returns what readers see. */
export function merged(forked: Forked, remote: Model): Model {
  const local = localPart(forked);
  const shines = ([slot]: readonly [string, unknown]): boolean =>
    !forked.slots.has(slot) && !forked.cut.has(slot.slice(0, 40));
  return {
    accounts: new Map([...[...remote.accounts].filter(([key]) => !forked.accounts.has(key)), ...local.accounts]),
    slots: new Map([...[...remote.slots].filter(shines), ...local.slots]),
    values: forked.values,
  };
}

export function forkedAfter(forked: Forked, op: Op, remote: Model): Forked {
  if (op.type === 'nested')
    return op.keep ? op.ops.reduce((f, inner) => forkedAfter(f, inner, remote), forked) : forked;
  const before = merged(forked, remote);
  const after = modelAfter(before, op);
  if (op.type === 'set' || op.type === 'delete') return { ...forked, values: after.values };
  const owner = toHex(ADDRESSES[op.address] as Uint8Array);
  const accounts = new Map(forked.accounts);
  const slots = new Map(forked.slots);
  const account = after.accounts.get(owner);
  if (op.type === 'account' || op.type === 'delete account' || (op.type === 'slot' && account !== undefined))
    accounts.set(owner, account ?? GONE);
  if (op.type === 'slot') {
    const slot = owner + toHex(SLOTS[op.slot] as Uint8Array);
    slots.set(slot, after.slots.get(slot) ?? GONE);
  }
  if (op.type === 'account' || op.type === 'slot') return { ...forked, accounts, slots };
  for (const slot of SLOTS) slots.set(owner + toHex(slot), GONE);
  return { ...forked, accounts, slots, cut: new Set([...forked.cut, owner]) };
}

/** Builds the other chain: a model made by operations, without empty accounts. */
export function remoteModel(ops: readonly Op[]): Model {
  const model = ops.reduce(modelAfter, EMPTY_MODEL);
  const accounts = [...model.accounts].filter(
    ([, { nonce, balance, codeHash }]) => nonce > 0n || balance > 0n || toHex(codeHash) !== toHex(EMPTY_CODE_HASH),
  );
  return { ...model, accounts: new Map(accounts), values: new Map() };
}

const codes = new Map(CODES.map((code) => [toHex(keccak256(code)), code]));

export function doubleOf({ accounts, slots }: Model): RemoteDouble {
  const account = (address: string): RemoteAccount | undefined => {
    const found = accounts.get(address);
    return found && { ...found, code: codes.get(toHex(found.codeHash)) ?? new Uint8Array(0) };
  };
  return new RemoteDouble(
    (address) => account(toHex(address)),
    (address, slot) => {
      const value = slots.get(toHex(address) + toHex(slot));
      return value === undefined ? undefined : Buffer.from(value, 'hex');
    },
  );
}
