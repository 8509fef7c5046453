/**
 * Implements `eth_createAccessList` (evm-json-rpc.md 3.9, 5.5). The error of a call that fails is returned beside the
 * list.
 */
import { CONTRACT, word } from '../../examples.js';
import { refusal } from '../../jsonrpc/errors.js';
import { stateAt } from '../blocks.js';
import { evmMethod } from '../context.js';
import { callFailure, checkChainId, messageWithStack } from '../outcomes.js';
import { stateBlock } from '../params/block.js';
import { callObject } from '../params/call_object.js';
import { stateOverrides } from '../params/overrides.js';
import { quantity } from '../quantity.js';
import { accessListView } from '../views/transaction.js';

export const eth_createAccessList = evmMethod({
  name: 'eth_createAccessList',
  summary: 'Returns the accounts and storage slots that a call accesses, as an access list (EIP-2930).',
  params: [callObject, stateBlock, stateOverrides],
  result: 'object: {accessList, gasUsed, error?}',
  handler: async ({ evm, peer }, call, block, state) => {
    checkChainId(evm, call);
    const [request, at] = [{ client: peer, ...call }, stateAt(evm, block)];
    const listed = await evm.createAccessList(request, at, state);
    if (listed.type === 'refused') throw refusal(listed.reason);
    const { accessList, outcome } = listed;
    const failure = callFailure(outcome);
    const frames = failure && evm.knowsSources() ? await evm.explainCall(request, outcome, at, state) : [];
    const { message: error, stack } = messageWithStack(failure ?? '', frames);
    return {
      accessList: accessListView(accessList),
      ...(failure !== undefined && { error }),
      ...(stack !== undefined && { stack }),
      gasUsed: quantity(outcome.gasUsed),
    };
  },
  example: {
    params: [{ to: CONTRACT }, 'latest'],
    result: { accessList: [{ address: CONTRACT, storageKeys: [word(0)] }] },
  },
});
