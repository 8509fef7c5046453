/** Lets fees rise between an estimate and a transaction: answers about fees are of a lower time than the chain's. */
import { count } from '../../../kernel/fault_parameter.js';
import { lowerQuantity } from '../../evm/quantity.js';
import { defineRpcFault, type OnRequests } from '../fault.js';

export interface FeeJump extends OnRequests {
  readonly type: 'fee-jump';
  readonly by: number;
}

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** Lowers the fees in an answer: the quantity that it is, or those in its lists and members about fees. */
function lower(result: unknown, factor: number): unknown {
  if (!isMembers(result)) return lowerQuantity(result, factor);
  const changed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(result)) {
    if (name === 'baseFeePerGas' || name === 'reward') changed[name] = lowerAll(value, factor);
  }
  return { ...result, ...changed };
}

const lowerAll = (value: unknown, factor: number): unknown =>
  Array.isArray(value) ? value.map((entry) => lowerAll(entry, factor)) : lowerQuantity(value, factor);

export const fault = defineRpcFault<FeeJump>({
  type: 'fee-jump',
  summary: 'Answers with lower fees than the chain asks for a moment later; transactions wait or are refused.',
  parameters: { by: count('Sets by how many percent the fees of the chain are higher than the answers.') },
  methods: [
    ...['eth_gasPrice', 'eth_maxPriorityFeePerGas', 'eth_feeHistory'],
    ...['eth_getBlockByNumber', 'eth_getBlockByHash', 'eth_getHeaderByNumber', 'eth_getHeaderByHash'],
  ],
  async call({ by }, _, next) {
    const reply = await next();
    return 'result' in reply ? { result: lower(reply.result, 100 / (100 + by)) } : reply;
  },
});
