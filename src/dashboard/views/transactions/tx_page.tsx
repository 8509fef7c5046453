/** Shows one transaction, beginning with what happened: then how the EVM ran it, and how its block came about. */

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { txTitle } from '../../explorer/abi/decode.js';
import { artifacts as knownArtifacts } from '../../explorer/abi/registry.js';
import { BlockStory } from '../../explorer/parts/block_story.js';
import { ChainText } from '../../explorer/parts/chain_text.js';
import { CosmosTxView } from '../../explorer/parts/cosmos_tx_view.js';
import { BlockLink, Hash, nameOf, TxLink } from '../../explorer/parts/links.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { LogView } from '../../explorer/parts/log_view.js';
import { Card, ClosedCard, Page } from '../../explorer/parts/page.js';
import { RawCall } from '../../explorer/parts/raw_call.js';
import { Sign } from '../../explorer/parts/tx_list.js';
import { artifactsOf } from '../../explorer/read/contracts.js';
import { grouped, toNumber, visible } from '../../explorer/read/format.js';
import { type CometTx, type EvmLog, type EvmTx, ethereumHashOf } from '../../explorer/read/rpc.js';
import { useLive } from '../../explorer/read/use_live.js';
import { cometLink } from '../../feed/http.js';
import { Icon } from '../../shell/icons.js';
import { linkTo } from '../../shell/route.js';
import { chainId, logLines } from '../../shell/store.js';
import { Cost, Flow, RawFields, targetOf, WhatItCalled } from './evm_tx_view.js';
import { normalizedHash, readTx, type WholeTx } from './read_tx.js';
import { RevertView } from './revert_view.js';
import { readTraces, TxTraces } from './tx_traces.js';

export function TxPage({ hash: text }: { readonly hash: string }): JSX.Element {
  const hash = normalizedHash(text);
  const live = useLive(
    `tx ${hash} ${knownArtifacts.value.length}`,
    async (chain) => (hash === undefined ? null : await readTx(chain, hash)),
    'mempool',
  );
  const { value } = live;
  const evm = value?.evm;
  return (
    <Page
      title={evm === undefined ? 'Transaction' : <Title tx={value as WholeTx} evm={evm} />}
      lead={value && <Lead tx={value} />}
    >
      {!evm && (
        <p>
          <Hash hash={hash ?? text.slice(0, 80)} whole />
        </p>
      )}
      <LiveStatus live={live} of="the transaction" />
      {value === null && (
        <p>The chain has no transaction with this hash. The page shows it when it arrives in the mempool or a block.</p>
      )}
      {value &&
        hash !== undefined &&
        (evm === undefined ? <CosmosOnly tx={value} /> : <Sections tx={value} evm={evm} />)}
    </Page>
  );
}

interface Props {
  readonly tx: WholeTx;
  readonly evm: EvmTx;
}

const Title = ({ tx: { receipt, artifacts }, evm }: Props): JSX.Element => (
  <>
    <Sign receipt={receipt} /> <bdi>{visible(txTitle(evm, artifacts, targetOf({ tx: evm, receipt })))}</bdi>
  </>
);

function Lead({ tx: { evm, receipt, cosmos, artifacts } }: { readonly tx: WholeTx }): JSX.Element {
  if (evm === undefined)
    return (
      <>
        A Cosmos transaction in block <BlockLink height={cosmos?.height ?? ''} />.
      </>
    );
  const target = targetOf({ tx: evm, receipt });
  const outcome = receipt === undefined ? '… pending' : receipt.status === '0x1' ? '✓ succeeded' : '✗ reverted';
  return (
    <>
      {nameOf(evm.from)} → <bdi>{target === undefined ? 'a new contract' : nameOf(target, artifacts)}</bdi>.{' '}
      <span class={receipt === undefined ? 'warning' : receipt.status === '0x1' ? 'good' : 'bad'}>{outcome}</span>
      {receipt === undefined || evm.blockNumber === null ? (
        ': it is in the mempool, and in no block yet.'
      ) : (
        <>
          {' '}
          in block <BlockLink height={toNumber(evm.blockNumber)} />.
        </>
      )}
    </>
  );
}

function Sections({ tx: { receipt, cosmos, artifacts }, evm }: Props): JSX.Element {
  const live = useLive(
    `traces ${evm.hash} ${evm.blockHash} ${knownArtifacts.value.length}`,
    async (chain) => (receipt === undefined ? undefined : await readTraces(chain, evm.hash)),
    'reverts',
  );
  const traces = live.value;
  return (
    <>
      <Flow tx={evm} receipt={receipt} artifacts={artifacts} />
      {receipt !== undefined && (evm.to === null || evm.input !== '0x') && (
        <p>
          <a class="button" href={linkTo('debug', evm.hash)}>
            <Icon name="debug" /> Debug
          </a>
        </p>
      )}
      <div class="cols">
        <div>
          {traces?.calls.error !== undefined && (
            <Card title="Why it failed">
              <RevertView frame={traces.calls} artifacts={traces.artifacts} stack={traces.stack} />
            </Card>
          )}
          <WhatItCalled tx={evm} receipt={receipt} artifacts={artifacts} call={traces?.calls} />
          {receipt !== undefined && <TxLogs logs={receipt.logs} />}
          {receipt !== undefined && <LiveStatus live={live} of="the traces" />}
          {traces !== undefined && <TxTraces {...traces} />}
          <ConsoleLines hash={evm.hash} />
          <RawFields tx={evm} />
          {cosmos !== undefined && (
            <ClosedCard title="The same transaction in Cosmos" aside="one transaction, two envelopes">
              <CosmosSide cosmos={cosmos} />
            </ClosedCard>
          )}
          <ClosedCard title="Raw answers" aside="as programs get them">
            {cosmos !== undefined && <RawCosmos hash={cosmos.hash} />}
            <RawCall method="eth_getTransactionByHash" params={[evm.hash]} />
            <RawCall method="eth_getTransactionReceipt" params={[evm.hash]} />
            <RawCall method="debug_traceTransaction" params={[evm.hash, { tracer: 'callTracer' }]} />
          </ClosedCard>
        </div>
        <div>
          <Cost tx={evm} receipt={receipt} />
          {evm.blockNumber !== null && <BlockStory height={toNumber(evm.blockNumber)} />}
        </div>
      </div>
    </>
  );
}

const CosmosOnly = ({ tx: { cosmos } }: { readonly tx: WholeTx }): JSX.Element | null =>
  cosmos === undefined ? null : (
    <div class="cols">
      <div class="panel">
        <EthereumSide hash={ethereumHashOf(cosmos)} />
        <CosmosSide cosmos={cosmos} />
        <RawCosmos hash={cosmos.hash} />
      </div>
      <div>
        <BlockStory height={Number(cosmos.height)} />
      </div>
    </div>
  );

const CosmosSide = ({ cosmos }: { readonly cosmos: CometTx }): JSX.Element => (
  <>
    <p>
      Hash: <Hash hash={cosmos.hash} whole />
    </p>
    <CosmosTxView tx={cosmos.tx} result={cosmos.tx_result} />
  </>
);

const RawCosmos = ({ hash }: { readonly hash: string }): JSX.Element => (
  <p>
    CometBFT RPC:{' '}
    <a href={cometLink(chainId.value, 'tx', `hash=0x${hash}`)} target="_blank" rel="noreferrer">
      tx
    </a>
  </p>
);

const EthereumSide = ({ hash }: { readonly hash: string | undefined }): JSX.Element | null =>
  hash === undefined ? null : (
    <p>
      It contains the Ethereum transaction <TxLink hash={hash} whole />.
    </p>
  );

/** Shows the lines of the node's log that name the transaction, among them what its contracts wrote by console.log. */
function ConsoleLines({ hash }: { readonly hash: string }): JSX.Element | null {
  const lines = logLines.value.filter(({ text }) => text.includes(hash));
  if (lines.length === 0) return null;
  return (
    <Card title="Log of the node">
      {lines.map(({ text }, i) => (
        <pre key={i} class="scroll">
          <ChainText text={text} first={4000} />
        </pre>
      ))}
    </Card>
  );
}

/** Logs that are shown at first, and that each step adds. */
const STEP = 100;

function TxLogs({ logs }: { readonly logs: readonly EvmLog[] }): JSX.Element {
  const shown = useSignal(STEP);
  const addresses = logs.map(({ address }) => address);
  const { value } = useLive(
    `emitters ${[...new Set(addresses)].join(' ')}`,
    (chain) => artifactsOf(chain, addresses),
    'reverts',
  );
  return (
    <Card title={`Logs (${grouped(logs.length)})`}>
      {logs.length === 0 && <p class="quiet">None.</p>}
      {logs.slice(0, shown.value).map((log) => (
        <LogView key={log.logIndex} log={log} artifact={value?.get(log.address.toLowerCase())} />
      ))}
      {logs.length > shown.value && (
        <button type="button" onClick={() => (shown.value += STEP)}>
          Show more logs
        </button>
      )}
    </Card>
  );
}
