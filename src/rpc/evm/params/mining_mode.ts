/** Defines the parameters of methods that set the mining mode or advance the network. */
import { DecodeError } from '../../jsonrpc/errors.js';
import { defaulted, type Param, required } from '../../jsonrpc/method.js';
import { decodeString } from './go_json.js';

/** Mining mode by its name. The runtime checks that it exists. */
export const miningMode: Param<string> = required(
  'mode',
  '`automine`, `interval`, `mixed`, `manual`, `realtime` or `step`',
  (value) => decodeString(value),
);

export const miningModeParameters: Param<Readonly<Record<string, unknown>>> = defaulted(
  'parameters',
  'object: `ms` and `maxMs` for interval and mixed, `factor` for realtime',
  {},
  (value) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
    throw new DecodeError('parameters of a mining mode must be an object such as {"factor": 2}');
  },
);

export const stepUnit: Param<string> = defaulted('unit', '`event`, `step`, `round` or `height`', 'event', (value) =>
  decodeString(value),
);
