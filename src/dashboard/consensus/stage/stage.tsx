/**
 * The stage: narrator, ring, inspector, transport bar and film strip. It shows what `shown` holds, whatever the source:
 * `showLive`, `openTrace` and `showRun` choose it, and `shown.value.player` is the clock from which all parts are drawn.
 *
 * @example
 * const take = showRun('An exercise'); // Messages of any source go to `take`.
 * <Stage flags={new Map([[2, '1.1']])} />
 */
import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { pressKey } from './advance.js';
import { Inspector } from './inspector.js';
import { Narrator } from './narrator.js';
import { canAct, isInspecting, Ring } from './ring.js';
import { type Flags, Strip } from './strip.js';
import { Transport } from './transport.js';

interface Props {
  readonly flags?: Flags | undefined;
}

export function Stage({ flags }: Props): JSX.Element {
  useKeys();
  return (
    <div class={`stage${isInspecting.value ? ' inspecting' : ''}`}>
      <Narrator />
      <div class="scene">
        <Ring />
        <Legend />
        {isInspecting.value && <Inspector />}
      </div>
      <Transport />
      <Strip flags={flags} />
    </div>
  );
}

/** Follows the keys of the clock while the view is shown. */
export function useKeys(): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const isTrack = target instanceof HTMLInputElement && target.type === 'range';
      if (target instanceof Element && !isTrack && target.closest('input, select, textarea, dialog, [role=menu]'))
        return;
      if (event.key === ' ' && target instanceof Element && target.closest('button, a, summary')) return;
      if (event.key.toLowerCase() === 'i') isInspecting.value = !isInspecting.value;
      else if (!pressKey(event)) return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

const SIGNS = [
  ['proposal', '◆', 'proposal'],
  ['prevote', '●', 'prevote'],
  ['precommit', '■', 'precommit'],
  ['nil', '○', 'hollow: nil'],
  ['mark', '❘', 'two thirds'],
  ['lock', '⬤', 'locked, or decided'],
] as const;

const Legend = (): JSX.Element => (
  <ul class="legend" aria-label="Signs of the drawing">
    {SIGNS.map(([name, sign, text]) => (
      <li key={name}>
        <span class={`sign ${name}`} aria-hidden="true">
          {sign}
        </span>{' '}
        {text}
      </li>
    ))}
    {canAct() && <li class="hint">Click a validator to change it, drag it to cut it off</li>}
    <li>
      <button
        type="button"
        aria-pressed={isInspecting.value}
        onClick={() => (isInspecting.value = !isInspecting.value)}
      >
        Inspect
      </button>
    </li>
  </ul>
);
