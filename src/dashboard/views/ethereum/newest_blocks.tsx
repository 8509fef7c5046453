/** Lists the newest blocks with their transactions and how full they are. */
import type { JSX } from 'preact';
import { Card } from '../../explorer/parts/card.js';
import { GasBar } from '../../explorer/parts/gas_bar.js';
import { toNumber, toQuantity } from '../../explorer/read/format.js';
import type { EvmBlock } from '../../explorer/read/rpc.js';
import { useLive } from '../../explorer/read/use_live.js';
import { type BatchCall, callBatch } from '../../feed/batch.js';
import { callEvm } from '../../feed/http.js';
import { linkTo } from '../../shell/route.js';

const BLOCKS = 5;

async function readNewest(chain: string): Promise<readonly EvmBlock[]> {
  const newest = toNumber(await callEvm<string>(chain, 'eth_blockNumber'));
  const calls = Array.from(
    { length: Math.min(BLOCKS, newest + 1) },
    (_, i): BatchCall => ['eth_getBlockByNumber', [toQuantity(newest - i), false]],
  );
  const blocks = await callBatch(chain, 'evm', calls);
  return blocks.filter((block): block is EvmBlock => block !== null && !(block instanceof Error));
}

export function NewestBlocks(): JSX.Element {
  const blocks = useLive('newest blocks', readNewest).value ?? [];
  return (
    <Card title="Blocks" aside={<a href={linkTo('blocks')}>All</a>}>
      <ul class="list blocks">
        {blocks.map(({ number, hash, transactions, gasUsed, gasLimit }) => (
          <li key={hash}>
            <a href={linkTo('block', toNumber(number))}>
              <b>{toNumber(number)}</b>
              <span class="what">
                {transactions.length} {transactions.length === 1 ? 'transaction' : 'transactions'}
                <GasBar used={gasUsed} limit={gasLimit} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
