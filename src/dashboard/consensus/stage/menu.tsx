/** What can be done to a validator where it is shown. Each action shows the call that does the same. */
import { signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { callEvm } from '../../feed/http.js';
import { groupsOf } from '../../model/groups.js';
import { faultOf, isProposer, type NetworkState, nameOf } from '../../model/network_state.js';
import { type Call, call } from '../../shell/call.js';
import { HowToCall } from '../../shell/how_to_call.js';
import { linkTo } from '../../shell/route.js';
import { chainId, hasEvm, notice } from '../../shell/store.js';
import { picture } from '../source.js';
import type { Layout } from './layout.js';

/** Call of the last action on the stage, with the chain on which it was made. */
const last = signal<Call | undefined>(undefined);

/** Changes the network. A refusal is a notice. */
export async function act(what: Call): Promise<void> {
  try {
    await callEvm(chainId.value, what.method, what.params);
    last.value = what;
  } catch (error) {
    notice.value = { tone: 'error', text: `${what.method}: ${(error as Error).message}` };
  }
}

/** Shows how programs do what was last done by a drag or a menu. */
export const LastAction = (): JSX.Element | null =>
  last.value === undefined ? null : (
    <div class="last-action">
      <HowToCall calls={[last.value]} />
      <button type="button" aria-label="Close the call" onClick={() => (last.value = undefined)}>
        ✕
      </button>
    </div>
  );

interface Action {
  readonly text: string;
  readonly call: Call;
}

const POWER_STEP = 10;
const CLOCK_MS = 500;
/** Most validators whose links the menu lists one by one. */
const MAX_LINKS = 7;
const MENU_PX = 248;

interface Props {
  readonly index: number;
  readonly layout: Layout;
  readonly onClose: () => void;
}

export function ValidatorMenu({ index, layout, onClose }: Props): JSX.Element | null {
  const box = useRef<HTMLDivElement>(null);
  const about = useSignal<Call | undefined>(undefined);
  useEffect(() => {
    box.current?.querySelector('button')?.focus({ preventScroll: true });
    const leave = (event: PointerEvent): void => {
      if (event.target instanceof Element && event.target.closest('.validator, .ring-menu') === null) onClose();
    };
    addEventListener('pointerdown', leave);
    return () => removeEventListener('pointerdown', leave);
  }, [index]);
  const { state } = picture.value;
  if (state === undefined) return null;
  const power = Number(state.powers.powers[index] ?? 0n);
  const at = layout.isMany ? layout.centre : (layout.places[index] ?? layout.centre);
  const isLeft = at.x + layout.whole + MENU_PX + 16 < layout.width;
  const left = Math.max(
    8,
    Math.min(layout.width - MENU_PX - 8, isLeft ? at.x + layout.whole + 10 : at.x - layout.whole - 10 - MENU_PX),
  );
  const run = (what: Call): void => {
    void act(what);
    onClose();
    document.querySelector<HTMLElement>(`[data-node="${index}"]`)?.focus({ preventScroll: true });
  };
  const item = ({ text, call: what }: Action): JSX.Element => (
    <button
      key={text}
      type="button"
      role="menuitem"
      onClick={() => run(what)}
      onFocus={() => (about.value = what)}
      onPointerEnter={() => (about.value = what)}
    >
      {text}
    </button>
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const place = buttons.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Escape') {
      onClose();
      document.querySelector<HTMLElement>(`[data-node="${index}"]`)?.focus({ preventScroll: true });
    } else if (event.key === 'ArrowDown') buttons[(place + 1) % buttons.length]?.focus();
    else if (event.key === 'ArrowUp') buttons[(place - 1 + buttons.length) % buttons.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: The keys move between the items of the menu in it.
    <div ref={box} class="ring-menu" style={{ left: `${left}px`, width: `${MENU_PX}px` }} onKeyDown={onKeyDown}>
      <p>
        <strong>{nameOf(state.validators, index)}</strong>{' '}
        <span class="quiet">
          power {power} of {String(state.powers.total)}
          {isProposer(state, index) && `, proposes block ${state.nodes[index]?.height}`}
        </span>
      </p>
      <div role="menu" aria-label={nameOf(state.validators, index)}>
        {actionsOf(index).map(item)}
        {hasEvm.value && (
          <div class="row">
            {item({
              text: `Power ${Math.max(0, power - POWER_STEP)}`,
              call: call('halley_setValidatorPower', index, Math.max(0, power - POWER_STEP)),
            })}
            {item({
              text: `Power ${power + POWER_STEP}`,
              call: call('halley_setValidatorPower', index, power + POWER_STEP),
            })}
          </div>
        )}
        <div class="row">
          {item({ text: `Clock +${CLOCK_MS} ms`, call: call('halley_setClockSkew', index, CLOCK_MS) })}
          {item({ text: 'Clock exact', call: call('halley_setClockSkew', index, 0) })}
        </div>
        {state.nodes.length <= MAX_LINKS && (
          <div class="row">
            {[...state.nodes.keys()].filter((other) => other !== index).map((other) => item(linkAction(index, other)))}
          </div>
        )}
      </div>
      {about.value !== undefined && <HowToCall calls={[about.value]} />}
      <p>
        <a href={linkTo('faults')}>All faults</a>
      </p>
    </div>
  );
}

function linkAction(index: number, other: number): Action {
  const isCut = picture.value.state?.cuts.some((ends) => ends.includes(index) && ends.includes(other)) === true;
  return {
    text: `${isCut ? 'Restore' : 'Cut'} link to ${other}`,
    call: call('halley_setLink', index, other, isCut ? {} : { up: false }),
  };
}

/** Returns what begins a fault of the validator, or ends it. */
function faultAction(state: NetworkState, index: number, text: string, type: string): Action {
  const active = faultOf(state, index, type);
  return active === undefined
    ? { text, call: call('halley_addFault', { type, node: index }) }
    : { text: `End “${text}”`, call: call('halley_removeFault', Number(active.name)) };
}

function actionsOf(index: number): readonly Action[] {
  const { state } = picture.value;
  if (state === undefined) return [];
  const groups = groupsOf(state).map(({ members }) => members);
  const rest = groups.map((group) => group.filter((member) => member !== index)).filter((group) => group.length > 0);
  const isAlone = groups.some((group) => group.length === 1 && group[0] === index);
  const isUp = state.nodes[index]?.up === true;
  return [
    isUp
      ? { text: 'Crash', call: call('halley_crashValidator', index) }
      : { text: 'Restart', call: call('halley_restartValidator', index) },
    ...(isAlone ? [] : [{ text: 'Cut off from the others', call: call('halley_partition', [...rest, [index]]) }]),
    ...(groups.length > 1 || state.cuts.length > 0 ? [{ text: 'Heal the network', call: call('halley_heal') }] : []),
    faultAction(state, index, 'Vote twice', 'equivocate'),
    faultAction(state, index, 'Propose nothing', 'silent-proposer'),
    faultAction(state, index, 'Propose two blocks', 'double-proposal'),
  ];
}
