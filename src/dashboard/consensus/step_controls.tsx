/** Chooses when blocks are made, and advances the network by hand. */
import type { JSX } from 'preact';
import { CallButton } from '../shell/call_button.js';
import { Explanation } from '../shell/explanation.js';
import { controls, engine, hasEngine } from '../shell/store.js';
import { source } from './source.js';

const UNITS = { event: 'an event', step: 'a step', round: 'a round', height: 'a height' } as const;

export function StepControls(): JSX.Element | null {
  if (source.value.type !== 'live') return null;
  if (hasEngine.value) return <EngineNote />;
  const mode = controls.value?.miningMode ?? '';
  const canStep = mode === 'step' || mode === 'manual';
  return (
    <div class="row controls">
      <CallButton
        method="halley_setMiningMode"
        params={['realtime', { factor: 1 }]}
        class={mode.startsWith('realtime') ? 'primary' : ''}
      >
        Real time
      </CallButton>
      <CallButton method="halley_setMiningMode" params={['step']} class={mode === 'step' ? 'primary' : ''}>
        Step by step
      </CallButton>
      <CallButton method="halley_setMiningMode" params={['automine']} class={/^auto/.test(mode) ? 'primary' : ''}>
        Automine
      </CallButton>
      {Object.entries(UNITS).map(([unit, text]) => (
        <CallButton key={unit} method="halley_step" params={[unit, 1]} disabled={!canStep}>
          Advance {text}
        </CallButton>
      ))}
      <Explanation of="the mining modes">
        In the mode realtime, consensus takes its timeouts on the wall clock. In the mode step, nothing happens until
        you ask for the next event, step, round or height. In the mode automine, the chain idles until a transaction
        arrives. Control has the other modes, and shows the call of each button.
      </Explanation>
      <Hint mode={mode} />
    </div>
  );
}

/** Says what is known where an engine in another process decides the blocks. */
const EngineNote = (): JSX.Element => (
  <p class="quiet engine-note">
    A CometBFT engine decides the blocks{engine.value === undefined ? '' : ` (RPC ${engine.value.url})`}. It reports its
    own state, and the votes that it has received. The state of the other validators is not reported: they are marked
    unknown, with their last votes. An arrow of a vote begins when its validator signed it, by the clock of that
    validator, and ends when this node counted it.
  </p>
);

function Hint({ mode }: { readonly mode: string }): JSX.Element | null {
  if (mode === 'step') return <p class="quiet">Press “Advance an event” to see the next thing that happens.</p>;
  if (mode === 'manual')
    return <p class="quiet">The chain waits for evm_mine, or for “Advance a height”. Or choose “Real time”.</p>;
  if (/^auto/.test(mode))
    return <p class="quiet">The chain waits for a transaction. Send one, or choose “Real time” or “Step by step”.</p>;
  return null;
}
