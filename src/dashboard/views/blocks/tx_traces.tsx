/** Shows how the EVM ran a transaction: the revert, the tree of calls, and what changed in the state. */

import type { JSX } from 'preact';
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';
import { ChainData } from '../../explorer/parts/chain_text.js';
import { AddressLink } from '../../explorer/parts/links.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { addressesOf, type CallFrame } from '../../explorer/read/call_tree.js';
import { artifactsOf } from '../../explorer/read/contracts.js';
import { type StateDiff, stateChanges } from '../../explorer/read/state_diff.js';
import { useLive } from '../../explorer/read/use_live.js';
import { type BatchCall, callBatch } from '../../feed/batch.js';
import { Explanation } from '../../shell/explanation.js';
import { ScrollBox } from '../../shell/scroll_box.js';
import { CallTree } from './call_tree_view.js';
import { RevertView } from './revert_view.js';

interface Traces {
  readonly calls: CallFrame;
  readonly state: StateDiff;
  readonly artifacts: ReadonlyMap<string, ArtifactFile>;
}

async function readTraces(chain: string, hash: string): Promise<Traces> {
  const tracer = (name: string, tracerConfig: object): BatchCall => [
    'debug_traceTransaction',
    [hash, { tracer: name, tracerConfig }],
  ];
  const [calls, state] = await callBatch(chain, 'evm', [
    tracer('callTracer', { withLog: true }),
    tracer('prestateTracer', { diffMode: true }),
  ]);
  for (const result of [calls, state]) if (result instanceof Error) throw result;
  const frame = calls as CallFrame;
  return { calls: frame, state: state as StateDiff, artifacts: await artifactsOf(chain, addressesOf(frame)) };
}

interface Props {
  readonly hash: string;
  /** Is the hash of the block: after a revert, another block may run the transaction in another way. */
  readonly block: string;
}

export function TxTraces({ hash, block }: Props): JSX.Element {
  const live = useLive(`traces ${hash} ${block}`, (chain) => readTraces(chain, hash), 'reverts');
  const { value } = live;
  return (
    <>
      {value?.calls.error !== undefined && <RevertView frame={value.calls} artifacts={value.artifacts} />}
      <h2>
        Calls{' '}
        <Explanation of="Calls">
          The transaction runs again on the state before it, and a tracer records each call between contracts, as geth's
          callTracer does.
        </Explanation>
      </h2>
      <LiveStatus live={live} of="the traces" />
      {value !== undefined && (
        <>
          <div class="tree">
            <CallTree frame={value.calls} artifacts={value.artifacts} depth={0} />
          </div>
          <h2>Changes of the state</h2>
          <StateChanges state={value.state} />
        </>
      )}
    </>
  );
}

/** Limits the changes that are shown. */
const MAX_CHANGES = 200;

function StateChanges({ state }: { readonly state: StateDiff }): JSX.Element {
  const changes = stateChanges(state);
  if (changes.length === 0) return <p>None.</p>;
  return (
    <ScrollBox of="Changes of the state">
      <table>
        <thead>
          <tr>
            <th>Account</th>
            <th>What</th>
            <th>Before</th>
            <th>After</th>
          </tr>
        </thead>
        <tbody>
          {changes.slice(0, MAX_CHANGES).map(({ address, what, before, after }) => (
            <tr key={`${address} ${what}`}>
              <td>
                <AddressLink address={address} />
              </td>
              <td>{what.startsWith('0x') ? <ChainData text={what} first={66} /> : what}</td>
              <td>
                <ChainData text={before} first={80} />
              </td>
              <td>
                <ChainData text={after} first={80} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {changes.length > MAX_CHANGES && <p class="quiet">{changes.length - MAX_CHANGES} more changes</p>}
    </ScrollBox>
  );
}
