/** Shows a log: decoded where an ABI is known, and its topics and data otherwise. */

import type { JSX } from 'preact';
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';
import { indexAbi } from '../abi/abi_index.js';
import { type ChainLog, decodeLog } from '../abi/decode.js';
import { anyAbi } from '../abi/registry.js';
import { bytesOf, grouped, toNumber } from '../read/format.js';
import type { EvmLog } from '../read/rpc.js';
import { ChainData, ChainText } from './chain_text.js';
import { DecodedView } from './decoded_view.js';
import { AddressLink, BlockLink, TxLink } from './links.js';

interface Props {
  readonly log: ChainLog;
  /** Artifact of the contract that emitted the log, if it is known. */
  readonly artifact?: ArtifactFile | undefined;
}

interface ListProps {
  readonly logs: readonly EvmLog[];
  readonly artifactAt: (address: string) => ArtifactFile | undefined;
}

/** Shows logs with the places where they are. */
export const LogList = ({ logs, artifactAt }: ListProps): JSX.Element => (
  <>
    {logs.map((log) => (
      <article key={`${log.blockNumber} ${log.logIndex}`} class="entry">
        <p>
          Block <BlockLink height={toNumber(log.blockNumber)} />, transaction <TxLink hash={log.transactionHash} />
        </p>
        <LogView log={log} artifact={artifactAt(log.address.toLowerCase())} />
      </article>
    ))}
  </>
);

export function LogView({ log, artifact }: Props): JSX.Element {
  const own = artifact === undefined ? [] : [indexAbi(artifact)];
  const decoded = decodeLog(log, ...own, anyAbi.value);
  const name = anyAbi.value.events.get(log.topics[0] ?? '')?.[0]?.name;
  return (
    <div class="log">
      <p>
        <AddressLink address={log.address} />{' '}
        {artifact !== undefined && <ChainText text={artifact.contract} first={60} />}
      </p>
      {decoded === undefined && name !== undefined && (
        <p>
          <strong>
            <ChainText text={name} first={80} />
          </strong>{' '}
          <span class="quiet">not decoded</span>
        </p>
      )}
      {decoded === undefined ? <RawLog log={log} /> : <DecodedView decoded={decoded} />}
    </div>
  );
}

const RawLog = ({ log }: { readonly log: ChainLog }): JSX.Element => (
  <dl class="arguments">
    {log.topics.map((topic, i) => (
      <div key={i}>
        <dt>topic {i}</dt>
        <dd>
          <ChainData text={topic} />
        </dd>
      </div>
    ))}
    <div>
      <dt>
        data <span class="quiet">{grouped(bytesOf(log.data))} bytes</span>
      </dt>
      <dd>
        <ChainData text={log.data} />
      </dd>
    </div>
  </dl>
);
