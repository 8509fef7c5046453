/** Reads how the EVM ran a transaction, and shows the tree of its calls and what it changed in the state. */

import type { JSX } from 'preact';
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';
import { ChainData, ChainText } from '../../explorer/parts/chain_text.js';
import { AddressLink, nameOf } from '../../explorer/parts/links.js';
import { Card } from '../../explorer/parts/page.js';
import { Table } from '../../explorer/parts/table.js';
import { artifactsOf } from '../../explorer/read/contracts.js';
import { coins } from '../../explorer/read/format.js';
import {
  addressesOf,
  type CallFrame,
  type StateChange,
  type StateDiff,
  stateChanges,
} from '../../explorer/read/traces.js';
import { type BatchCall, callBatch } from '../../feed/http.js';
import { Explanation } from '../../shell/explanation.js';
import { CallTree } from './call_tree_view.js';
import type { StackFrame } from './revert_view.js';

export interface Traces {
  readonly calls: CallFrame;
  readonly state: StateDiff;
  readonly artifacts: ReadonlyMap<string, ArtifactFile>;
  /** Where a failed transaction failed; absent where the devnet has no sources of it. */
  readonly stack: readonly StackFrame[] | undefined;
}

export async function readTraces(chain: string, hash: string): Promise<Traces> {
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
  const [named] = frame.error === undefined ? [] : await callBatch(chain, 'evm', [['halley_traceTransaction', [hash]]]);
  return {
    calls: frame,
    state: state as StateDiff,
    artifacts: await artifactsOf(chain, addressesOf(frame)),
    stack:
      named instanceof Error ? undefined : (named as { readonly stack?: readonly StackFrame[] } | undefined)?.stack,
  };
}

export const TxTraces = ({ calls, state, artifacts }: Traces): JSX.Element => (
  <>
    <Card title="What changed">
      <StateChanges state={state} artifacts={artifacts} />
    </Card>
    <Card
      title={
        <>
          Calls{' '}
          <Explanation of="Calls">
            The transaction runs again on the state before it, and a tracer records each call between contracts, as
            geth's callTracer does.
          </Explanation>
        </>
      }
    >
      <div class="tree">
        <CallTree frame={calls} artifacts={artifacts} depth={0} />
      </div>
    </Card>
  </>
);

/** Zeros before the first digit that counts. */
const ZEROS = /^0x0*(?=.)/;

/** Most changes that are shown. */
const MAX_CHANGES = 200;

function StateChanges({ state, artifacts }: Pick<Traces, 'state' | 'artifacts'>): JSX.Element {
  const changes = stateChanges(state);
  if (changes.length === 0) return <p class="quiet">Nothing.</p>;
  return (
    <>
      <Table
        of="Changes of the state"
        columns={['Account', 'What', { name: 'Before', isNumber: true }, { name: 'After', isNumber: true }]}
        rows={changes.slice(0, MAX_CHANGES).map((change) => ({
          key: `${change.address} ${change.what}`,
          cells: [
            <>
              <ChainText text={nameOf(change.address, artifacts)} /> <AddressLink address={change.address} />
            </>,
            change.what.startsWith('0x') ? (
              <ChainData text={`slot ${change.what.replace(ZEROS, '0x')}`} first={80} />
            ) : (
              change.what
            ),
            <Changed change={change} value={change.before} />,
            <Changed change={change} value={change.after} />,
          ],
        }))}
      />
      {changes.length > MAX_CHANGES && <p class="quiet">{changes.length - MAX_CHANGES} more changes</p>}
    </>
  );
}

/** Shows a balance in ETH, and other values without leading zeros. */
const Changed = ({ change, value }: { readonly change: StateChange; readonly value: string }): JSX.Element =>
  change.what === 'balance' ? (
    <span class="chain-text">{coins(value)} ETH</span>
  ) : (
    <ChainData text={change.what.startsWith('0x') ? value.replace(ZEROS, '0x') : value} first={70} />
  );
