/** Tests that the records of a height with many changes are encoded in steps. */
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/app/state/archive.js';
import { DiskArchive } from '../../../src/app/state/disk_archive.js';
import { Cell, FlatState } from '../../../src/app/state/flat.js';
import { MemoryArchive } from '../../../src/app/state/memory_archive.js';
import { heightKey, RECORDS_OF_STEP, versionKey } from '../../../src/app/state/records.js';
import { EMPTY_ACCOUNT } from '../../../src/evm/state.js';
import { textOfBytes } from '../../../src/kernel/byte_text.js';
import { bigintToBytes } from '../../../src/kernel/bytes.js';
import type { Steps } from '../../../src/kernel/steps.js';
import { MemoryStore } from '../../../src/storage/memory_store.js';

const CHANGES = 4 * RECORDS_OF_STEP;
const HASH = new Uint8Array(32).fill(7);

/** Returns a sealed height that replaces the balances of many accounts. */
function aSealedHeight({ accounts: table }: FlatState) {
  const changes: Change[] = Array.from({ length: CHANGES }, (_, i) => {
    const cell = new Cell(0, { ...EMPTY_ACCOUNT, balance: BigInt(i) });
    return { table, key: textOfBytes(bigintToBytes(BigInt(i), 20)), cell, value: EMPTY_ACCOUNT, archived: 1 };
  });
  const record = { height: 1, appHash: HASH, stateRoot: HASH, changed: changes };
  return { record, changes, pruning: { oldest: 0, records: [] } };
}

function counted<T>(steps: Steps<T>): { readonly count: number; readonly result: T } {
  for (let count = 1; ; count++) {
    const step = steps.next();
    if (step.done === true) return { count, result: step.value };
  }
}

describe('the records of a height with many changes', () => {
  it('are encoded in steps, and are in memory after the commit', () => {
    const flat = new FlatState();
    const archive = new MemoryArchive(flat);
    const sealed = aSealedHeight(flat);
    // The record of the height has a key for each change, and there is a version for each.
    expect(counted(archive.sealWrites(sealed)).count).toBeGreaterThanOrEqual((2 * CHANGES) / RECORDS_OF_STEP);
    archive.append(sealed);
    expect(archive.record(1).changed).toHaveLength(CHANGES);
    for (const { key, cell } of sealed.changes.slice(-2))
      expect(archive.version(flat.accounts, key, cell as never, 0)).toMatchObject({ value: cell?.value, height: 0 });
  });

  it('are written to the disk in steps, with the latest versions', () => {
    const flat = new FlatState();
    const sealed = aSealedHeight(flat);
    const { count, result } = counted(new DiskArchive(new MemoryStore(), flat).sealWrites(sealed));
    expect(count).toBeGreaterThanOrEqual((4 * CHANGES) / RECORDS_OF_STEP);
    const keys = result.map(({ key }) => textOfBytes(key));
    expect(keys[0]).toBe(heightKey(1));
    const [first] = sealed.changes as [Change, ...Change[]];
    expect(keys).toContain(versionKey(flat.accounts, first.key, 0));
    expect(keys).toHaveLength(2 + 2 * CHANGES);
  });
});
