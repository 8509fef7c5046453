/** Shows a short explanation behind a question mark. */
import type { ComponentChildren, JSX } from 'preact';

interface Props {
  /** Name of what is explained. */
  readonly of: string;
  readonly children: ComponentChildren;
}

export const Explanation = ({ of, children }: Props): JSX.Element => (
  <details class="explanation">
    <summary aria-label={`Explain ${of}`}>?</summary>
    <div class="explanation-text">{children}</div>
  </details>
);
