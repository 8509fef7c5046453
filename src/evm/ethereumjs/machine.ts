/**
 * Implements a machine with EthereumJS's EVM. A state is attached for the time of a run. The library's interpreter is a
 * sequence of promises, so two runs may be in progress at once, and each needs a machine of its own. Machines are
 * reused, because creating one costs more than many transfers.
 */
import { type EVMOpts, Message, NobleBN254 } from '@ethereumjs/evm';
import { Address } from '@ethereumjs/util';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { CODE_SIZE_LIMIT } from '../code_size.js';
import type { ExecutionGuard } from '../execution_guard.js';
import { HARDFORK } from '../hardfork.js';
import type { ContractAnswer, ContractCall, Machine, MachineRules } from '../machine.js';
import type { MachineState } from '../state.js';
import { createCommon, type FixedCommon } from './common.js';
import { HalleyEvm } from './evm.js';
import { failureOf, REVERTED } from './halts.js';
import { ObservedEvm } from './observed_evm.js';
import { precompiles } from './precompiles.js';
import { execute, logOf } from './run.js';
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

const MAX_CALL_DEPTH = 1_024;

/**
 * Calls a contract from a stateful precompile (cosmos/evm `CallEVM` from a precompile). The call runs one frame deeper
 * in the same EVM, as if code of the precompile had made it, so the run's caches stay valid. `within` is the frame of
 * the precompile.
 */
async function callWithin(evm: HalleyEvm, call: ContractCall, within: Message): Promise<ContractAnswer> {
  const depth = within.depth + 1;
  if (depth > MAX_CALL_DEPTH) return refusedCall('max call depth exceeded');
  const message = new Message({
    caller: new Address(call.from),
    to: new Address(call.to),
    data: call.input,
    gasLimit: call.gas,
    depth,
    isStatic: within.isStatic,
    selfdestruct: new Map(within.selfdestruct),
    createdAddresses: new Set(within.createdAddresses),
    gasRefund: within.gasRefund,
  });
  if (!call.commit) await evm.checkpoint();
  const { execResult } = await evm.callFrame(message);
  if (!call.commit) await evm.undo();
  const error = failureOf(execResult, evm.codeError);
  const { executionGasUsed: gasUsed, returnValue } = execResult;
  if (error !== undefined) {
    const reverted = error === REVERTED;
    return { error, reverted, output: reverted ? returnValue : EMPTY_BYTES, logs: [], gasUsed };
  }
  if (call.commit) keepResults(message, within, execResult.gasRefund);
  return { error, reverted: false, output: returnValue, logs: (execResult.logs ?? []).map(logOf), gasUsed };
}

/** Passes the results to the outer frame, as the interpreter does when a frame returns. */
function keepResults(message: Message, within: Message, gasRefund = 0n): void {
  for (const [address, heir] of message.selfdestruct ?? []) within.selfdestruct?.set(address, heir);
  for (const address of message.createdAddresses ?? []) within.createdAddresses?.add(address);
  within.gasRefund = gasRefund;
}

const refusedCall = (error: string): ContractAnswer => ({
  error,
  reverted: false,
  output: EMPTY_BYTES,
  logs: [],
  gasUsed: 0n,
});

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
