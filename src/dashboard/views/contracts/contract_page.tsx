/** Shows one contract: its functions, which can be called, and its events. */
import { useSignal } from '@preact/signals';
import type { ComponentType, JSX } from 'preact';
import type { AbiFunction } from 'viem';
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';
import { abiOf, artifactOf, artifacts, assignArtifact } from '../../explorer/abi/registry.js';
import { ArtifactDrop } from '../../explorer/parts/artifact_drop.js';
import { ChainText } from '../../explorer/parts/chain_text.js';
import { AddressLink } from '../../explorer/parts/links.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { Page } from '../../explorer/parts/page.js';
import { visible } from '../../explorer/read/shorten.js';
import { useLive } from '../../explorer/read/use_live.js';
import { callEvm } from '../../feed/http.js';
import { chainId } from '../../shell/store.js';
import { ContractLogs } from './contract_logs.js';
import { ReadFunction } from './read_function.js';
import { WriteFunction } from './write_function.js';

export function ContractPage({ address }: { readonly address: string }): JSX.Element {
  const isAddress = /^0x[0-9a-fA-F]{40}$/.test(address);
  const live = useLive(`code ${address}`, async (chain) =>
    isAddress ? await callEvm<string>(chain, 'eth_getCode', [address, 'latest']) : '0x',
  );
  const artifact = isAddress ? artifactOf(chainId.value, address, live.value) : undefined;
  return (
    <Page title="Contract">
      <p>{isAddress ? <AddressLink address={address} whole /> : <ChainText text={address} first={80} />}</p>
      <LiveStatus live={live} of="the contract" />
      {live.value === '0x' && (
        <p class="problem">There is no code at this address now: it was never deployed, or a revert removed it.</p>
      )}
      {isAddress && <ArtifactChoice address={address} artifact={artifact} />}
      {artifact === undefined ? <ArtifactDrop /> : <Functions address={address} artifact={artifact} />}
      {isAddress && <ContractLogs address={address} artifact={artifact} />}
    </Page>
  );
}

interface Props {
  readonly address: string;
  readonly artifact: ArtifactFile | undefined;
}

function ArtifactChoice({ address, artifact }: Props): JSX.Element {
  const all = artifacts.value;
  const choose = (value: string): void =>
    assignArtifact(chainId.value, address, value === '' ? undefined : all[Number(value)]);
  return (
    <p>
      <label>
        ABI{' '}
        <select
          value={artifact === undefined ? '' : String(all.indexOf(artifact))}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value="">{artifact === undefined ? 'none has this code' : 'by code'}</option>
          {all.map(({ contract, source }, i) => (
            <option key={`${contract} ${source}`} value={String(i)}>
              {visible(contract.slice(0, 60))}
            </option>
          ))}
        </select>
      </label>
    </p>
  );
}

const isRead = ({ stateMutability }: AbiFunction): boolean => stateMutability === 'view' || stateMutability === 'pure';

/** Limits the functions of a kind that are shown at first, and sets how many each step adds. */
const STEP = 50;

interface ListProps {
  readonly address: string;
  readonly title: string;
  readonly entries: readonly AbiFunction[];
  readonly component: ComponentType<{ readonly address: string; readonly entry: AbiFunction }>;
}

function FunctionList({ address, title, entries, component: Form }: ListProps): JSX.Element {
  const count = useSignal(STEP);
  return (
    <>
      <h2>
        {title} ({entries.length})
      </h2>
      {entries.slice(0, count.value).map((entry, i) => (
        <Form key={`${i} ${entry.name}`} address={address} entry={entry} />
      ))}
      {entries.length > count.value && (
        <button type="button" onClick={() => (count.value += STEP)}>
          Show more of the functions
        </button>
      )}
    </>
  );
}

function Functions({ address, artifact }: { readonly address: string; readonly artifact: ArtifactFile }): JSX.Element {
  const functions = abiOf(artifact).filter((entry): entry is AbiFunction => entry.type === 'function');
  const writes = functions.filter((entry) => !isRead(entry));
  return (
    <>
      <FunctionList title="Read" address={address} entries={functions.filter(isRead)} component={ReadFunction} />
      <FunctionList title="Write" address={address} entries={writes} component={WriteFunction} />
    </>
  );
}
