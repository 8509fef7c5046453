/** Values of the library's options that a program may get wrong; the command has checked its flags. */
import { MAX_VALIDATORS } from '../config/bounds.js';
import type { ConsensusTimeouts } from '../consensus/env.js';
import { isPrivateKey } from '../crypto/secp256k1.js';
import { HalleyError } from '../kernel/errors.js';
import { tryFromHex } from '../kernel/hex.js';
import type { DevnetOptions } from './options.js';
import type { ClockName } from './run/clock.js';
import { AUTOMINE, type Pace, readPace, readPaceText } from './run/paces.js';

const CLOCK_NAMES: readonly ClockName[] = ['wall', 'virtual'];

function refuse(option: string, value: unknown, expected: string): HalleyError {
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return new HalleyError('invalid-argument', `${option} is ${shown}, expected ${expected}`, {
    option,
    value,
    expected,
  });
}

/** Throws HalleyError `invalid-argument`. */
export function checkOptions({ validators, clock, timeouts, privateKeys, ...rest }: DevnetOptions): void {
  paceOption(rest);
  if (validators !== undefined && !(Number.isInteger(validators) && validators >= 1 && validators <= MAX_VALIDATORS))
    throw refuse('validators', validators, `a whole number from 1 to ${MAX_VALIDATORS}`);
  if (typeof clock === 'string' && !CLOCK_NAMES.includes(clock))
    throw refuse('clock', clock, `${CLOCK_NAMES.map((name) => `"${name}"`).join(', ')} or an object with now()`);
  checkTimeouts(timeouts ?? {});
  privateKeys?.forEach(checkPrivateKey);
}

/** Throws HalleyError `invalid-argument`. */
export function paceOption({ pace }: Pick<DevnetOptions, 'pace'>): Pace {
  if (typeof pace === 'string') return readPaceText(pace);
  if (pace !== undefined) {
    const { type, ...parameters } = pace;
    return readPace(type, parameters);
  }
  return AUTOMINE;
}

function checkTimeouts({ skipTimeoutCommit: _, ...timeouts }: Partial<ConsensusTimeouts>): void {
  for (const [name, value] of Object.entries(timeouts))
    if (typeof value !== 'bigint' || value < 0n)
      throw refuse(`timeouts.${name}`, value, 'nanoseconds as a bigint, none below 0n');
}

/** A key is not shown: what is nearly one may be somebody's. */
function checkPrivateKey(key: string, index: number): void {
  const bytes = typeof key === 'string' ? tryFromHex(key.replace(/^0x/, '')) : undefined;
  if (bytes !== undefined && isPrivateKey(bytes)) return;
  const option = `privateKeys[${index}]`;
  throw new HalleyError('invalid-argument', `${option} is no private key, expected 32 bytes in hex`, { option });
}
