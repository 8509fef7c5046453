/** Breaks the network on purpose, and heals it. */

import type { JSX } from 'preact';
import { type Conflict, signersOfAll } from '../../explorer/read/network.js';
import { linkTo } from '../../shell/route.js';
import { ActiveFaults, FaultForms } from './fault_forms.js';
import { LinkSettings, PartitionEditor } from './links.js';
import { network, useNetwork } from './network.js';
import { ValidatorSettings, Validators } from './validators.js';

export function Faults(): JSX.Element {
  useNetwork();
  const conflict = network.value?.conflict ?? undefined;
  return (
    <>
      <h1>Faults</h1>
      <p>Break consensus on purpose. Each change takes effect at once, also in the middle of a round.</p>
      <div class="panels">
        {conflict !== undefined && <ConflictingCommits conflict={conflict} />}
        <Validators />
        <PartitionEditor />
        <FaultForms />
        <ActiveFaults />
        <LinkSettings />
        <ValidatorSettings />
      </div>
    </>
  );
}

const ConflictingCommits = ({ conflict }: { readonly conflict: Conflict }): JSX.Element => (
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
