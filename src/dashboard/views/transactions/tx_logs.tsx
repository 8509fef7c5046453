/** Shows the logs of a transaction. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { Card } from '../../explorer/parts/card.js';
import { LogView } from '../../explorer/parts/log_view.js';
import { artifactsOf } from '../../explorer/read/contracts.js';
import { grouped } from '../../explorer/read/format.js';
import type { EvmLog } from '../../explorer/read/rpc.js';
import { useLive } from '../../explorer/read/use_live.js';

/** Is how many logs are shown at first, and how many more each step shows. */
const STEP = 100;

export function TxLogs({ logs }: { readonly logs: readonly EvmLog[] }): JSX.Element {
  const shown = useSignal(STEP);
  const addresses = logs.map(({ address }) => address);
  const { value } = useLive(
    `emitters ${[...new Set(addresses)].join(' ')}`,
    (chain) => artifactsOf(chain, addresses),
    'reverts',
  );
  return (
    <Card title={`Logs (${grouped(logs.length)})`}>
      {logs.length === 0 && <p class="quiet">None.</p>}
      {logs.slice(0, shown.value).map((log) => (
        <LogView key={log.logIndex} log={log} artifact={value?.get(log.address.toLowerCase())} />
      ))}
      {logs.length > shown.value && (
        <button type="button" onClick={() => (shown.value += STEP)}>
          Show more logs
        </button>
      )}
    </Card>
  );
}
