/**
 * Implements `hardhat_setBlockTimestampInterval`, which only viem calls. Its test client converts seconds to
 * milliseconds for Hardhat.
 */
import { DecodeError } from '../../jsonrpc/errors.js';
import { required } from '../../jsonrpc/method.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { decodeWhole } from '../params/numbers.js';

const seconds = required('milliseconds', 'number, digits or quantity: whole seconds', (value) => {
  const ms = decodeWhole(value, 'a time');
  if (ms % 1000n !== 0n) throw new DecodeError(`the interval is ${ms} milliseconds, expected a multiple of 1000`);
  return ms / 1000n;
});

export const hardhat_setBlockTimestampInterval = defineDevSetter({
  name: 'hardhat_setBlockTimestampInterval',
  summary: 'Sets a fixed interval between block times, in milliseconds.',
  params: [seconds],
  handler: ({ evm }, apart) => evm.setTimeInterval(apart),
  example: { params: [12_000] },
});
