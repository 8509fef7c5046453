/** Shows how a block came about: who proposed it, in which round it was decided, and who signed it. */

import type { JSX } from 'preact';
import { callBatch, callOptionalBatch } from '../../feed/http.js';
import { Icon } from '../../shell/icons.js';
import { linkTo } from '../../shell/route.js';
import { hasEngine } from '../../shell/store.js';
import { shortHash } from '../read/format.js';
import type { NetworkNode } from '../read/network.js';
import type { CometCommit } from '../read/rpc.js';
import { useLive } from '../read/use_live.js';
import { ChainText } from './chain_text.js';
import { Card } from './page.js';

/** Flag of a precommit for the block, CometBFT's `BLOCK_ID_FLAG_COMMIT`. */
const SIGNED = 2;

interface Story {
  readonly commit: CometCommit['signed_header'] | undefined;
  readonly nodes: readonly NetworkNode[];
}

async function readStory(chain: string, height: number): Promise<Story> {
  const [[commit], [network]] = await Promise.all([
    callOptionalBatch(chain, 'comet', [['commit', { height: String(height) }]]),
    callBatch(chain, 'evm', [['halley_network', []]]),
  ]);
  return {
    commit: commit instanceof Error ? undefined : (commit as CometCommit).signed_header,
    nodes: network instanceof Error ? [] : (network as { readonly nodes: readonly NetworkNode[] }).nodes,
  };
}

export function BlockStory({ height }: { readonly height: number }): JSX.Element | null {
  const { commit, nodes } = useLive(`story ${height}`, (chain) => readStory(chain, height), 'reverts').value ?? {};
  if (commit === undefined) return null;
  const { header } = commit;
  const { round, signatures } = commit.commit;
  const proposer = nodes?.find(({ address }) => address === header.proposer_address)?.name;
  const signed = signatures.filter(({ block_id_flag }) => block_id_flag === SIGNED).length;
  return (
    <Card title={`How block ${height} came about`}>
      <ol class="story">
        <li class="proposal">
          <ChainText text={proposer ?? shortHash(header.proposer_address)} first={40} /> proposed it
        </li>
        <li class="precommit">
          {signed} of {signatures.length} precommits are in its commit
          <Seals signatures={signatures} />
        </li>
        <li class="decided">
          <Icon name="check" /> decided in round {round}
        </li>
      </ol>
      {!hasEngine.value && height > 0 && <WatchLink height={height} />}
    </Card>
  );
}

export const WatchLink = ({ height }: { readonly height: number }): JSX.Element => (
  <a class="button" href={linkTo('watch', height)}>
    <Icon name="play" /> Watch its rounds
  </a>
);

/** Shows a square for each validator, filled for one that signed. */
const Seals = ({ signatures }: Pick<CometCommit['signed_header']['commit'], 'signatures'>): JSX.Element => (
  <span class="seals" aria-hidden="true">
    {signatures.slice(0, 100).map(({ block_id_flag }, i) => (
      <i key={i} class={block_id_flag === SIGNED ? 'on' : ''} />
    ))}
  </span>
);
