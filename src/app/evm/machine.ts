/**
 * One EVM of EthereumJS with a state attached for the time of a run. The stock interpreter is a sequence of promises, so
 * two runs may be under way at once: each needs a machine of its own, and machines are kept, because making one costs
 * more than a transfer.
 */
import { EVM, type ExecResult, type Message, NobleBN254 } from '@ethereumjs/evm';
import type { Bytes } from '../../kernel/bytes.js';
import type { WorkingState } from '../state/types.js';
import type { FixedCommon } from './common.js';
import type { Guard } from './guard.js';
import { blockHashAt } from './history.js';
import { StateAdapter } from './state_adapter.js';

/** JUMP, JUMPI, and what enters another frame: CREATE, CALL, CALLCODE, DELEGATECALL, CREATE2, STATICCALL. */
const GUARDED_OPCODES = [0x56, 0x57, 0xf0, 0xf1, 0xf2, 0xf4, 0xf5, 0xfa];

class HalleyEvm extends EVM {
  /** How the code of the outermost frame ended, before a creation pays for what it returned. */
  outermostError: string | undefined;

  protected override async runInterpreter(message: Message, opts?: { readonly pc?: number }): Promise<ExecResult> {
    const result = await super.runInterpreter(message, opts);
    if (message.depth === 0) this.outermostError = result.exceptionError?.error;
    return result;
  }

  /** Asks `guard` before every jump and call. */
  watch(guard: Guard): void {
    for (const opcode of GUARDED_OPCODES) {
      const entry = this._opcodeMap[opcode];
      if (entry === undefined) continue;
      const { opcodeInfo, opHandler } = entry;
      this._opcodeMap[opcode] = {
        ...entry,
        opcodeInfo: { ...opcodeInfo, isAsync: true },
        opHandler: (runState, common) => {
          const wait = guard.ask();
          return wait === undefined ? opHandler(runState, common) : wait.then(() => opHandler(runState, common));
        },
      };
    }
  }
}

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

export interface Machine {
  readonly evm: HalleyEvm;
  readonly adapter: StateAdapter;
  readonly state: WorkingState;
  /** Set when a run threw what is not the machine's own error: its journal is in no known state. */
  broken: boolean;
  /** `undefined` when the run is over. */
  attach(state: WorkingState | undefined): void;
}

/** A machine for calls is given a guard; one for blocks never: what a block costs must not depend on a clock. */
export function createMachine(common: FixedCommon, guard?: Guard): Machine {
  const adapter = new StateAdapter();
  const evm = new HalleyEvm({
    common,
    stateManager: adapter,
    blockchain: new BlockHashes(adapter),
    bn254: new NobleBN254(),
  });
  if (guard !== undefined) evm.watch(guard);
  return {
    evm,
    adapter,
    broken: false,
    get state() {
      return adapter.state;
    },
    attach(state) {
      adapter.attach(state);
      evm.outermostError = undefined;
    },
  };
}
