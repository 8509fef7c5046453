/** Makes plain errors in place of those of a caller. */
import type { Refuse } from '../../../src/config/genesis_forms/json_node.js';
import { HalleyError } from '../../../src/kernel/errors.js';

export const refuse: Refuse = (problem, facts) => new HalleyError('invalid-argument', problem, facts);
