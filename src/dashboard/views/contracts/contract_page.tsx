/** Shows one contract: its functions, which can be called, and its events. */

import { useSignal } from '@preact/signals';
import type { ComponentType, JSX } from 'preact';
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';
import { type AbiEntry, entriesOf } from '../../explorer/abi/abi_index.js';
import { artifactOf, artifacts, assignArtifact, learnArtifacts } from '../../explorer/abi/registry.js';
import { ArtifactDrop } from '../../explorer/parts/artifact_drop.js';
import { Avatar } from '../../explorer/parts/avatar.js';
import { ChainText } from '../../explorer/parts/chain_text.js';
import { AddressLink } from '../../explorer/parts/links.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { LogList } from '../../explorer/parts/log_view.js';
import { Card, OfAddress, Page } from '../../explorer/parts/page.js';
import { readLogs } from '../../explorer/read/contracts.js';
import { bytesOf, checksummed, grouped, visible } from '../../explorer/read/format.js';
import { useLive } from '../../explorer/read/use_live.js';
import { callEvm } from '../../feed/http.js';
import { CopyButton } from '../../shell/copy_button.js';
import { chainId } from '../../shell/store.js';
import { type FunctionProps, ReadFunction, WriteFunction } from './functions.js';

export const ContractPage = ({ address }: { readonly address: string }): JSX.Element => (
  <OfAddress title="Contract" text={address} component={KnownContract} />
);

async function readCode(chain: string, address: string): Promise<string> {
  const code = await callEvm<string>(chain, 'eth_getCode', [address, 'latest']);
  await learnArtifacts(chain, [{ address, code }]);
  return code;
}

function KnownContract({ address }: { readonly address: string }): JSX.Element {
  const live = useLive(`code ${address}`, (chain) => readCode(chain, address));
  const artifact = artifactOf(chainId.value, address, live.value);
  return (
    <Page
      title={
        <>
          <Avatar address={address} /> <ChainText text={artifact?.contract ?? 'Contract'} first={60} />
        </>
      }
      lead={
        <>
          <AddressLink address={address} whole /> <CopyButton text={checksummed(address)} of="the address" />
          {live.value !== undefined && ` ${grouped(bytesOf(live.value))} bytes of code`}
        </>
      }
    >
      <LiveStatus live={live} of="the contract" />
      {live.value === '0x' && (
        <p class="problem">There is no code at this address now: it was never deployed, or a revert removed it.</p>
      )}
      <div class="cols">
        <div>
          {artifact === undefined ? (
            <p>No known ABI has this code: choose, drop or paste one.</p>
          ) : (
            <Functions address={address} artifact={artifact} />
          )}
        </div>
        <div>
          <ArtifactChoice address={address} artifact={artifact} />
          <ContractLogs address={address} artifact={artifact} />
        </div>
      </div>
    </Page>
  );
}

interface Props {
  readonly address: string;
  readonly artifact: ArtifactFile | undefined;
}

function ArtifactChoice({ address, artifact }: Props): JSX.Element {
  const all = artifacts.value;
  const assign = (chosen: ArtifactFile | undefined): void => assignArtifact(chainId.value, address, chosen);
  return (
    <>
      <section class="panel" aria-label="ABI of the contract">
        <label>
          ABI{' '}
          <select
            value={artifact === undefined ? '' : String(all.indexOf(artifact))}
            onChange={({ currentTarget: { value } }) => assign(value === '' ? undefined : all[Number(value)])}
          >
            <option value="">{artifact === undefined ? 'none has this code' : 'by code'}</option>
            {all.map(({ contract, source }, i) => (
              <option key={`${contract} ${source}`} value={String(i)}>
                {visible(contract.slice(0, 60))}
              </option>
            ))}
          </select>
        </label>
      </section>
      <ArtifactDrop onPaste={assign} />
    </>
  );
}

const isRead = ({ stateMutability }: AbiEntry): boolean => stateMutability === 'view' || stateMutability === 'pure';

/** Functions of a kind that are shown at first, and that each step adds. */
const STEP = 50;

interface ListProps {
  readonly address: string;
  readonly title: string;
  readonly entries: readonly AbiEntry[];
  readonly component: ComponentType<FunctionProps>;
}

function FunctionList({ address, title, entries, component: Form }: ListProps): JSX.Element {
  const count = useSignal(STEP);
  return (
    <Card title={`${title} (${entries.length})`}>
      {entries.length === 0 && <p class="quiet">None.</p>}
      {entries.slice(0, count.value).map((entry, i) => (
        <Form key={`${i} ${entry.name}`} address={address} entry={entry} />
      ))}
      {entries.length > count.value && (
        <button type="button" onClick={() => (count.value += STEP)}>
          Show more of the functions
        </button>
      )}
    </Card>
  );
}

function Functions({ address, artifact }: { readonly address: string; readonly artifact: ArtifactFile }): JSX.Element {
  const functions = entriesOf(artifact, 'function');
  const writes = functions.filter((entry) => !isRead(entry));
  return (
    <>
      <FunctionList title="Read" address={address} entries={functions.filter(isRead)} component={ReadFunction} />
      <FunctionList title="Write" address={address} entries={writes} component={WriteFunction} />
    </>
  );
}

/** Number of the last heights that are searched, and of the logs that are shown. */
const HEIGHTS = 1000;
const MAX_LOGS = 25;

function ContractLogs({ address, artifact }: Props): JSX.Element {
  const live = useLive(`logs of ${address}`, (chain) => readLogs(chain, { address, topic: '', heights: HEIGHTS }));
  const logs = (live.value ?? []).slice(0, MAX_LOGS);
  return (
    <Card title="Events">
      <LiveStatus live={live} of="the events" />
      {live.value !== undefined && logs.length === 0 && <p class="quiet">None in the last {HEIGHTS} heights.</p>}
      <LogList logs={logs} artifactAt={() => artifact} />
    </Card>
  );
}
