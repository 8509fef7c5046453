/** Draws base fee and gas of the last heights. */
import type { JSX } from 'preact';
import { LineChart } from '../../explorer/parts/line_chart.js';
import { gwei, toNumber } from '../../explorer/read/format.js';
import { useLive } from '../../explorer/read/use_live.js';
import { callEvm } from '../../feed/http.js';
import { Explanation } from '../../shell/explanation.js';

/** Heights that the drawing covers. */
const HEIGHTS = '0x64';

interface FeeHistory {
  readonly oldestBlock: string;
  readonly baseFeePerGas?: readonly string[];
  readonly gasUsedRatio: readonly number[];
}

export function FeeChart(): JSX.Element | null {
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
