/** Shows the newest events of a contract. */
import type { JSX } from 'preact';
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';
import { BlockLink, TxLink } from '../../explorer/parts/links.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { LogView } from '../../explorer/parts/log_view.js';
import { toNumber, toQuantity } from '../../explorer/read/format.js';
import type { EvmLog } from '../../explorer/read/rpc.js';
import { useLive } from '../../explorer/read/use_live.js';
import { callEvm } from '../../feed/http.js';

/** Is how many of the last heights are searched, and how many logs are shown. */
const HEIGHTS = 1000;
const MAX_LOGS = 25;

async function readLogs(chain: string, address: string): Promise<readonly EvmLog[]> {
  const newest = toNumber(await callEvm<string>(chain, 'eth_blockNumber'));
  const fromBlock = toQuantity(Math.max(0, newest - HEIGHTS + 1));
  const filter = { address, fromBlock, toBlock: toQuantity(newest) };
  return (await callEvm<readonly EvmLog[]>(chain, 'eth_getLogs', [filter])).slice(-MAX_LOGS).reverse();
}

interface Props {
  readonly address: string;
  readonly artifact: ArtifactFile | undefined;
}

export function ContractLogs({ address, artifact }: Props): JSX.Element {
  const live = useLive(`logs of ${address}`, (chain) => readLogs(chain, address));
  const logs = live.value ?? [];
  return (
    <>
      <h2>Events</h2>
      <LiveStatus live={live} of="the events" />
      {live.value !== undefined && logs.length === 0 && <p>None in the last {HEIGHTS} heights.</p>}
      {logs.map((log) => (
        <article key={`${log.blockNumber} ${log.logIndex}`} class="entry">
          <p>
            Block <BlockLink height={toNumber(log.blockNumber)} />, transaction <TxLink hash={log.transactionHash} />
          </p>
          <LogView log={log} artifact={artifact} />
        </article>
      ))}
    </>
  );
}
