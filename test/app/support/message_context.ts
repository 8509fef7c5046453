/** Makes the context of a message, on a temporary state on top of a chain, with contracts that really run. */
import { callsOf } from '../../../src/app/block/deliver_cosmos.js';
import { openBlock } from '../../../src/app/block/open_block.js';
import { noTotals } from '../../../src/app/block/totals.js';
import { MACHINE_RULES, nativeContract } from '../../../src/app/machine/machine_rules.js';

import { readBlockRecord } from '../../../src/app/sdk/block_record.js';
import { unmetered } from '../../../src/app/sdk/module/gas_meter.js';
import type { MessageContext } from '../../../src/app/sdk/module/message.js';
import type { Precompile } from '../../../src/app/sdk/solidity/precompile.js';
import type { Fork } from '../../../src/app/state/types.js';
import { ExecutionGuard } from '../../../src/evm/execution_guard.js';
import { Machines } from '../../../src/evm/machines.js';
import { EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import type { TestChain } from './chain.js';

/** Makes a context. `more` are stateful precompiles besides the chain's own. */
export async function contextOn(
  chain: TestChain,
  more: readonly Precompile[] = [],
): Promise<MessageContext & { readonly state: Fork }> {
  const natives = [...MACHINE_RULES.natives, ...more.map(nativeContract)];
  const machines = new Machines(() => ({ ...MACHINE_RULES, natives }));
  const state = chain.state.fork();
  const machine = await machines.create(new ExecutionGuard());
  machine.attach(state);
  const { time, coinbase } = readBlockRecord(state);
  const block = openBlock(state, time, coinbase);
  const gas = unmetered();
  return {
    params: block.params,
    state,
    block: { height: block.height, time },
    gas,
    callEvm: callsOf({ ...block, state, machine: () => machine, hash: EMPTY_BYTES, totals: noTotals() }, gas),
    emit: (...events) => {
      for (const event of events) state.emit(event);
    },
  };
}
