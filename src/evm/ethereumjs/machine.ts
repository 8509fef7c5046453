/**
 * Implements a machine with EthereumJS's EVM. A state is attached for the time of a run. The library's interpreter is a
 * sequence of promises, so two runs may be in progress at once, and each needs a machine of its own. Machines are
 * reused, because creating one costs more than many transfers.
 */
import { type EVMOpts, NobleBN254 } from '@ethereumjs/evm';
import type { Bytes } from '../../kernel/bytes.js';
import { CODE_SIZE_LIMIT } from '../code_size.js';
import type { ExecutionGuard } from '../execution_guard.js';
import { HARDFORK } from '../hardfork.js';
import type { Machine, MachineRules } from '../machine.js';
import type { MachineState } from '../state.js';
import { callWithin } from './call_within.js';
import { createCommon, type FixedCommon } from './common.js';
import { HalleyEvm } from './evm.js';
import { ObservedEvm } from './observed_evm.js';
import { precompiles } from './precompiles.js';
import { execute } from './run.js';
import { StateAdapter } from './state_adapter.js';
import { Frame, nativePrecompiles, nativesInState, type PrecompileDeps } from './stateful_precompiles.js';

/** Returns the hashes that BLOCKHASH reads from the attached state. */
class BlockHashes<S extends MachineState> {
  constructor(
    private readonly adapter: StateAdapter<S>,
    private readonly hashOf: MachineRules<S>['blockHash'],
  ) {}

  async getBlock(height: number): Promise<{ hash(): Bytes }> {
    const hash = this.hashOf(this.adapter.state, BigInt(height));
    return { hash: () => hash };
  }

  async putBlock(): Promise<void> {}

  shallowCopy(): this {
    return this;
  }
}

/** Returns a function that creates machines. All machines of a chain share the rules of its fork. */
export function machineMaker<S extends MachineState>(rules: MachineRules<S>): (guard: ExecutionGuard) => Machine<S> {
  const common = createCommon(0n, rules.hardfork, rules.codeSizeLimit);
  return (guard) => createMachine(common.forMachine(), guard, rules);
}

function createMachine<S extends MachineState>(
  common: FixedCommon,
  guard: ExecutionGuard,
  {
    natives,
    nativesInState: inState,
    blockHash,
    hardfork = HARDFORK,
    codeSizeLimit = CODE_SIZE_LIMIT,
  }: MachineRules<S>,
): Machine<S> {
  const adapter = new StateAdapter<S>();
  const createEvm = <E extends HalleyEvm>(Evm: new (options: EVMOpts) => E): E => {
    const frame = new Frame();
    const callContract: PrecompileDeps<S>['callContract'] = (call, within) => callWithin(evm, call, within);
    const deps = { adapter, frame, callContract };
    const evm: E = new Evm({
      common,
      stateManager: adapter,
      blockchain: new BlockHashes(adapter, blockHash),
      bn254: new NobleBN254(),
      customPrecompiles: [...precompiles(common, guard), ...nativePrecompiles(natives, deps)],
    });
    evm.frame = frame;
    if (inState !== undefined) evm.findNative = nativesInState(inState, deps);
    evm.watch(guard);
    return evm;
  };
  const plain = { evm: createEvm(HalleyEvm), adapter };
  let observed: ObservedEvm | undefined;
  return {
    rules: { hardfork, codeSizeLimit },
    broken: false,
    get state() {
      return adapter.state;
    },
    attach: (state) => adapter.attach(state),
    execute(context, message, gas, observer) {
      if (observer === undefined) return execute(plain, context, message, gas);
      observed ??= createEvm(ObservedEvm);
      const evm = observed;
      evm.observer = observer;
      return execute({ evm, adapter }, context, message, gas).finally(() => (evm.observer = {}));
    },
  };
}
