/** Shows the storage of a contract. */

import type { JSX } from 'preact';
import { ChainData } from '../../explorer/parts/chain_text.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { Table } from '../../explorer/parts/table.js';
import { toQuantity } from '../../explorer/read/format.js';
import type { EvmBlock } from '../../explorer/read/rpc.js';
import type { StateDiff } from '../../explorer/read/traces.js';
import { useLive } from '../../explorer/read/use_live.js';
import { type BatchCall, callBatch, callEvm } from '../../feed/http.js';
import { Explanation } from '../../shell/explanation.js';

/** Most slots that are shown. */
const MAX_SLOTS = 100;

interface StorageRange {
  readonly storage: Readonly<Record<string, { readonly key: string | null; readonly value: string }>>;
  readonly nextKey: string | null;
}

/**
 * Returns the slots of the newest block. The node lists the slots before the block's last transaction, so the slots that
 * this one wrote are added, and all values are read again.
 */
async function readStorage(chain: string, address: string) {
  const block = await callEvm<EvmBlock>(chain, 'eth_getBlockByNumber', ['latest', false]);
  const last = block.transactions.at(-1);
  const index = Math.max(0, block.transactions.length - 1);
  const diffs: BatchCall[] =
    typeof last === 'string'
      ? [['debug_traceTransaction', [last, { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }]]]
      : [];
  const range: BatchCall = ['debug_storageRangeAt', [block.hash, index, address, '0x', MAX_SLOTS]];
  const [listed, diff] = await callBatch(chain, 'evm', [range, ...diffs]);
  if (listed instanceof Error) throw listed;
  const { storage, nextKey } = listed as StorageRange;
  const written = diff instanceof Error || diff === undefined ? {} : ((diff as StateDiff).post[address]?.storage ?? {});
  const slots = new Set([...Object.values(storage).map(({ key }) => key ?? ''), ...Object.keys(written)]);
  slots.delete('');
  const sorted = [...slots].sort();
  const values = await callBatch(
    chain,
    'evm',
    sorted.map((slot): BatchCall => ['eth_getStorageAt', [address, slot, toQuantity(BigInt(block.number))]]),
  );
  const rows = sorted.map((slot, i) => ({ slot, value: typeof values[i] === 'string' ? values[i] : '' }));
  return { rows: rows.filter(({ value }) => !/^0x0*$/.test(value)), more: nextKey !== null };
}

export function StorageView({ address }: { readonly address: string }): JSX.Element {
  const live = useLive(`storage ${address}`, (chain) => readStorage(chain, address));
  const { rows = [], more = false } = live.value ?? {};
  return (
    <>
      <h2>
        Storage{' '}
        <Explanation of="Storage">
          Slots of 32 bytes. Solidity numbers simple variables from 0 on; the slot of a mapping's entry is a hash of its
          key.
        </Explanation>
      </h2>
      <LiveStatus live={live} of="the storage" />
      {live.value !== undefined && rows.length === 0 && <p>Empty.</p>}
      {rows.length > 0 && (
        <Table
          of="Storage"
          columns={['Slot', 'Value']}
          rows={rows.map(({ slot, value }) => ({
            key: slot,
            cells: [<ChainData text={slot} />, <ChainData text={value} />],
          }))}
        />
      )}
      {more && (
        <p class="quiet">The contract has more slots; the first {MAX_SLOTS} in the order of their hashes are shown.</p>
      )}
    </>
  );
}
