/** Shows one transaction: as Ethereum sees it, as the Cosmos SDK sees it, and how the EVM ran it. */
import type { JSX } from 'preact';
import { ChainText } from '../../explorer/parts/chain_text.js';
import { CosmosTxView } from '../../explorer/parts/cosmos_tx_view.js';
import { BlockLink, Hash, TxLink } from '../../explorer/parts/links.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { Page } from '../../explorer/parts/page.js';
import { RawCall } from '../../explorer/parts/raw_call.js';
import { ethereumHashOf } from '../../explorer/read/ethereum_hash.js';
import { useLive } from '../../explorer/read/use_live.js';
import { cometLink } from '../../feed/http.js';
import { chainId, logLines } from '../../shell/store.js';
import { EvmTxView } from './evm_tx_view.js';
import { normalizedHash, readTx, type WholeTx } from './read_tx.js';
import { TxLogs } from './tx_logs.js';
import { TxTraces } from './tx_traces.js';

export function TxPage({ hash: text }: { readonly hash: string }): JSX.Element {
  const hash = normalizedHash(text);
  const live = useLive(
    `tx ${hash}`,
    async (chain) => (hash === undefined ? null : await readTx(chain, hash)),
    'mempool',
  );
  return (
    <Page title="Transaction">
      <p>
        <Hash hash={hash ?? text.slice(0, 80)} whole />
      </p>
      <LiveStatus live={live} of="the transaction" />
      {live.value === null && (
        <p>The chain has no transaction with this hash. The page shows it when it arrives in the mempool or a block.</p>
      )}
      {live.value && hash !== undefined && <Sections tx={live.value} hash={hash} />}
    </Page>
  );
}

function Sections({ tx, hash }: { readonly tx: WholeTx; readonly hash: string }): JSX.Element {
  const { evm, receipt, cosmos } = tx;
  return (
    <>
      {evm !== undefined && <EvmTxView tx={evm} receipt={receipt} />}
      {receipt !== undefined && <TxLogs logs={receipt.logs} />}
      {evm !== undefined && receipt !== undefined && <TxTraces hash={hash} block={evm.blockHash ?? ''} />}
      <ConsoleLines hash={hash} />
      {cosmos !== undefined && (
        <>
          <h2>As the Cosmos SDK sees it</h2>
          <p>
            Hash: <Hash hash={cosmos.hash} whole />, in block <BlockLink height={cosmos.height} />
          </p>
          {evm === undefined && <EthereumSide hash={ethereumHashOf(cosmos)} />}
          <CosmosTxView tx={cosmos.tx} result={cosmos.tx_result} />
        </>
      )}
      <h2>Raw answers</h2>
      {cosmos !== undefined && (
        <p>
          CometBFT RPC:{' '}
          <a href={cometLink(chainId.value, 'tx', `hash=0x${cosmos.hash}`)} target="_blank" rel="noreferrer">
            tx
          </a>
        </p>
      )}
      {evm !== undefined && (
        <>
          <RawCall method="eth_getTransactionByHash" params={[hash]} />
          <RawCall method="eth_getTransactionReceipt" params={[hash]} />
          <RawCall method="debug_traceTransaction" params={[hash, { tracer: 'callTracer' }]} />
        </>
      )}
    </>
  );
}

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
    <>
      <h2>Log of the node</h2>
      {lines.map(({ text }, i) => (
        <pre key={i} class="scroll">
          <ChainText text={text} first={4000} />
        </pre>
      ))}
    </>
  );
}
