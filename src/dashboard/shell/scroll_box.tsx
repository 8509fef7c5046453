/** Box that scrolls sideways where the page is narrow, also with the keyboard. */
import type { ComponentChildren, JSX } from 'preact';

interface Props {
  /** Name of what the box holds. */
  readonly of: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export const ScrollBox = ({ of, children, ...rest }: Props): JSX.Element => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: Without it the keyboard cannot scroll the box.
  <section class={`scroll ${rest.class ?? ''}`} aria-label={of} tabIndex={0}>
    {children}
  </section>
);
