/** Moves the clock of the stage forwards and backwards; at the newest instant a step forwards advances the chain. */
import { signal } from '@preact/signals';
import { callEvm } from '../../feed/http.js';
import { STEP_UNITS, type StepUnit } from '../../model/player.js';
import { call } from '../../shell/call.js';
import { chainId, controls, hasEngine, hasEvm, notice } from '../../shell/store.js';
import { isReduced, refresh, shown, source } from '../source.js';
import { act } from './menu.js';

/** Unit of a step forwards or backwards. */
export const unit = signal<StepUnit>('phase');

export { STEP_UNITS };

const CHAIN_UNITS = { event: 'event', phase: 'step', round: 'round', block: 'height' } as const;

/** Returns whether a step at the newest instant can advance the chain. */
export function canAdvance(): boolean {
  if (source.value.type !== 'live' || hasEngine.value) return false;
  return /^(auto|step|manual)/.test(controls.value?.miningMode ?? '');
}

/** Plays the next step; while something plays, goes to the end of the step at once. */
export function stepForward(by: StepUnit = unit.value): void {
  const { player, history } = shown.value;
  if (player.isNewest) {
    if (canAdvance()) void advanceChain(by);
    return;
  }
  const goal = player.stepFrom(by, 1);
  if (goal >= history.end && (by === 'event' || isReduced())) player.newest();
  else if (by === 'event' || isReduced() || player.isPlaying) player.seek(goal);
  else player.playTo(goal);
  refresh();
}

export function stepBack(by: StepUnit = unit.value): void {
  const { player } = shown.value;
  player.seek(player.stepFrom(by, -1));
  refresh();
}

export function togglePlay(): void {
  const { player } = shown.value;
  if (player.isPlaying) player.pause();
  else if (player.isNewest) {
    player.seek(player.axis.indexAt(0));
    player.play();
  } else player.play();
  refresh();
}

async function advanceChain(by: StepUnit): Promise<void> {
  if (/^auto/.test(controls.value?.miningMode ?? '')) await sendTransaction();
  else await act(call('halley_step', CHAIN_UNITS[by], 1));
}

/** Sends a little from the first account of the node to the second one, so that a block is made, or makes an empty one. */
export async function sendTransaction(): Promise<void> {
  if (!hasEvm.value) return act(call('evm_mine'));
  try {
    const [from, to = from] = await callEvm<readonly string[]>(chainId.value, 'eth_accounts');
    if (from === undefined) throw new Error('the node has no account that can send: see Control');
    await act(call('eth_sendTransaction', { from, to, value: '0x1' }));
  } catch (error) {
    notice.value = { tone: 'error', text: (error as Error).message };
  }
}

const PARTS = 10;

/** Does what a key means on the stage. Returns whether it means anything. */
export function pressKey({ key, shiftKey }: KeyboardEvent): boolean {
  const { player, history } = shown.value;
  const { axis } = player;
  if (key === ' ') togglePlay();
  else if (key === 'ArrowRight') stepForward(shiftKey ? 'block' : unit.value);
  else if (key === 'ArrowLeft') stepBack(shiftKey ? 'block' : unit.value);
  else if (key === 'Home') player.seek(history.first);
  else if (key === 'End') player.newest();
  else if (/^\d$/.test(key)) player.seekPlace(axis, (Number(key) / PARTS) * axis.length);
  else return false;
  refresh();
  return true;
}
