/** Frame of the explorer's views: a title with an explanation. */
import { useSignalEffect } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { Explanation } from '../../shell/explanation.js';
import { about, chainId } from '../../shell/store.js';
import { followArtifacts } from '../abi/registry.js';
import { followAccounts } from '../read/node_accounts.js';

interface Props {
  readonly title: ComponentChildren;
  /** Sentence below the title. */
  readonly lead?: ComponentChildren;
  /** Explanation of what the view shows, in the terms of Ethereum and CometBFT. */
  readonly explanation?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Page({ title, lead, explanation, children }: Props): JSX.Element {
  useSignalEffect(() => {
    followArtifacts(about.value);
    followAccounts(about.value, chainId.value);
  });
  return (
    <div class="explorer">
      <h1>
        {title} {explanation !== undefined && <Explanation of="this view">{explanation}</Explanation>}
      </h1>
      {lead !== undefined && <p class="lead">{lead}</p>}
      {children}
    </div>
  );
}
