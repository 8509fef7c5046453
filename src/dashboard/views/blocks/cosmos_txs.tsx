/** Lists the transactions of a block as CometBFT has them, each with its Cosmos messages and events. */
import type { JSX } from 'preact';
import { cosmosHash, decodeCosmosTx, fromBase64 } from '../../explorer/codec/cosmos_tx.js';
import { ChainText } from '../../explorer/parts/chain_text.js';
import { CosmosTxView } from '../../explorer/parts/cosmos_tx_view.js';
import { TxLink } from '../../explorer/parts/links.js';
import type { CometTxResult } from '../../explorer/read/rpc.js';
import { Explanation } from '../../shell/explanation.js';

/** Limits the transactions that are listed. */
const MAX_TXS = 200;

interface Props {
  readonly txs: readonly string[];
  readonly results: readonly CometTxResult[];
}

export const CosmosTxs = ({ txs, results }: Props): JSX.Element => (
  <>
    <h2>
      Cosmos transactions ({txs.length}){' '}
      <Explanation of="Cosmos transactions">
        To CometBFT a transaction is bytes. The Cosmos SDK reads messages in them; an Ethereum transaction is the one
        message MsgEthereumTx. Its hash here is the SHA-256 of the bytes.
      </Explanation>
    </h2>
    {txs.length === 0 && <p>None.</p>}
    {txs.slice(0, MAX_TXS).map((tx, i) => (
      <CosmosEntry key={i} tx={tx} result={results[i]} />
    ))}
    {txs.length > MAX_TXS && <p class="quiet">{txs.length - MAX_TXS} more transactions are in the raw answer.</p>}
  </>
);

function CosmosEntry({ tx, result }: { readonly tx: string; readonly result: CometTxResult | undefined }): JSX.Element {
  const bytes = fromBase64(tx);
  const types = decodeCosmosTx(bytes)?.messages.map(({ typeUrl }) => typeUrl.replace(/^.*\./, '')) ?? [];
  return (
    <details class="entry">
      <summary>
        <ChainText text={types.join(', ') || 'unknown bytes'} first={120} />{' '}
        {result === undefined ? '' : result.code === 0 ? '✓ succeeded' : `✗ failed with code ${result.code}`}
      </summary>
      <p>
        Hash: <TxLink hash={`0x${cosmosHash(bytes).toLowerCase()}`} whole />
      </p>
      <CosmosTxView tx={tx} result={result} />
    </details>
  );
}
