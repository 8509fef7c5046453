/** Numbers of the library's options that a program may get wrong; the command has checked its flags. */
import { MAX_TIMER_MS, MAX_VALIDATORS } from '../config/bounds.js';
import { HalleyError } from '../kernel/errors.js';
import type { DevnetOptions } from './options.js';

function refuse(option: string, value: unknown, expected: string): HalleyError {
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return new HalleyError('invalid-argument', `${option} is ${shown}, expected ${expected}`, {
    option,
    value,
    expected,
  });
}

/** Throws HalleyError `invalid-argument`. */
export function checkOptions({ validators, mining }: DevnetOptions): void {
  if (validators !== undefined && !(Number.isInteger(validators) && validators >= 1 && validators <= MAX_VALIDATORS))
    throw refuse('validators', validators, `a whole number from 1 to ${MAX_VALIDATORS}`);
  if (mining?.type !== 'interval') return;
  const { intervalMs } = mining;
  if (!(Number.isFinite(intervalMs) && intervalMs >= 1 && intervalMs <= MAX_TIMER_MS))
    throw refuse('mining.intervalMs', intervalMs, `milliseconds from 1 to ${MAX_TIMER_MS}`);
}
