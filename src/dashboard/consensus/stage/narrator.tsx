/** The narrator: a sentence about the shown instant, with the number that matters, and a button where one helps. */
import { signal, useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type Group, groupsOf } from '../../model/groups.js';
import { type Narration, narrate, percentText } from '../../model/narrate.js';
import type { NetworkState } from '../../model/network_state.js';
import type { Player } from '../../model/player.js';
import { type Call, call } from '../../shell/call.js';
import { linkTo } from '../../shell/route.js';
import { connection, controls, hasEvm, head, reconnect } from '../../shell/store.js';
import { clock, onFrame, picture, refresh, secondsLost, shown, source } from '../source.js';
import { canAdvance, sendTransaction, stepForward } from './advance.js';
import { act } from './menu.js';
import { canAct } from './ring.js';

const narration = signal<Narration | undefined>(undefined);

const PHASES: Readonly<Record<Narration['phase'], readonly [sign: string, name: string]>> = {
  propose: ['◆', 'Propose'],
  prevote: ['●', 'Prevote'],
  precommit: ['■', 'Precommit'],
  commit: ['✓', 'Decided'],
  stuck: ['✕', 'Stuck'],
  fork: ['✕', 'Fork'],
  reverted: ['✕', 'Reverted'],
};
const GONE = ['✕', 'Disconnected'] as const;

/** How long there has been no connection, in seconds. */
const lostFor = signal(0);

export function Narrator(): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => onFrame((now) => narrateFrame(box.current, now)), []);
  const isGone = source.value.type === 'live' && connection.value === 'lost';
  const said = narration.value;
  const isStill = useComputed(() => !clock.value.player.isPlaying).value;
  const [sign, name] = isGone ? GONE : said === undefined ? ['', 'Waiting'] : PHASES[said.phase];
  return (
    <div
      ref={box}
      class={`narrator ${isGone ? 'gone' : (said?.phase ?? '')}`}
      data-narrator=""
      aria-live={isStill ? 'polite' : 'off'}
    >
      <p class="phase">
        <span class="pill">
          <span aria-hidden="true">{sign}</span> {name}
        </span>
        <span class="place">{said?.place}</span>
        {said?.failed !== undefined && !isGone && (
          <span class="pill failed">
            <span aria-hidden="true">✕</span> {said.failed} rounds failed
          </span>
        )}
        <Meter />
      </p>
      <p class="said">
        {isGone ? 'The devnet does not answer' : (said?.title ?? 'Waiting for the first picture of the network…')}
      </p>
      <div class="why">
        <p>{isGone ? `What you see is ${lostFor.value} s old. The page tries to connect again.` : said?.why}</p>
        {isGone ? (
          <button type="button" class="primary" onClick={reconnect}>
            Connect now
          </button>
        ) : (
          <Remedy said={said} />
        )}
      </div>
    </div>
  );
}

/** Least time that a sentence stays while the stage plays, in ms. */
const HOLD_MS = 1500;
let narrated: readonly unknown[] = [];
/** Frame in which the last sentence came, in ms, and the block that it is about. */
let saidAt = 0;
let saidHeight = 0;

function narrateFrame(box: HTMLElement | null, now: number): void {
  const { history, player } = shown.value;
  const { state, at, index } = player;
  if (connection.peek() === 'lost') lostFor.value = secondsLost();
  if (state === undefined) return;
  const seconds = Math.floor(at / 100_000);
  const wanted = [state, index, seconds];
  if (wanted.every((value, place) => value === narrated[place])) return;
  box?.setAttribute('data-narrator', `${index}`);
  const isQuiet = history.end === history.first;
  const { letters } = history;
  const next = narrate({ state, at, height: player.axis.height, letters, undone: isQuiet ? history.undone : [] });
  const before = narration.peek();
  const isOther = before !== undefined && before.title !== next.title;
  // A sentence about a block that was left behind is not held.
  const isNear = Math.abs(player.axis.height - saidHeight) <= 1;
  if (isOther && player.isPlaying && isNear && now - saidAt < HOLD_MS) return;
  if (isOther) saidAt = now;
  saidHeight = player.axis.height;
  narrated = wanted;
  if (
    before === undefined ||
    (['phase', 'place', 'title', 'why', 'failed'] as const).some((part) => before[part] !== next[part])
  )
    narration.value = next;
}

/** Shows how much of the power is up and can communicate, beside the two thirds that it needs. */
function Meter(): JSX.Element | null {
  const state = useComputed(() => picture.value.state).value;
  if (state === undefined || state.nodes.some(({ unknown }) => unknown)) return null;
  const groups = groupsOf(state);
  const largest = groups.reduce<Group | undefined>(
    (a, b) => (a !== undefined && a.power >= b.power ? a : b),
    undefined,
  );
  if (largest === undefined) return null;
  const share = percentText(largest.power, state.powers);
  return (
    <span class="meter">
      {meterText(state, groups, largest)}{' '}
      <span class="meter-bar" aria-hidden="true">
        <i style={{ width: share.replace(' ', '') }} />
        <b />
      </span>{' '}
      <strong>{share}</strong>
    </span>
  );
}

function meterText({ nodes }: NetworkState, groups: readonly Group[], { up }: Group): string {
  if (groups.length > 1) return `${up} of ${nodes.length} together`;
  return up === nodes.length ? `all ${up} connected` : `${up} of ${nodes.length} up`;
}

/** Offers what ends a state, or begins the next block. */
function Remedy({ said }: { readonly said: Narration | undefined }): JSX.Element | null {
  const { player } = clock.value;
  const { state } = player;
  const left = leftOutText(player);
  if (left !== undefined)
    return (
      <button
        type="button"
        onClick={() => {
          player.newest();
          refresh();
        }}
      >
        {left}: show the newest
      </button>
    );
  if (!canAct() || state === undefined) return null;
  const [text, remedy] = remedyOf(said, state) ?? [];
  if (remedy !== undefined)
    return (
      <button type="button" class="primary" onClick={() => void act(remedy)}>
        {text}
      </button>
    );
  if (said?.phase === 'fork') return <a href={linkTo('control')}>Reset the chain in Control</a>;
  if (!player.isNewest || !canAdvance()) return null;
  if (!/^auto/.test(controls.value?.miningMode ?? ''))
    return said?.phase !== 'reverted' ? null : (
      <button type="button" class="primary" onClick={() => stepForward('block')}>
        Make block {player.axis.height}
      </button>
    );
  return (
    <button type="button" class="primary" onClick={() => void sendTransaction()}>
      {hasEvm.value ? 'Send a transaction' : 'Make a block'}
    </button>
  );
}

/** Returns what the page could not keep or show, if anything. */
function leftOutText({ skipped, wasDropped }: Player): string | undefined {
  if (skipped > 0) return `${skipped} ${skipped === 1 ? 'block' : 'blocks'} skipped`;
  return wasDropped ? 'This is the oldest instant that the page keeps' : undefined;
}

/** Returns what ends a fork, a halt or failing rounds, with the text of its button. */
function remedyOf(said: Narration | undefined, state: NetworkState): readonly [text: string, remedy: Call] | undefined {
  const { nodes, validators, cuts, faults, conflicts } = state;
  if (said?.phase === 'fork') {
    const before = (conflicts.at(-1)?.height ?? 0) - 1;
    const depth = (head.value?.height ?? 0) - before;
    return before > 0 && depth > 0 ? [`Go back to block ${before}`, call('anvil_rollback', depth)] : undefined;
  }
  if (said?.phase !== 'stuck' && said?.failed === undefined) return undefined;
  const down = nodes.findIndex(({ up }) => !up);
  const isApart = groupsOf(state).length > 1;
  if (down >= 0 && !isApart) return [`Restart ${validators[down]?.name}`, call('halley_restartValidator', down)];
  if (isApart || cuts.length > 0) return ['Heal the network', call('halley_heal')];
  const [fault] = faults;
  return fault && [`End the fault “${fault.text}”`, call('halley_removeFault', Number(fault.name))];
}
