/** Sets when blocks are made, steps through consensus, and mines blocks. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { toQuantity } from '../../explorer/read/format.js';
import { CallAction } from '../../shell/call_button.js';
import { Explanation } from '../../shell/explanation.js';
import { Choice, Field, numberIn } from '../../shell/fields.js';
import { controls } from '../../shell/store.js';
import { MODES, miningParams } from './mining_choice.js';

export function MiningMode(): JSX.Element {
  const [mode, ms, factor] = [useSignal('step'), useSignal('1000'), useSignal('1')];
  const params = miningParams(mode.value, numberIn(ms), numberIn(factor));
  return (
    <section class="panel" aria-labelledby="mining-mode">
      <h2 id="mining-mode">
        Mining mode{' '}
        <Explanation of="mining mode">
          Decides when blocks are made. In automine, interval, mixed and manual a height runs without a pause. In
          realtime its timeouts take their time, and in step you ask for each part of it.
        </Explanation>
      </h2>
      <p>
        Now: <strong>{controls.value?.miningMode ?? 'not known yet'}</strong>
      </p>
      <div class="row">
        <Choice label="Mode" value={mode} choices={MODES} />
        {(mode.value === 'interval' || mode.value === 'mixed') && (
          <Field label="Interval in ms" value={ms} type="number" min={1} />
        )}
        {mode.value === 'realtime' && (
          <Field label="Factor" value={factor} type="number" min={0} step="any" hint="2 is twice as fast" />
        )}
      </div>
      <CallAction method="halley_setMiningMode" params={params ?? [mode.value]} disabled={params === undefined}>
        Set the mining mode
      </CallAction>
    </section>
  );
}

interface Position {
  readonly height: string;
  readonly round: string;
  readonly step: string;
  readonly count: string;
}

const UNITS = ['event', 'step', 'round', 'height'] as const;

export function Stepping(): JSX.Element {
  const [unit, count] = [useSignal('step'), useSignal('1')];
  const place = useSignal<Position | undefined>(undefined);
  const wanted = numberIn(count);
  const canStep = ['step', 'manual'].includes(controls.value?.miningMode ?? '');
  return (
    <section class="panel" aria-labelledby="stepping">
      <h2 id="stepping">
        Step{' '}
        <Explanation of="steps">
          Advances the simulated network by what validator 0 goes through: one event, one step of its round, a round, or
          a height.
        </Explanation>
      </h2>
      <div class="row">
        <Choice label="Unit" value={unit} choices={UNITS} />
        <Field label="Count" value={count} type="number" min={1} max={10000} />
      </div>
      <CallAction
        method="halley_step"
        params={[unit.value, wanted ?? 1]}
        disabled={!canStep || wanted === undefined || wanted < 1}
        onResult={(result) => (place.value = result as Position)}
      >
        Step
      </CallAction>
      {!canStep && <p class="quiet">Steps need the mining mode step or manual.</p>}
      <p role="status">
        {place.value !== undefined &&
          `${Number(place.value.count)} done: height ${Number(place.value.height)}, round ${Number(place.value.round)}, ${place.value.step}.`}
      </p>
    </section>
  );
}

export function Mine(): JSX.Element {
  const [blocks, seconds] = [useSignal('1'), useSignal('')];
  const [wanted, apart] = [numberIn(blocks), numberIn(seconds)];
  const params = apart === undefined ? [toQuantity(wanted ?? 1)] : [toQuantity(wanted ?? 1), toQuantity(apart)];
  const isWhole = (value: number | undefined): boolean => value !== undefined && Number.isInteger(value) && value >= 0;
  return (
    <section class="panel" aria-labelledby="mine">
      <h2 id="mine">Mine blocks</h2>
      <div class="row">
        <Field label="Blocks" value={blocks} type="number" min={1} max={1000000} />
        <Field label="Seconds between them" value={seconds} type="number" min={0} hint="empty: by the clock" />
      </div>
      <CallAction
        method="anvil_mine"
        params={params}
        disabled={!isWhole(wanted) || wanted === 0 || (seconds.value !== '' && !isWhole(apart))}
      >
        Mine
      </CallAction>
    </section>
  );
}
