/** Shows text and data from the chain, which may be hostile or very long: shortened, isolated, and expandable in steps. */

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { bytesOf, grouped, shorten, visible } from '../read/format.js';

/** Characters that are shown at first, and that each step adds. */
const FIRST = 240;
const STEP = 4000;

interface Props {
  readonly text: string;
  /** Most characters that are shown at first. */
  readonly first?: number;
}

interface ShortenedProps extends Props {
  readonly class: string;
  readonly size: (more: number) => string;
}

function Shortened({ text, first = FIRST, size, ...rest }: ShortenedProps): JSX.Element {
  const extra = useSignal(0);
  const { text: start, more } = shorten(text, first + extra.value);
  return (
    <span class={rest.class}>
      <bdi>{visible(start)}</bdi>
      {more > 0 && (
        <>
          … <span class="quiet">({size(more)})</span>{' '}
          <button type="button" class="more" onClick={() => (extra.value += STEP)}>
            Show more
          </button>
        </>
      )}
      {extra.value > 0 && (
        <>
          {' '}
          <button type="button" class="more" onClick={() => (extra.value = 0)}>
            Show less
          </button>
        </>
      )}
    </span>
  );
}

/** Shows a text. Characters that reorder or hide other text appear as their codes. */
export const ChainText = ({ text, first = FIRST }: Props): JSX.Element => (
  <Shortened
    class="chain-text"
    text={text}
    first={first}
    size={(more) => `${grouped(text.length)} characters, ${grouped(more)} more`}
  />
);

/** Shows hex data with its size. */
export const ChainData = ({ text, first = FIRST }: Props): JSX.Element => (
  <Shortened
    class="chain-text mono"
    text={text}
    first={first}
    size={(more) => `${grouped(bytesOf(text))} bytes, ${grouped(Math.ceil(more / 2))} more`}
  />
);
