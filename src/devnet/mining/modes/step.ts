/** Runs one event of the network at a time, on request, so that clients can see every step of a round. */
import { defineMiningMode } from '../mining_mode_definition.js';

export interface StepMode {
  readonly type: 'step';
}

export const mode = defineMiningMode<StepMode>({
  type: 'step',
  describe: () => 'step by step on request (halley_step)',
  parameters: {},
  yieldsBetweenEvents: true,
  allowsStep: true,
});
