/** Frames a part of a page: always open, or opened by the reader. */
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

interface Props {
  readonly title: ComponentChildren;
  /** Content beside the title. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Card({ title, aside, children }: Props): JSX.Element {
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

export const ClosedCard = ({ title, aside, children }: Props): JSX.Element => (
  <details class="panel closed">
    <summary>
      <h2>{title}</h2> <span class="quiet">{aside}</span>
    </summary>
    {children}
  </details>
);
