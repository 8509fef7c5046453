/** Compares the results of two implementations for one transaction, field by field, and describes each difference. */

import type { Fork } from '../../../app/state/types.js';
import type { EthereumTx } from '../../../app/tx/tx.js';
import type { MsgEthereumTxResponse } from '../../../codec/cosmos/tx.js';
import type { EthereumLog } from '../../../codec/ethereum/receipt.js';
import { createAddress } from '../../../codec/ethereum/tx.js';
import type { ReferenceRun } from '../../../evm/reference/reference.js';
import type { Account } from '../../../evm/state.js';
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import { to0x } from '../../../kernel/hex.js';

export interface Difference {
  /** Name of the field, such as `gas used` or `balance of 0x…`. */
  readonly field: string;
  readonly ours: string;
  readonly theirs: string;
}

const REVERTED = 'execution reverted';
/** Most bytes of a value that are shown. */
const SHOWN_BYTES = 64;

const shown = (bytes: Bytes | undefined): string => {
  if (bytes === undefined) return 'none';
  if (bytes.length <= SHOWN_BYTES) return to0x(bytes);
  return `${to0x(bytes.subarray(0, SHOWN_BYTES))}… (${bytes.length} bytes)`;
};

class Differences {
  readonly found: Difference[] = [];

  add(field: string, ours: string, theirs: string): void {
    if (ours !== theirs) this.found.push({ field, ours, theirs });
  }

  bytes(field: string, ours: Bytes | undefined, theirs: Bytes | undefined): void {
    if (ours === undefined || theirs === undefined ? ours !== theirs : !equalBytes(ours, theirs))
      this.found.push({ field, ours: shown(ours), theirs: shown(theirs) });
  }
}

type Outcome = 'success' | 'reverted' | 'failed';

const outcomeOf = (error: string | undefined, reverted: boolean): Outcome =>
  error === undefined ? 'success' : reverted ? 'reverted' : 'failed';

/** Compares the recorded result of a transaction with that of the reference. */
export function differencesOfResult(
  tx: EthereumTx,
  recorded: MsgEthereumTxResponse,
  theirs: ReferenceRun,
): readonly Difference[] {
  const differences = new Differences();
  const { vmError, gasUsed, ret, logs } = recorded;
  const error = vmError === '' ? undefined : vmError;
  const outcome = outcomeOf(error, error === REVERTED);
  const other = outcomeOf(theirs.error, theirs.reverted);
  differences.bytes('sender', tx.from, theirs.sender);
  // The error texts of failed code differ between the two, so they are not compared.
  if (outcome !== other) differences.add('outcome', error ?? outcome, theirs.error ?? other);
  differences.add('gas used', `${gasUsed}`, `${theirs.gasUsed}`);
  // Code that fails without a revert has no return data to compare.
  if (outcome !== 'failed') differences.bytes('return data', ret, theirs.output);
  if (tx.ethereum.to === undefined && outcome === 'success')
    differences.bytes('created address', createAddress(tx.from, tx.ethereum.nonce), theirs.created);
  differencesOfLogs(differences, logs, theirs.logs);
  return differences.found;
}

function differencesOfLogs(
  differences: Differences,
  ours: readonly EthereumLog[],
  theirs: readonly EthereumLog[],
): void {
  differences.add('number of logs', `${ours.length}`, `${theirs.length}`);
  for (const [i, log] of ours.entries()) {
    const other = theirs[i];
    if (other === undefined) return;
    differences.bytes(`address of log ${i}`, log.address, other.address);
    differences.add(`topics of log ${i}`, log.topics.map(to0x).join(' '), other.topics.map(to0x).join(' '));
    differences.bytes(`data of log ${i}`, log.data, other.data);
  }
}

/** Compares the state after a transaction, where one of the two has written since the checkpoint before it. */
export function differencesOfState(
  state: Fork,
  checkpoint: number,
  after: ReferenceRun['after'] | undefined,
): readonly Difference[] {
  const differences = new Differences();
  for (const address of distinct(state.addressesSince(checkpoint), after?.addresses ?? []))
    differencesOfAccount(differences, address, state, after);
  const slots = new Map<string, readonly [address: Bytes, slot: Bytes]>();
  for (const place of [...state.slotsSince(checkpoint), ...(after?.slots ?? [])])
    slots.set(place.map(to0x).join(), place);
  for (const [address, slot] of slots.values())
    differences.bytes(
      `slot ${to0x(slot)} of ${to0x(address)}`,
      state.storage(address, slot),
      after?.storage(address, slot),
    );
  return differences.found;
}

function differencesOfAccount(
  differences: Differences,
  address: Bytes,
  state: Fork,
  after: ReferenceRun['after'] | undefined,
): void {
  const [ours, theirs] = [state.account(address), after?.account(address)];
  const of = to0x(address);
  const each = (field: string, value: (account: Account) => string): void =>
    differences.add(`${field} of ${of}`, ours ? value(ours) : 'none', theirs ? value(theirs) : 'none');
  if (ours === undefined || theirs === undefined) {
    differences.add(`account ${of}`, ours ? 'present' : 'absent', theirs ? 'present' : 'absent');
    return;
  }
  each('nonce', ({ nonce }) => `${nonce}`);
  each('balance', ({ balance }) => `${balance}`);
  each('code hash', ({ codeHash }) => to0x(codeHash));
  if (equalBytes(ours.codeHash, theirs.codeHash))
    differences.bytes(`code of ${of}`, state.code(ours.codeHash), after?.code(address));
}

function distinct(...lists: readonly Iterable<Bytes>[]): Iterable<Bytes> {
  const found = new Map<string, Bytes>();
  for (const list of lists) for (const bytes of list) found.set(to0x(bytes), bytes);
  return found.values();
}
