/** Shows the blocks of the chain, and single blocks. */

import type { ComponentChildren, JSX } from 'preact';
import { LineChart } from '../../explorer/parts/line_chart.js';
import { BlockLink, Hash } from '../../explorer/parts/links.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { Page } from '../../explorer/parts/page.js';
import { number, Table } from '../../explorer/parts/table.js';
import { grouped, gwei, timeText, toNumber } from '../../explorer/read/format.js';
import type { CometMeta, EvmBlock } from '../../explorer/read/rpc.js';
import { useLive } from '../../explorer/read/use_live.js';
import { callEvm } from '../../feed/http.js';
import { Explanation } from '../../shell/explanation.js';
import { linkTo } from '../../shell/route.js';
import { hasEvm } from '../../shell/store.js';
import { BlockPage } from './block_page.js';
import { type BlockRow, PAGE_BLOCKS, readBlocks } from './read_blocks.js';

export function Blocks({ place }: { readonly place: readonly string[] }): JSX.Element {
  const [view, which = ''] = place;
  if (view === 'block') return <BlockPage key={which} height={which} />;
  return <BlockList from={which} />;
}

const EXPLANATION =
  'A block is one decision of consensus. CometBFT orders its transactions and the EVM runs them; both name it by the same hash. Each block is final when more than two thirds of the voting power have signed it.';

function BlockList({ from }: { readonly from: string }): JSX.Element {
  const live = useLive(`blocks ${from}`, (chain) => readBlocks(chain, from === '' ? undefined : Number(from)));
  const { rows = [], newest = 0 } = live.value ?? {};
  return (
    <Page title="Blocks" explanation={EXPLANATION}>
      {hasEvm.value && <FeeChart />}
      <LiveStatus live={live} of="the blocks" />
      <Pager rows={rows} newest={newest} />
      <Table
        of="Blocks"
        columns={[
          'Height',
          'Time',
          number('Transactions'),
          ...(hasEvm.value ? [number('Cosmos'), number('Gas used'), number('Base fee')] : []),
          'Proposer',
        ]}
        rows={rows.map((row) => ({ key: row.height, cells: cellsOf(row) }))}
      />
    </Page>
  );
}

const cellsOf = ({ height, block, meta }: BlockRow): readonly ComponentChildren[] => [
  <BlockLink height={height} />,
  block === undefined ? meta?.header.time : timeText(toNumber(block.timestamp)),
  block?.transactions.length ?? meta?.num_txs,
  ...(block === undefined ? [] : evmCellsOf(block, meta)),
  meta === undefined ? '–' : <Hash hash={meta.header.proposer_address} />,
];

const evmCellsOf = (block: EvmBlock, meta: CometMeta | undefined): readonly ComponentChildren[] => [
  // Each Ethereum transaction is one of CometBFT's too, and counts once.
  meta === undefined ? '–' : Math.max(0, Number(meta.num_txs) - block.transactions.length),
  grouped(block.gasUsed),
  block.baseFeePerGas === undefined ? '–' : gwei(block.baseFeePerGas),
];

function Pager({ rows, newest }: { readonly rows: readonly BlockRow[]; readonly newest: number }): JSX.Element {
  const top = rows[0]?.height ?? 0;
  const bottom = rows.at(-1)?.height ?? 0;
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

/** Heights that the drawing covers. */
const HEIGHTS = '0x64';

interface FeeHistory {
  readonly oldestBlock: string;
  readonly baseFeePerGas?: readonly string[];
  readonly gasUsedRatio: readonly number[];
}

function FeeChart(): JSX.Element | null {
  const { value } = useLive('fees', (chain) => callEvm<FeeHistory>(chain, 'eth_feeHistory', [HEIGHTS, 'latest', []]));
  if (value === undefined) return null;
  const first = toNumber(value.oldestBlock);
  const span = `heights ${first} to ${first + value.gasUsedRatio.length - 1}`;
  const fees = value.baseFeePerGas ?? [];
  const gas = value.gasUsedRatio.at(-1) ?? 0;
  const newest = gwei(fees.at(-2) ?? '0x0');
  return (
    <div class="row charts">
      <figure>
        <LineChart
          lines={[{ name: 'base fee', values: fees.slice(0, -1).map(Number) }]}
          label={`Base fee at ${span}; the newest is ${newest}`}
        />
        <figcaption>
          Base fee, now {newest}{' '}
          <Explanation of="Base fee">
            Each transaction pays at least this for a unit of gas (EIP-1559). It rises after a block that is more than
            half full, and falls after an emptier one.
          </Explanation>
        </figcaption>
      </figure>
      <figure>
        <LineChart
          lines={[{ name: 'gas', values: value.gasUsedRatio }]}
          label={`Part of the gas limit that was used at ${span}; the newest is ${(100 * gas).toFixed(1)} percent`}
        />
        <figcaption>Gas used, last block {(100 * gas).toFixed(1)} %</figcaption>
      </figure>
    </div>
  );
}
