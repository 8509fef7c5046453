/**
 * One EVM with a state attached for the time of a run. The stock interpreter is a sequence of promises, so two runs may
 * be under way at once: each needs a machine of its own, and machines are kept, because making one costs more than many
 * transfers.
 */
import { NobleBN254 } from '@ethereumjs/evm';
import type { Bytes } from '../../../kernel/bytes.js';
import { blockHashAt } from '../../modules/evm/history.js';
import type { Guard } from '../guard.js';
import type { Machine, NativeContract } from '../machine.js';
import { createCommon, type FixedCommon } from './common.js';
import { HalleyEvm } from './evm.js';
import { Frame, nativePrecompiles } from './natives.js';
import { precompiles } from './precompiles.js';
import { execute } from './run.js';
import { StateAdapter } from './state_adapter.js';

/** Answers BLOCKHASH from the attached state. */
class BlockHashes {
  constructor(private readonly adapter: StateAdapter) {}

  async getBlock(height: number): Promise<{ hash(): Bytes }> {
    const hash = blockHashAt(this.adapter.state, BigInt(height));
    return { hash: () => hash };
  }

  async putBlock(): Promise<void> {}

  shallowCopy(): this {
    return this;
  }
}

/** All machines of a chain share the rules of its fork. */
export function machineMaker(evmChainId: bigint, natives: readonly NativeContract[]): (guard: Guard) => Machine {
  const common = createCommon(evmChainId);
  return (guard) => createMachine(common, guard, natives);
}

function createMachine(common: FixedCommon, guard: Guard, natives: readonly NativeContract[]): Machine {
  const adapter = new StateAdapter();
  const frame = new Frame();
  const evm = new HalleyEvm({
    common,
    stateManager: adapter,
    blockchain: new BlockHashes(adapter),
    bn254: new NobleBN254(),
    customPrecompiles: [...precompiles(common, guard), ...nativePrecompiles(natives, adapter, frame)],
  });
  evm.frame = frame;
  evm.watch(guard);
  const engine = { evm, adapter };
  return {
    broken: false,
    get state() {
      return adapter.state;
    },
    attach: (state) => adapter.attach(state),
    execute: (context, message, gas) => execute(engine, context, message, gas),
  };
}
