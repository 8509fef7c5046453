/** Shows facts as names and values. */
import type { ComponentChildren, JSX } from 'preact';
import { Explanation } from '../../shell/explanation.js';

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
