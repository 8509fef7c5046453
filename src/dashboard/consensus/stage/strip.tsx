/** The film strip: the blocks that the page has seen, with their failed rounds and seals. A click replays one. */
import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { DecidedHeight } from '../../model/network_state.js';
import { STEP } from '../../model/node_state.js';
import { controls, hasEvm } from '../../shell/store.js';
import { clock, refresh, shown } from '../source.js';
import { sendTransaction } from './advance.js';
import { canAct } from './ring.js';

/** Words on a frame of the strip, by height: steps of an exercise or of a scenario. */
export type Flags = ReadonlyMap<number, string>;

const MAX_FRAMES = 30;
const MAX_SEALS = 7;
const MAX_FAILED = 3;

export function Strip({ flags }: { readonly flags?: Flags | undefined }): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  const decided = useComputed(() => clock.value.history.live?.decided).value ?? [];
  const height = useComputed(() => clock.value.player.axis.height).value;
  const { history } = shown.value;
  const live = history.live?.height ?? 0;
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current]');
    if (current instanceof HTMLElement && list.current !== null)
      list.current.scrollLeft = current.offsetLeft - list.current.clientWidth + 2 * current.offsetWidth;
  }, [height, live]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: Without it the keyboard cannot scroll the strip.
    <ol ref={list} class="strip" aria-label="Film strip of blocks" tabIndex={0}>
      {decided.slice(-MAX_FRAMES).map((block) => (
        <li key={block.height}>
          <Frame block={block} isShown={block.height === height} flag={flags?.get(block.height)} />
        </li>
      ))}
      {history.undone
        .filter((block) => block.height >= live)
        .map(({ height: gone }) => (
          <li key={`undone ${gone}`} class="frame undone">
            <del>{gone}</del> <small>reverted</small>
          </li>
        ))}
      <li>
        <Next height={live} isShown={live === height} flag={flags?.get(live)} />
      </li>
    </ol>
  );
}

interface FrameProps {
  readonly block: DecidedHeight;
  readonly isShown: boolean;
  readonly flag: string | undefined;
}

function Frame({ block: { height, round, seals }, isShown, flag }: FrameProps): JSX.Element {
  const { history, player } = shown.value;
  const start = history.blockStart(height);
  const count = history.live?.nodes.length ?? 0;
  const replay = (): void => {
    if (start === undefined) return;
    player.seek(history.axisAt(start + 1).indexAt(0));
    player.play();
    refresh();
  };
  const late = round === 0 ? '' : `, which was decided in round ${round}`;
  const failed = round > MAX_FAILED ? `✕${round} ` : '✕'.repeat(round);
  return (
    <button
      type="button"
      class="frame"
      disabled={start === undefined}
      title={start === undefined ? 'The page does not have the rounds of this block.' : `Replay block ${height}${late}`}
      aria-current={isShown ? 'step' : undefined}
      onClick={replay}
    >
      {flag !== undefined && <span class="flag">{flag}</span>}
      <strong>{height}</strong>{' '}
      <span class="rounds">
        <span class="failed">{failed}</span>✓
      </span>{' '}
      <small class="seals">
        {count <= MAX_SEALS ? '▪'.repeat(seals) + '▫'.repeat(Math.max(0, count - seals)) : `${seals} of ${count}`}
      </small>
    </button>
  );
}

interface NextProps {
  readonly height: number;
  readonly isShown: boolean;
  readonly flag: string | undefined;
}

/** Shows the block that is being decided, or that a transaction would begin. */
function Next({ height, isShown, flag }: NextProps): JSX.Element {
  // Nobody needs to ask for a block that has begun.
  const hasBegun = shown.value.history.live?.nodes.some((node) => node.height === height && node.step > STEP.newHeight);
  const isAsked = canAct() && /^auto/.test(controls.value?.miningMode ?? '') && hasBegun !== true;
  const show = (): void => {
    shown.value.player.newest();
    refresh();
    if (isAsked && !isShown) void sendTransaction();
  };
  return (
    <button type="button" class="frame next" aria-current={isShown ? 'step' : undefined} onClick={show}>
      {flag !== undefined && <span class="flag">{flag}</span>}
      <strong>{height}</strong>{' '}
      <small>{isAsked ? (hasEvm.value ? 'send a transaction' : 'make a block') : 'newest'}</small>
    </button>
  );
}
