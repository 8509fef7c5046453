/** Breaks the network on purpose, and heals it. */
import type { JSX } from 'preact';
import { ConflictingCommits } from './conflict.js';
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
