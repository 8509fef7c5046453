/** EthereumJS's EVM with two things added: how the outermost code ended, and a guard at jumps and calls. */
import { EVM, type ExecResult, type Message } from '@ethereumjs/evm';
import type { Guard } from '../guard.js';

/** JUMP, JUMPI, and what enters another frame: CREATE, CALL, CALLCODE, DELEGATECALL, CREATE2, STATICCALL. */
const GUARDED_OPCODES = [0x56, 0x57, 0xf0, 0xf1, 0xf2, 0xf4, 0xf5, 0xfa];

export class HalleyEvm extends EVM {
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
