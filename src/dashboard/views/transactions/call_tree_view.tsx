/** Shows a call and the calls within it as a tree that folds. */

import type { JSX } from 'preact';
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';
import { indexAbi } from '../../explorer/abi/abi_index.js';
import { decodeCall, decodeResult, functionName } from '../../explorer/abi/decode.js';
import { anyAbi } from '../../explorer/abi/registry.js';
import { ChainData, ChainText } from '../../explorer/parts/chain_text.js';
import { Arguments } from '../../explorer/parts/decoded_view.js';
import { AddressLink } from '../../explorer/parts/links.js';
import { LogView } from '../../explorer/parts/log_view.js';
import { coins, grouped } from '../../explorer/read/format.js';
import type { CallFrame } from '../../explorer/read/traces.js';
import { RevertView } from './revert_view.js';

/** Most calls that are shown below one call, and depth down to which the tree is open at first. */
const MAX_CALLS = 100;
const OPEN_DEPTH = 3;

interface Props {
  readonly frame: CallFrame;
  readonly artifacts: ReadonlyMap<string, ArtifactFile>;
  readonly depth: number;
}

const isCreation = (type: string): boolean => type === 'CREATE' || type === 'CREATE2';

function callTitle(frame: CallFrame, artifact: ArtifactFile | undefined, name: string | undefined): string {
  const contract = artifact?.contract;
  if (isCreation(frame.type)) return contract === undefined ? 'new contract' : `new ${contract}`;
  const call = functionName(frame.input, name);
  return contract === undefined ? call : `${contract}.${call}`;
}

export function CallTree({ frame, artifacts, depth }: Props): JSX.Element {
  const artifact = artifacts.get((frame.to ?? '').toLowerCase());
  const indexes = [...(artifact === undefined ? [] : [indexAbi(artifact)]), anyAbi.value];
  const decoded = isCreation(frame.type) ? undefined : decodeCall(frame.input, ...indexes);
  const output = frame.output ?? '0x';
  const result = frame.error === undefined ? decodeResult(frame.input, output, ...indexes) : undefined;
  const calls = frame.calls ?? [];
  return (
    <details class="frame" open={depth < OPEN_DEPTH}>
      <summary>
        <span class="quiet">{frame.type}</span>{' '}
        <strong>
          <ChainText text={callTitle(frame, artifact, decoded?.name)} first={120} />
        </strong>{' '}
        <Value frame={frame} />
        <span class="quiet">{grouped(frame.gasUsed)} gas</span>
        {frame.error !== undefined && <span class="bad"> ✗ {frame.error.slice(0, 80)}</span>}
      </summary>
      <div class="frame-body">
        <p>
          <AddressLink address={frame.from} /> →{' '}
          {frame.to === undefined ? 'nothing' : <AddressLink address={frame.to} />}
        </p>
        {decoded === undefined ? <ChainData text={frame.input} /> : <Arguments args={decoded.args} />}
        {frame.error !== undefined && <RevertView frame={frame} artifacts={artifacts} />}
        {frame.error === undefined && !isCreation(frame.type) && output !== '0x' && (
          <div>Returns: {result === undefined ? <ChainData text={output} /> : <Arguments args={result} />}</div>
        )}
        {(frame.logs ?? []).slice(0, MAX_CALLS).map((log, i) => (
          <LogView key={i} log={log} artifact={artifacts.get(log.address.toLowerCase())} />
        ))}
        {calls.slice(0, MAX_CALLS).map((call, i) => (
          <CallTree key={i} frame={call} artifacts={artifacts} depth={depth + 1} />
        ))}
        {calls.length > MAX_CALLS && <p class="quiet">{calls.length - MAX_CALLS} more calls</p>}
      </div>
    </details>
  );
}

const Value = ({ frame: { value } }: { readonly frame: CallFrame }): JSX.Element | null =>
  value === undefined || BigInt(value) === 0n ? null : <span>with {coins(value)} </span>;
