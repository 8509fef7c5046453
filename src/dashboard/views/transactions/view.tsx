/** Lists Ethereum transactions, newest first, and shows single transactions. */
import type { JSX } from 'preact';
import { artifacts } from '../../explorer/abi/registry.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { Page } from '../../explorer/parts/page.js';
import { TxList } from '../../explorer/parts/tx_list.js';
import { grouped } from '../../explorer/read/format.js';
import { readRecentTxs } from '../../explorer/read/recent_txs.js';
import { useLive } from '../../explorer/read/use_live.js';
import { linkTo } from '../../shell/route.js';
import { mempool } from '../../shell/store.js';
import { TxPage } from './tx_page.js';

/** Transactions of a page, and the blocks that are searched for them. */
const PAGE_TXS = 50;
const SEARCHED = 500;

export const Transactions = ({ place: [view, which = ''] }: { readonly place: readonly string[] }): JSX.Element =>
  view === 'tx' ? <TxPage key={which} hash={which} /> : <List from={which} />;

function List({ from }: { readonly from: string }): JSX.Element {
  const top = /^\d{1,15}$/.test(from) ? Number(from) : undefined;
  const live = useLive(`transactions ${top} ${artifacts.value.length}`, (chain) =>
    readRecentTxs(chain, { count: PAGE_TXS, heights: SEARCHED, from: top }),
  );
  const { txs = [], oldest = 0 } = live.value ?? {};
  const { pending, queued } = mempool.value;
  return (
    <Page
      title="Transactions"
      explanation="An Ethereum transaction is one transaction of CometBFT too: the Cosmos SDK wraps its bytes in the message MsgEthereumTx. The list counts it once. The view Cosmos has the transactions with other messages."
    >
      <p class="row pager">
        <a href={linkTo('mempool')}>{grouped(pending + queued)} in the mempool</a>
        {top !== undefined && <a href={linkTo('transactions')}>Newest</a>}
        {oldest > 1 && <a href={linkTo('transactions', oldest - 1)}>Older than block {grouped(oldest)}</a>}
      </p>
      <LiveStatus live={live} of="the transactions" />
      {live.value !== undefined && txs.length === 0 && <p>None in these {SEARCHED} blocks.</p>}
      {live.value !== undefined && txs.length > 0 && (
        <div class="panel">
          <TxList {...live.value} />
        </div>
      )}
    </Page>
  );
}
