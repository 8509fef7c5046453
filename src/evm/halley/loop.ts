/**
 * Runs the interpreter until it needs the host. Nothing here is asynchronous by itself: when something must be awaited,
 * the loop returns a promise, and the run continues from the same position.
 */
import type { MachineState } from '../state.js';
import { call } from './calls.js';
import { create } from './creations.js';
import { failed, frameEnded } from './frame_end.js';
import { callWithin } from './host_calls.js';
import * as layout from './layout.js';
import { log, operate, provideSlot } from './operations.js';
import type { Loop, Run } from './run.js';

/** Exits between two calls of the guard. An exit may cost as much as many operations. */
const EXITS_PER_LOOK = 64;

export const LOOP: Loop = { untilEnded, callWithin };

function untilEnded<S extends MachineState>(run: Run<S>): Promise<void> | undefined {
  const below = run.frames.length - 1;
  const wait = advance(run, below, false);
  return wait && advanceLater(run, wait, below);
}

async function advanceLater<S extends MachineState>(
  run: Run<S>,
  first: Promise<boolean>,
  below: number,
): Promise<void> {
  for (let wait: Promise<boolean> | undefined = first; wait !== undefined; ) wait = advance(run, below, await wait);
}

/**
 * Runs until only `below` frames are left, or until something must be awaited. Then the promise resolves to whether the
 * next operation was already reported.
 */
function advance<S extends MachineState>(
  run: Run<S>,
  below: number,
  wasReported: boolean,
): Promise<boolean> | undefined {
  const { wasm, guard } = run;
  let exits = 0;
  for (let isReported = wasReported; run.frames.length > below; ) {
    const status = wasm.call.run(isReported);
    isReported = false;
    let wait: Promise<void> | undefined;
    switch (status) {
      case layout.PAUSED:
        isReported = wasm.number(layout.REPORTED) !== 0;
        wait = guard.look();
        break;
      case layout.STEPPED:
        isReported = true;
        wait = run.report(wasm.gas(layout.COST));
        break;
      case layout.SLOT_MISSING:
        isReported = wasm.number(layout.REPORTED) !== 0;
        provideSlot(run);
        break;
      case layout.LOGGED:
        log(run);
        break;
      case layout.HOST:
        wait = operate(run);
        break;
      case layout.CALLED:
        wait = call(run);
        break;
      case layout.CREATED:
        wait = create(run);
        break;
      case layout.FAILED:
        wait = failed(run);
        break;
      default:
        wait = frameEnded(run, status);
    }
    if (wait === undefined && ++exits % EXITS_PER_LOOK === 0) wait = guard.look();
    if (wait !== undefined) {
      const reported = isReported;
      return wait.then(() => reported);
    }
  }
  return undefined;
}
