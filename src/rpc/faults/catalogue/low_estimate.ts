/** Estimates less gas than a transaction needs. */
import { percent } from '../../../kernel/fault_parameter.js';
import { lowerQuantity } from '../../evm/quantity.js';
import { defineRpcFault, type OnRequests } from '../fault.js';

export interface LowEstimate extends OnRequests {
  readonly type: 'low-estimate';
  readonly by: number;
}

export const fault = defineRpcFault<LowEstimate>({
  type: 'low-estimate',
  summary: 'Lowers the answers of eth_estimateGas, so that transactions run out of gas or are refused.',
  parameters: { by: percent('Sets the part of the estimate that is missing.') },
  methods: ['eth_estimateGas'],
  async call({ by }, _, next) {
    const reply = await next();
    return 'result' in reply ? { result: lowerQuantity(reply.result, 1 - by / 100) } : reply;
  },
});
