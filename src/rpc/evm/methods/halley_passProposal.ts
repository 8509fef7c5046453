/** Implements `halley_passProposal`: a proposal passes at once, so that its effects can be tested. */
import { DecodeError } from '../../jsonrpc/errors.js';
import { required } from '../../jsonrpc/method.js';
import { evmMethod } from '../context.js';
import { decodeUint64 } from '../params/numbers.js';
import { quantity } from '../quantity.js';

const proposal = required(
  'proposal',
  "number or quantity: id of a proposal; or array: messages in protobuf's JSON, with @type and the account of gov as authority",
  (value): bigint | readonly unknown[] => {
    if (Array.isArray(value)) return value;
    if (typeof value === 'string') return decodeUint64(value);
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
    throw new DecodeError(`a proposal is ${JSON.stringify(value)}, expected its id or an array of messages`);
  },
);

export const halley_passProposal = evmMethod({
  name: 'halley_passProposal',
  summary: 'Makes a block that passes a proposal and runs its messages, whatever its deposits and votes.',
  params: [proposal],
  result:
    'object: id (quantity), status (such as PROPOSAL_STATUS_PASSED), failedReason (empty unless a message failed)',
  trustedOnly: true,
  handler: async ({ evm }, given) => {
    const { id, ...outcome } = await evm.passProposal(given);
    return { id: quantity(id), ...outcome };
  },
  example: {
    params: [
      [
        {
          '@type': '/cosmos.upgrade.v1beta1.MsgCancelUpgrade',
          authority: 'halley10d07y265gmmuvt4z0w9aw880jnsr700jtvuhx0',
        },
      ],
    ],
    result: { id: '0x1', status: 'PROPOSAL_STATUS_PASSED', failedReason: '' },
  },
});
