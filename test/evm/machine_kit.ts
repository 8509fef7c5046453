/** Runs a machine on an empty state, with an observer that records what it receives. */
import { openAppState } from '../../src/app/state/open.js';
import type { WorkingState } from '../../src/app/state/types.js';
import { ExecutionGuard } from '../../src/evm/execution_guard.js';
import { HARDFORK, type Hardfork } from '../../src/evm/hardfork.js';
import { intrinsicGas } from '../../src/evm/intrinsic_gas.js';
import type { Execution, Machine, Message, StatefulPrecompile } from '../../src/evm/machine.js';
import { type MachineKind, Machines } from '../../src/evm/machines.js';
import type { FrameEnd, FrameStart, Observer, OpcodeStep } from '../../src/evm/observer.js';
import { EMPTY_CODE_HASH } from '../../src/evm/state.js';
import { type Bytes, bigintToBytes, EMPTY_BYTES } from '../../src/kernel/bytes.js';
import { fromHex, toHex } from '../../src/kernel/hex.js';

export const at = (number: number): Bytes => bigintToBytes(BigInt(number), 20);
export const SENDER = at(0xaaaa);
const BLOCK = {
  number: 7n,
  timestamp: 1_700_000_000n,
  coinbase: at(0xc0),
  evmChainId: 31337n,
  prevRandao: new Uint8Array(32),
  gasLimit: 30_000_000n,
  baseFeePerGas: 7n,
};

/** Records a call of the observer; `step` is a copy made during that call. */
export type ObserverEvent =
  | { readonly type: 'step'; readonly step: TakenStep }
  | { readonly type: 'enter'; readonly frame: FrameStart }
  | { readonly type: 'exit'; readonly end: FrameEnd }
  | { readonly type: 'log'; readonly address: string };

export interface TakenStep extends Omit<OpcodeStep, 'stack' | 'memory' | 'storage'> {
  readonly stack: readonly bigint[];
  readonly memory: string;
}

export class Scribe implements Observer {
  readonly events: ObserverEvent[] = [];

  step(step: OpcodeStep): void {
    const { pc, op, gas, gasCost, depth, address, refund, error, returnData } = step;
    const copied = { stack: step.stack(), memory: toHex(step.memory()) };
    this.events.push({
      type: 'step',
      step: { pc, op, gas, gasCost, depth, address, refund, error, returnData, ...copied },
    });
  }

  enter(frame: FrameStart): void {
    this.events.push({ type: 'enter', frame });
  }

  exit(end: FrameEnd): void {
    this.events.push({ type: 'exit', end });
  }

  log({ address }: { readonly address: Bytes }): void {
    this.events.push({ type: 'log', address: toHex(address) });
  }

  get steps(): readonly TakenStep[] {
    return this.events.flatMap((event) => (event.type === 'step' ? [event.step] : []));
  }

  get frames(): readonly FrameStart[] {
    return this.events.flatMap((event) => (event.type === 'enter' ? [event.frame] : []));
  }

  get ends(): readonly FrameEnd[] {
    return this.events.flatMap((event) => (event.type === 'exit' ? [event.end] : []));
  }
}

export class Bench {
  private constructor(
    readonly machine: Machine<WorkingState>,
    readonly state: WorkingState,
  ) {}

  static async open(
    natives: readonly StatefulPrecompile<WorkingState>[] = [],
    kind?: MachineKind,
    guard = new ExecutionGuard(),
    hardfork: Hardfork = HARDFORK,
  ): Promise<Bench> {
    const state = (await openAppState(undefined)).begin(0n);
    const rules = { natives, blockHash: () => new Uint8Array(32), hardfork };
    const machine = await new Machines<WorkingState>(() => rules, kind).create(guard);
    machine.attach(state);
    state.setAccount(SENDER, { nonce: 0n, balance: 10n ** 20n, codeHash: EMPTY_CODE_HASH });
    return new Bench(machine, state);
  }

  /** Puts hex code at an address. */
  place(address: Bytes, code: string, balance = 0n): void {
    this.state.setAccount(address, { nonce: 1n, balance, codeHash: this.state.setCode(fromHex(code)) });
  }

  /** Runs a message as a transaction would; `gas` is what the code has, on top of the intrinsic gas. */
  async run(change: Partial<Message> = {}, gas = 1_000_000n, observer?: Observer): Promise<Execution> {
    const plain = { from: SENDER, to: at(0xc0de), value: 0n, input: EMPTY_BYTES, gasPrice: 7n };
    const message = { ...plain, gasLimit: 0n, accessList: undefined, authorizationList: undefined, ...change };
    const owed = intrinsicGas(message);
    const sender = this.state.account(message.from);
    if (sender !== undefined) this.state.setAccount(message.from, { ...sender, nonce: sender.nonce + 1n });
    return this.machine.execute(BLOCK, { ...message, gasLimit: owed.intrinsic + gas }, owed, observer);
  }

  /** Runs a message and also returns what an observer receives. */
  async watch(change: Partial<Message> = {}, gas = 1_000_000n) {
    const scribe = new Scribe();
    const execution = await this.run(change, gas, scribe);
    return { scribe, execution };
  }
}
