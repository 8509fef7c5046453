/** Shows one block as Ethereum and as CometBFT see it. */

import type { JSX } from 'preact';
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';
import { artifacts } from '../../explorer/abi/registry.js';
import { BlockStory } from '../../explorer/parts/block_story.js';
import { ChainText } from '../../explorer/parts/chain_text.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { Card, ClosedCard, Fact, GasBar, Page } from '../../explorer/parts/page.js';
import { RawCall } from '../../explorer/parts/raw_call.js';
import { TxList } from '../../explorer/parts/tx_list.js';
import { grouped, gwei, timeText, toNumber } from '../../explorer/read/format.js';
import { txsOf, withNames } from '../../explorer/read/recent_txs.js';
import type { EvmBlock, EvmReceipt } from '../../explorer/read/rpc.js';
import { useLive } from '../../explorer/read/use_live.js';
import { cometLink } from '../../feed/http.js';
import { Explanation } from '../../shell/explanation.js';
import { linkTo } from '../../shell/route.js';
import { chainId, hasEvm, head } from '../../shell/store.js';
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
  const evidence = comet?.block.evidence.evidence ?? [];
  return (
    <>
      <section class="panel" aria-label="Summary">
        {evm === undefined ? (
          <dl class="facts strip">
            <Fact name="Time">{comet?.block.header.time ?? '–'}</Fact>
            <Fact name="Gas used">
              {grouped(block.results.reduce((sum, { gas_used }) => sum + BigInt(gas_used), 0n))}
            </Fact>
          </dl>
        ) : (
          <EvmSummary block={evm} />
        )}
      </section>
      <div class="cols">
        <div>
          {evm !== undefined && (
            <Card title={`Transactions (${evm.transactions.length})`}>
              {evm.transactions.length === 0 ? (
                <p class="quiet">None.</p>
              ) : (
                <Transactions evm={evm} receipts={block.receipts} />
              )}
            </Card>
          )}
          <CosmosTxs txs={comet?.block.data.txs ?? []} results={block.results} />
          <Evidence evidence={evidence} />
          <CommitTable block={block} />
          <ClosedCard title="All fields of both headers" aside="hashes and roots">
            <div class="columns">
              {evm !== undefined && <EvmHeaderView block={evm} />}
              {comet !== undefined && <CometHeaderView block={comet} round={commit?.signed_header.commit.round} />}
            </div>
          </ClosedCard>
          <RawAnswers height={height} />
        </div>
        <div>
          <BlockStory height={height} />
        </div>
      </div>
    </>
  );
}

const EvmSummary = ({
  block: { timestamp, gasUsed, gasLimit, baseFeePerGas },
}: {
  readonly block: EvmBlock;
}): JSX.Element => (
  <>
    <dl class="facts strip">
      <Fact name="Time">{timeText(toNumber(timestamp))}</Fact>
      <Fact name="Gas used">
        {grouped(gasUsed)} of {grouped(gasLimit)}
      </Fact>
      <Fact name="Base fee">{baseFeePerGas === undefined ? 'none' : gwei(baseFeePerGas)}</Fact>
    </dl>
    <GasBar used={gasUsed} limit={gasLimit} />
  </>
);

interface TransactionsProps {
  readonly evm: EvmBlock;
  readonly receipts: readonly EvmReceipt[];
}

function Transactions({ evm, receipts }: TransactionsProps): JSX.Element {
  const txs = [...txsOf(evm)].reverse().map((one, i) => ({ ...one, ...(receipts[i] && { receipt: receipts[i] }) }));
  const { value } = useLive(
    `called in ${evm.hash} ${artifacts.value.length}`,
    (chain) => withNames(chain, txs),
    'reverts',
  );
  return <TxList {...(value ?? { txs, artifacts: NO_ARTIFACTS })} />;
}

const NO_ARTIFACTS: ReadonlyMap<string, ArtifactFile> = new Map();

const Evidence = ({ evidence }: { readonly evidence: readonly unknown[] }): JSX.Element | null =>
  evidence.length === 0 ? null : (
    <Card
      title={
        <>
          Evidence ({evidence.length}){' '}
          <Explanation of="Evidence">
            A proof, made of two signatures, that a validator broke the rules. The application punishes the validator
            when a block contains it.
          </Explanation>
        </>
      }
    >
      {evidence.map((one, i) => (
        <pre key={i} class="scroll">
          <ChainText text={JSON.stringify(one, null, 2)} first={4000} />
        </pre>
      ))}
    </Card>
  );

const ROUTES = ['block', 'block_results', 'commit', 'validators'];

const RawAnswers = ({ height }: { readonly height: number }): JSX.Element => (
  <ClosedCard title="Raw answers" aside="as programs get them">
    <p class="row">
      CometBFT RPC:
      {ROUTES.map((route) => (
        <a key={route} href={cometLink(chainId.value, route, `height=${height}`)} target="_blank" rel="noreferrer">
          {route}
        </a>
      ))}
    </p>
    {hasEvm.value && (
      <>
        <RawCall method="eth_getBlockByNumber" params={[`0x${height.toString(16)}`, true]} />
        <RawCall method="eth_getBlockReceipts" params={[`0x${height.toString(16)}`]} />
      </>
    )}
  </ClosedCard>
);
