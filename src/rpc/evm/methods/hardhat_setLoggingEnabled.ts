/** Implements `hardhat_setLoggingEnabled` (evm-json-rpc.md 11.4). */

import { defineDevSetter } from '../define_dev_setter.js';
import { flag } from '../params/values.js';

export const hardhat_setLoggingEnabled = defineDevSetter({
  name: 'hardhat_setLoggingEnabled',
  aliases: ['anvil_setLoggingEnabled'],
  summary: 'Turns the log of calls and blocks off or on.',
  params: [flag],
  handler: async ({ evm }, enabled) => evm.setLogging(enabled),
  example: { params: [true] },
});
