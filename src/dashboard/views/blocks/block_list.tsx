/** Lists blocks, newest first, a page at a time: it reads the blocks that it shows, and no others. */

import type { JSX } from 'preact';
import { BlockLink, Hash } from '../../explorer/parts/links.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { Page } from '../../explorer/parts/page.js';
import { grouped, gwei, timeText, toNumber } from '../../explorer/read/format.js';
import { useLive } from '../../explorer/read/use_live.js';
import { linkTo } from '../../shell/route.js';
import { ScrollBox } from '../../shell/scroll_box.js';
import { FeeChart } from './fee_chart.js';
import { type BlockRow, PAGE_BLOCKS, readBlocks } from './read_blocks.js';

const EXPLANATION =
  'A block is one decision of consensus. CometBFT orders its transactions and the EVM runs them; both name it by the same hash. Each block is final when more than two thirds of the voting power have signed it.';

export function BlockList({ from }: { readonly from: string }): JSX.Element {
  const live = useLive(`blocks ${from}`, (chain) => readBlocks(chain, from === '' ? undefined : Number(from)));
  const { rows = [], newest = 0 } = live.value ?? {};
  return (
    <Page title="Blocks" explanation={EXPLANATION}>
      <FeeChart />
      <LiveStatus live={live} of="the blocks" />
      <Pager rows={rows} newest={newest} />
      <ScrollBox of="Blocks">
        <table class="blocks">
          <thead>
            <tr>
              <th>Height</th>
              <th>Time</th>
              <th class="number">Ethereum txs</th>
              <th class="number">Cosmos txs</th>
              <th class="number">Gas used</th>
              <th class="number">Base fee</th>
              <th>Proposer</th>
              <th>Hash</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.block.hash} row={row} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Page>
  );
}

const Row = ({ row: { block, meta } }: { readonly row: BlockRow }): JSX.Element => (
  <tr>
    <td>
      <BlockLink height={toNumber(block.number)} />
    </td>
    <td>{timeText(toNumber(block.timestamp))}</td>
    <td class="number">{block.transactions.length}</td>
    <td class="number">{meta?.num_txs ?? '–'}</td>
    <td class="number">{grouped(block.gasUsed)}</td>
    <td class="number">{block.baseFeePerGas === undefined ? '–' : gwei(block.baseFeePerGas)}</td>
    <td>{meta === undefined ? '–' : <Hash hash={meta.header.proposer_address} />}</td>
    <td>
      <Hash hash={block.hash} />
    </td>
  </tr>
);

function Pager({ rows, newest }: { readonly rows: readonly BlockRow[]; readonly newest: number }): JSX.Element {
  const top = toNumber(rows[0]?.block.number ?? '0x0');
  const bottom = toNumber(rows.at(-1)?.block.number ?? '0x0');
  const newer = top + PAGE_BLOCKS;
  return (
    <p class="row pager">
      {top < newest && (
        <>
          <a href={linkTo('blocks')}>Newest</a>
          <a href={newer >= newest ? linkTo('blocks') : linkTo('blocks', newer)}>Newer</a>
        </>
      )}
      <span>
        {rows.length === 0 ? 'No blocks.' : `Blocks ${grouped(bottom)} to ${grouped(top)} of ${grouped(newest)}`}
      </span>
      {bottom > 1 && <a href={linkTo('blocks', bottom - 1)}>Older</a>}
    </p>
  );
}
