/** Moves the clock of block times. */

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { timeText } from '../../explorer/read/format.js';
import { readTime } from '../../explorer/read/typed.js';
import { CallAction } from '../../shell/call_button.js';
import { Explanation } from '../../shell/explanation.js';
import { Field, numberIn } from '../../shell/fields.js';
import { head } from '../../shell/store.js';

const MICROS = 1_000_000;

export function TimeTravel(): JSX.Element {
  const [seconds, at, interval] = [useSignal('3600'), useSignal(''), useSignal('12')];
  const [more, next, apart] = [numberIn(seconds), readTime(at.value), numberIn(interval)];
  const newest = head.value && Math.floor(head.value.time / MICROS);
  return (
    <section class="panel" aria-labelledby="time">
      <h2 id="time">
        Time travel{' '}
        <Explanation of="time travel">
          Block times are whole seconds and always increase. A change takes effect when the next height starts. All
          chains of the devnet share one clock.
        </Explanation>
      </h2>
      <p>Newest block: {newest === undefined ? '–' : `${timeText(newest)} (${newest} Unix seconds)`}</p>
      <Field label="Seconds to add" value={seconds} type="number" min={1} />
      <CallAction
        method="evm_increaseTime"
        params={[more ?? 0]}
        disabled={!more || more < 1 || !Number.isInteger(more)}
      >
        Increase the time
      </CallAction>
      <Field label="Time of the next block" value={at} hint="ISO, such as 2030-01-01T00:00:00Z, or Unix seconds" />
      <CallAction method="evm_setNextBlockTimestamp" params={[next ?? 0]} disabled={next === undefined}>
        Set the time of the next block
      </CallAction>
      <Field label="Seconds between blocks" value={interval} type="number" min={1} />
      <CallAction method="anvil_setBlockTimestampInterval" params={[apart ?? 0]} disabled={!apart || apart < 1}>
        Fix the time between blocks
      </CallAction>
      <CallAction method="anvil_removeBlockTimestampInterval">Follow the clock again</CallAction>
    </section>
  );
}
