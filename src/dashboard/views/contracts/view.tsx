/** Shows the contracts of the chain, and calls them. */

import type { JSX } from 'preact';
import { artifactOf, artifacts } from '../../explorer/abi/registry.js';
import { ArtifactDrop } from '../../explorer/parts/artifact_drop.js';
import { ChainText } from '../../explorer/parts/chain_text.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { Page } from '../../explorer/parts/page.js';
import { number, Table } from '../../explorer/parts/table.js';
import { findContracts } from '../../explorer/read/contracts.js';
import { bytesOf, checksummed, grouped } from '../../explorer/read/format.js';
import { useLive } from '../../explorer/read/use_live.js';
import { linkTo } from '../../shell/route.js';
import { chainId } from '../../shell/store.js';
import { ContractPage } from './contract_page.js';

/** Most contracts that are listed. */
const MAX_CONTRACTS = 200;

export const Contracts = ({ place: [view, address = ''] }: { readonly place: readonly string[] }): JSX.Element =>
  view === 'contract' ? <ContractPage key={address} address={address} /> : <ContractList />;

function ContractList(): JSX.Element {
  const live = useLive('contracts', findContracts);
  void artifacts.value;
  const isNamed = ({ address, code }: (typeof all)[number]): boolean =>
    artifactOf(chainId.value, address, code) !== undefined;
  const all = live.value ?? [];
  const found = [...all.filter(isNamed), ...all.filter((one) => !isNamed(one))];
  const rows = found.slice(0, MAX_CONTRACTS);
  return (
    <Page
      title="Contracts"
      explanation="An ABI names the functions, events and errors of a contract; the chain itself has only bytes. The page finds the artifact whose deployed code is that of the contract, without immutables and metadata."
    >
      <p>
        <a href={linkTo('events')}>Events of all contracts</a>
      </p>
      <LiveStatus live={live} of="the contracts" />
      {live.value !== undefined && rows.length === 0 && <p>The chain has no contract.</p>}
      {rows.length > 0 && (
        <Table
          of="Contracts"
          columns={['Contract', 'Address', number('Code')]}
          rows={rows.map(({ address, code }) => ({
            key: address,
            cells: [
              <ContractName address={address} code={code} />,
              <a class="mono" href={linkTo('contract', address)}>
                {checksummed(address)}
              </a>,
              `${grouped(bytesOf(code))} bytes`,
            ],
          }))}
        />
      )}
      <ArtifactDrop />
      {found.length > rows.length && <p class="quiet">{found.length - rows.length} more contracts</p>}
    </Page>
  );
}

/** Shows the name of a contract's artifact, also when an artifact was added after the contract was read. */
function ContractName({ address, code }: { readonly address: string; readonly code: string }): JSX.Element {
  void artifacts.value;
  const artifact = artifactOf(chainId.value, address, code);
  return artifact === undefined ? (
    <span class="quiet">not known</span>
  ) : (
    <>
      <ChainText text={artifact.contract} first={80} />{' '}
      {artifact.source !== undefined && (
        <span class="quiet">
          <ChainText text={artifact.source} first={80} />
        </span>
      )}
    </>
  );
}
