/** Lists the transactions of the Cosmos SDK that contain no Ethereum transaction. */
import type { JSX } from 'preact';
import { CosmosTxTable } from '../../explorer/parts/cosmos_tx_view.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { Page } from '../../explorer/parts/page.js';
import { toNumber } from '../../explorer/read/format.js';
import { type CometTx, ethereumHashOf } from '../../explorer/read/rpc.js';
import { useLive } from '../../explorer/read/use_live.js';
import { callComet, callEvm } from '../../feed/http.js';

/** Transactions that are searched, and the blocks that they are of. */
const SEARCHED = 100;
const HEIGHTS = 1000;

async function readCosmosTxs(chain: string): Promise<readonly CometTx[]> {
  const newest = toNumber(await callEvm<string>(chain, 'eth_blockNumber'));
  const query = `tx.height>${Math.max(0, newest - HEIGHTS)}`;
  const page = { page: '1', per_page: String(SEARCHED), order_by: 'desc' };
  const { txs } = await callComet<{ readonly txs: readonly CometTx[] }>(chain, 'tx_search', {
    query,
    prove: false,
    ...page,
  });
  return txs.filter((tx) => ethereumHashOf(tx) === undefined);
}

export function Cosmos(): JSX.Element {
  const live = useLive('cosmos transactions', readCosmosTxs);
  const txs = live.value ?? [];
  return (
    <Page
      title="Cosmos transactions"
      explanation="To CometBFT a transaction is bytes. The Cosmos SDK reads messages in them, for its modules. Ethereum transactions are left out here: they have a view of their own."
    >
      <LiveStatus live={live} of="the transactions" />
      {live.value !== undefined && txs.length === 0 && (
        <p>
          None among the newest {SEARCHED} transactions of the last {HEIGHTS} blocks.
        </p>
      )}
      {txs.length > 0 && <CosmosTxTable of="Cosmos transactions" txs={txs} />}
    </Page>
  );
}
