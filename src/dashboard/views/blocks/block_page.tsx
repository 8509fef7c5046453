/** Shows one block as Ethereum and as CometBFT see it. */
import type { JSX } from 'preact';
import { ChainText } from '../../explorer/parts/chain_text.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { Page } from '../../explorer/parts/page.js';
import { RawCall } from '../../explorer/parts/raw_call.js';
import { TxTable } from '../../explorer/parts/tx_table.js';
import { grouped } from '../../explorer/read/format.js';
import type { EvmTx } from '../../explorer/read/rpc.js';
import { useLive } from '../../explorer/read/use_live.js';
import { cometLink } from '../../feed/http.js';
import { Explanation } from '../../shell/explanation.js';
import { linkTo } from '../../shell/route.js';
import { chainId, hasEngine, head } from '../../shell/store.js';
import { CommitTable } from './commit_table.js';
import { CosmosTxs } from './cosmos_txs.js';
import { CometHeaderView, EvmHeaderView } from './headers.js';
import { readBlock, type WholeBlock } from './read_block.js';

export function BlockPage({ height: text }: { readonly height: string }): JSX.Element {
  const height = /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  const live = useLive(
    `block ${text}`,
    async (chain) => (height === undefined ? null : await readBlock(chain, height)),
    'reverts',
  );
  return (
    <Page title={`Block ${text.slice(0, 20)}`}>
      {height !== undefined && (
        <p class="row pager">
          {height > 0 && <a href={linkTo('block', height - 1)}>Block {grouped(height - 1)}</a>}
          {height < (head.value?.height ?? 0) && <a href={linkTo('block', height + 1)}>Block {grouped(height + 1)}</a>}
          <a href={linkTo('blocks', height)}>All blocks</a>
          {!hasEngine.value && <a href={linkTo('watch', height)}>Watch its rounds</a>}
        </p>
      )}
      <LiveStatus live={live} of={`block ${text.slice(0, 20)}`} />
      {live.value === null && <p>The chain has no block at this height now. The page shows it when it is decided.</p>}
      {live.value && <Sections block={live.value} height={height ?? 0} />}
    </Page>
  );
}

function Sections({ block, height }: { readonly block: WholeBlock; readonly height: number }): JSX.Element {
  const { evm, comet, commit } = block;
  const transactions = evm.transactions.filter((tx): tx is EvmTx => typeof tx !== 'string');
  const evidence = comet?.block.evidence.evidence ?? [];
  return (
    <>
      <div class="columns">
        <EvmHeaderView block={evm} />
        {comet !== undefined && <CometHeaderView block={comet} round={commit?.signed_header.commit.round} />}
      </div>
      <h2>Ethereum transactions ({transactions.length})</h2>
      {transactions.length === 0 ? <p>None.</p> : <TxTable transactions={transactions} receipts={block.receipts} />}
      <CosmosTxs txs={comet?.block.data.txs ?? []} results={block.results} />
      <CommitTable block={block} />
      <h2>
        Evidence ({evidence.length}){' '}
        <Explanation of="Evidence">
          A proof, made of two signatures, that a validator broke the rules. The application punishes the validator when
          a block contains it.
        </Explanation>
      </h2>
      {evidence.length === 0 && <p>None.</p>}
      {evidence.map((one, i) => (
        <pre key={i} class="scroll">
          <ChainText text={JSON.stringify(one, null, 2)} first={4000} />
        </pre>
      ))}
      <RawAnswers height={height} />
    </>
  );
}

const ROUTES = ['block', 'block_results', 'commit', 'validators'];

const RawAnswers = ({ height }: { readonly height: number }): JSX.Element => (
  <>
    <h2>Raw answers</h2>
    <p class="row">
      CometBFT RPC:
      {ROUTES.map((route) => (
        <a key={route} href={cometLink(chainId.value, route, `height=${height}`)} target="_blank" rel="noreferrer">
          {route}
        </a>
      ))}
    </p>
    <RawCall method="eth_getBlockByNumber" params={[`0x${height.toString(16)}`, true]} />
    <RawCall method="eth_getBlockReceipts" params={[`0x${height.toString(16)}`]} />
  </>
);
