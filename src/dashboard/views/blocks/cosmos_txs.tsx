/** Lists the transactions of a block as CometBFT has them, each with its Cosmos messages and events. */

import type { JSX } from 'preact';
import { cosmosHash, fromBase64, messagesOf } from '../../explorer/codec/cosmos_tx.js';
import { ChainText } from '../../explorer/parts/chain_text.js';
import { CosmosTxView } from '../../explorer/parts/cosmos_tx_view.js';
import { TxLink } from '../../explorer/parts/links.js';
import { Card, ClosedCard } from '../../explorer/parts/page.js';
import type { CometTxResult } from '../../explorer/read/rpc.js';

/** Most transactions that are listed. */
const MAX_TXS = 200;

interface Props {
  readonly txs: readonly string[];
  readonly results: readonly CometTxResult[];
}

/** Returns whether a transaction carries an Ethereum one, and nothing else. */
const isEnvelope = (tx: string): boolean => messagesOf({ tx }).join() === 'MsgEthereumTx';

/** Shows the transactions with messages of the Cosmos SDK. Those that carry Ethereum transactions are closed. */
export function CosmosTxs({ txs, results }: Props): JSX.Element | null {
  const entries = txs.map((tx, i) => ({ tx, result: results[i] }));
  const envelopes = entries.filter(({ tx }) => isEnvelope(tx));
  const others = entries.filter(({ tx }) => !isEnvelope(tx));
  return (
    <>
      {others.length > 0 && (
        <Card title={`Cosmos transactions (${others.length})`}>
          <Entries entries={others} />
        </Card>
      )}
      {envelopes.length > 0 && (
        <ClosedCard title="The Ethereum transactions in Cosmos" aside="the same transactions, in their second envelope">
          <p>
            To CometBFT a transaction is bytes. The Cosmos SDK reads messages in them; an Ethereum transaction is the
            one message MsgEthereumTx. Its hash here is the SHA-256 of the bytes.
          </p>
          <Entries entries={envelopes} />
        </ClosedCard>
      )}
    </>
  );
}

interface Entry {
  readonly tx: string;
  readonly result: CometTxResult | undefined;
}

const Entries = ({ entries }: { readonly entries: readonly Entry[] }): JSX.Element => (
  <>
    {entries.slice(0, MAX_TXS).map(({ tx, result }, i) => (
      <CosmosEntry key={i} tx={tx} result={result} />
    ))}
    {entries.length > MAX_TXS && <p class="quiet">{entries.length - MAX_TXS} more are in the raw answer.</p>}
  </>
);

function CosmosEntry({ tx, result }: Entry): JSX.Element {
  const bytes = fromBase64(tx);
  return (
    <details class="entry">
      <summary>
        <ChainText text={messagesOf({ tx }).join(', ') || 'unknown bytes'} first={120} />{' '}
        {result === undefined ? '' : result.code === 0 ? '✓ succeeded' : `✗ failed with code ${result.code}`}
      </summary>
      <p>
        Hash: <TxLink hash={`0x${cosmosHash(bytes).toLowerCase()}`} whole />
      </p>
      <CosmosTxView tx={tx} result={result} />
    </details>
  );
}
