/** Decodes the parameters of the methods of state files. */
import type { Bytes } from '../../../kernel/bytes.js';
import { defaulted, type Param, required } from '../../jsonrpc/method.js';
import { decodeData } from './data.js';
import { decodeBoolean } from './go_json.js';

export const historicalStates: Param<boolean> = defaulted(
  'historicalStates',
  'boolean: also the states after earlier blocks',
  false,
  (value) => decodeBoolean(value),
);

export const state: Param<Bytes> = required('state', 'data: the result of `anvil_dumpState`', (value) =>
  decodeData(value),
);
