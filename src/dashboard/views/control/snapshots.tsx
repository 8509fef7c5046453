/** Takes snapshots and goes back: to a snapshot, by blocks, or to the start. */
import { signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { callEvm } from '../../feed/http.js';
import { CallAction } from '../../shell/call_button.js';
import { Explanation } from '../../shell/explanation.js';
import { Field, numberIn } from '../../shell/fields.js';
import { chainId, head, notice } from '../../shell/store.js';

interface Snapshot {
  readonly chain: string;
  readonly id: string;
  readonly height: number;
}

/** Snapshots that were taken here, while the page is open. */
const taken = signal<readonly Snapshot[]>([]);

function reverted({ id }: Snapshot, existed: unknown): void {
  taken.value = taken.value.filter((one) => Number(one.id) < Number(id));
  if (existed !== true)
    notice.value = { tone: 'warning', text: `Snapshot ${Number(id)} is gone: something reverted the chain meanwhile.` };
}

export function Snapshots(): JSX.Element {
  const mine = taken.value.filter(({ chain }) => chain === chainId.value);
  return (
    <section class="panel" aria-labelledby="snapshots">
      <h2 id="snapshots">
        Snapshots{' '}
        <Explanation of="snapshots">
          A snapshot holds state, blocks, mempool, clock, faults and votes in flight. A revert removes the snapshot and
          all later ones.
        </Explanation>
      </h2>
      <CallAction
        method="evm_snapshot"
        onResult={(id) =>
          (taken.value = [...taken.value, { chain: chainId.value, id: `${id}`, height: head.value?.height ?? 0 }])
        }
      >
        Take a snapshot
      </CallAction>
      {mine.length === 0 && <p class="quiet">No snapshot was taken here yet.</p>}
      <ul class="plain">
        {mine.map((one) => (
          <li key={one.id}>
            <span>
              Snapshot {Number(one.id)}, at block {one.height}
            </span>
            <CallAction
              method="evm_revert"
              params={[one.id, { settings: true }]}
              onResult={(existed) => reverted(one, existed)}
            >
              Revert to snapshot {Number(one.id)}
            </CallAction>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the parameters of a reset to the first block. Without the block of a fork, the reset would end the fork. */
async function resetParams(): Promise<readonly unknown[]> {
  const { forkConfig } = (await callEvm(chainId.value, 'anvil_nodeInfo', [])) as {
    readonly forkConfig: { readonly forkBlockNumber: number | null };
  };
  const { forkBlockNumber: blockNumber } = forkConfig;
  return blockNumber === null ? [] : [{ forking: { blockNumber } }];
}

export function GoBack(): JSX.Element {
  const blocks = useSignal('1');
  const depth = numberIn(blocks);
  return (
    <section class="panel" aria-labelledby="go-back">
      <h2 id="go-back">Rollback and reset</h2>
      <p>
        A rollback removes the newest blocks; pending transactions stay. A reset goes back to the first block; a fork
        stays at its block.
      </p>
      <Field label="Blocks to remove" value={blocks} type="number" min={1} />
      <CallAction method="anvil_rollback" params={[depth ?? 1]} disabled={!depth || depth < 1}>
        Roll back
      </CallAction>
      <CallAction method="hardhat_reset" paramsNow={resetParams}>
        Reset the chain
      </CallAction>
    </section>
  );
}
