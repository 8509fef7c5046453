/** Shows the two commits of a fork, who signed both, and what to do. */
import type { JSX } from 'preact';
import type { Conflict } from '../../explorer/read/network.js';
import { linkTo } from '../../shell/route.js';
import { signersOfAll } from './signers.js';

export const ConflictingCommits = ({ conflict }: { readonly conflict: Conflict }): JSX.Element => (
  <section class="panel wide conflict" aria-labelledby="conflict">
    <h2 id="conflict">The chain has forked at height {Number(conflict.height)}</h2>
    <p>
      Byzantine validators with more than a third of the power let {conflict.branches.length} blocks be decided. No
      event happens after that. Signed all commits: <strong>{signersOfAll(conflict).join(', ') || 'nobody'}</strong>.
    </p>
    <ul>
      {conflict.branches.map(({ block, round, signers, nodes }) => (
        <li key={block}>
          Block <code class="hash">{block}</code> in round {Number(round)}, signed by{' '}
          {signers.map(({ name }) => name).join(', ')}, decided by the nodes {nodes.join(', ')}
        </li>
      ))}
    </ul>
    <p>
      To go on, revert to a snapshot from before, roll back, or reset: see <a href={linkTo('control')}>Control</a>. The
      call <code>halley_conflictingCommits</code> has both commits with their signatures.
    </p>
  </section>
);
