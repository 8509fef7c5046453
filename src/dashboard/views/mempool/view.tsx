/** Shows the transactions in the mempool. */

import type { ComponentChildren, JSX } from 'preact';
import { callName } from '../../explorer/abi/decode.js';
import { ChainText } from '../../explorer/parts/chain_text.js';
import { CosmosTxView } from '../../explorer/parts/cosmos_tx_view.js';
import { AddressLink, TxLink } from '../../explorer/parts/links.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { Page } from '../../explorer/parts/page.js';
import { number, Table } from '../../explorer/parts/table.js';
import { METHOD_NOT_FOUND } from '../../explorer/read/contracts.js';
import { coins, grouped, gwei } from '../../explorer/read/format.js';
import type { EvmTx } from '../../explorer/read/rpc.js';
import { useLive } from '../../explorer/read/use_live.js';
import { callComet, callEvm, RequestError } from '../../feed/http.js';
import { CallButton } from '../../shell/call_button.js';
import { mempool as counts, hasEngine, hasEvm } from '../../shell/store.js';

type Pool = Readonly<Record<string, Readonly<Record<string, EvmTx>>>>;

/** Most transactions of a table. */
const MAX_ROWS = 200;

interface Content {
  readonly pending: readonly EvmTx[];
  /** Absent when the node does not list queued transactions. */
  readonly queued?: readonly EvmTx[];
}

/** Reads the mempool. A node whose namespace `txpool` is not enabled lists pending transactions only. */
async function readPool(chain: string): Promise<Content> {
  try {
    const content = await callEvm<{ readonly pending: Pool; readonly queued: Pool }>(chain, 'txpool_content');
    return { pending: transactionsOf(content.pending), queued: transactionsOf(content.queued) };
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== METHOD_NOT_FOUND) throw error;
    return { pending: await callEvm<readonly EvmTx[]>(chain, 'eth_pendingTransactions') };
  }
}

const transactionsOf = (pool: Pool): readonly EvmTx[] =>
  Object.values(pool).flatMap((byNonce) =>
    Object.values(byNonce).sort((a, b) => Number(BigInt(a.nonce) - BigInt(b.nonce))),
  );

/** Returns the oldest transactions of another program's application, in base64. */
async function readBytes(chain: string): Promise<readonly string[]> {
  const { txs } = await callComet<{ readonly txs: readonly string[] | null }>(chain, 'unconfirmed_txs', {
    limit: '100',
  });
  return txs ?? [];
}

function Unconfirmed(): JSX.Element {
  const live = useLive('unconfirmed', readBytes, 'mempool');
  const { value } = live;
  return (
    <>
      <LiveStatus live={live} of="the mempool" />
      <h2>Pending ({grouped(counts.value.pending)})</h2>
      {value?.map((tx) => (
        <CosmosTxView key={tx} tx={tx} />
      ))}
    </>
  );
}

const EvmPool = (): JSX.Element => {
  const { queued } = counts.value;
  const live = useLive('mempool', readPool, 'mempool');
  const last = live.value;
  return (
    <>
      <LiveStatus live={live} of="the mempool" />
      {last !== undefined && (
        <>
          <PoolTable name="Pending" transactions={last.pending} />
          {last.queued === undefined ? (
            <p>
              {grouped(queued)} queued. The node lists them with <code>--json-rpc.api=eth,net,web3,txpool</code>.
            </p>
          ) : (
            <PoolTable name="Queued" transactions={last.queued} />
          )}
        </>
      )}
    </>
  );
};

export const Mempool = (): JSX.Element => (
  <Page
    title="Mempool"
    explanation="Transactions that the node has accepted and that are in no block yet. A pending one can be in the next block; a queued one waits for a transaction of the same sender with a lower nonce."
  >
    {!hasEngine.value && (
      <p class="row">
        <CallButton method="evm_mine" class="primary">
          Mine a block
        </CallButton>
      </p>
    )}
    {hasEvm.value ? <EvmPool /> : <Unconfirmed />}
  </Page>
);

interface TableProps {
  readonly name: string;
  readonly transactions: readonly EvmTx[];
}

const PoolTable = ({ name, transactions }: TableProps): JSX.Element => (
  <>
    <h2>
      {name} ({grouped(transactions.length)})
    </h2>
    {transactions.length === 0 ? (
      <p>None.</p>
    ) : (
      <Table
        of={`${name} transactions`}
        columns={[
          'Call',
          'From',
          number('Nonce'),
          'To',
          number('Value'),
          number('Max fee per gas'),
          'Transaction',
          ...(hasEngine.value ? [] : ['Drop']),
        ]}
        rows={transactions.slice(0, MAX_ROWS).map((tx) => ({ key: tx.hash, cells: cellsOf(tx) }))}
      />
    )}
    {transactions.length > MAX_ROWS && <p class="quiet">{grouped(transactions.length - MAX_ROWS)} more</p>}
  </>
);

const cellsOf = (tx: EvmTx): readonly ComponentChildren[] => [
  <ChainText text={callName(tx)} first={40} />,
  <AddressLink address={tx.from} />,
  grouped(tx.nonce),
  tx.to === null ? 'new contract' : <AddressLink address={tx.to} />,
  `${coins(tx.value)} ETH`,
  gwei(tx.maxFeePerGas ?? tx.gasPrice),
  <TxLink hash={tx.hash} />,
  ...(hasEngine.value
    ? []
    : [
        <CallButton method="anvil_dropTransaction" params={[tx.hash]}>
          Drop <span class="hidden">{tx.hash}</span>
        </CallButton>,
      ]),
];
