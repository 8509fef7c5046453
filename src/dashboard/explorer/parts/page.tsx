/** Frame of the explorer's views: a title with an explanation, cards, facts. */

import { useSignalEffect } from '@preact/signals';
import type { ComponentChildren, ComponentType, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Explanation } from '../../shell/explanation.js';
import { about, chainId } from '../../shell/store.js';
import { followArtifacts } from '../abi/registry.js';
import { followAccounts } from '../read/node_accounts.js';
import { ChainText } from './chain_text.js';

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

export const Facts = ({ children }: { readonly children: ComponentChildren }): JSX.Element => (
  <dl class="facts">{children}</dl>
);

interface FactProps {
  readonly name: string;
  readonly children: ComponentChildren;
  readonly explanation?: ComponentChildren;
}

export const Fact = ({ name, children, explanation }: FactProps): JSX.Element => (
  <div>
    <dt>
      {name} {explanation !== undefined && <Explanation of={name}>{explanation}</Explanation>}
    </dt>
    <dd>{children}</dd>
  </div>
);

interface OfAddressProps {
  readonly title: string;
  /** Text in the place of the address. */
  readonly text: string;
  /** Component for an address, which it receives in lower case. */
  readonly component: ComponentType<{ readonly address: string }>;
}

/** Shows what is at an address, or that a text is none. */
export const OfAddress = ({ title, text, component: Known }: OfAddressProps): JSX.Element =>
  /^0x[0-9a-f]{40}$/i.test(text) ? (
    <Known address={text.toLowerCase()} />
  ) : (
    <Page title={title}>
      <p>
        <ChainText text={text} first={80} /> is not an address: expected 0x and 40 hex digits.
      </p>
    </Page>
  );

interface CardProps {
  readonly title: ComponentChildren;
  /** Content beside the title. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Card({ title, aside, children }: CardProps): JSX.Element {
  const id = useId();
  return (
    <section class="panel" aria-labelledby={id}>
      <header class="card-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

export const ClosedCard = ({ title, aside, children }: CardProps): JSX.Element => (
  <details class="panel closed">
    <summary>
      <h2>{title}</h2> <span class="quiet">{aside}</span>
    </summary>
    {children}
  </details>
);

interface BarProps {
  readonly used: string;
  readonly limit: string;
}

const WIDTH = 100;

export const GasBar = ({ used, limit }: BarProps): JSX.Element => (
  <svg class="gas-bar" viewBox={`0 0 ${WIDTH} 4`} preserveAspectRatio="none" aria-hidden="true">
    <rect class="used" width={Math.min(WIDTH, (Number(used) / Math.max(1, Number(limit))) * WIDTH)} height="4" />
  </svg>
);
