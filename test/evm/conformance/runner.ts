/** Runs cases of Ethereum's state tests on a machine with the state layer's working state, and compares roots. */
import { openAppState } from '../../../src/app/state/open.js';
import type { AppState, CommittedState, WorkingState } from '../../../src/app/state/types.js';
import type { EthereumLog } from '../../../src/codec/ethereum/receipt.js';
import { encodeRlp } from '../../../src/codec/ethereum/rlp.js';
import { ExecutionGuard } from '../../../src/evm/execution_guard.js';
import type { Hardfork } from '../../../src/evm/hardfork.js';
import type { Machine } from '../../../src/evm/machine.js';
import { type MachineKind, Machines } from '../../../src/evm/machines.js';
import type { Observer } from '../../../src/evm/observer.js';
import type { Account } from '../../../src/evm/state.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { keccak256 } from '../../../src/kernel/hash.js';
import { to0x, toHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import type { CaseAccount, StateCase } from './state_test.js';
import { type Outcome, transact } from './transaction.js';

export interface CaseResult {
  /** Failures, one line each; empty when the case passes. */
  readonly faults: readonly string[];
  /** Outcome; `undefined` when the machine threw. */
  readonly outcome: Outcome | undefined;
}

export class Runner {
  readonly #machines = new Map<Hardfork, Promise<Machine<WorkingState>>>();

  private constructor(
    private readonly kind: MachineKind,
    private app: AppState,
  ) {}

  static async open(kind: MachineKind): Promise<Runner> {
    return new Runner(kind, await openAppState(undefined));
  }

  /** Runs a case on a fresh state. */
  async run(given: StateCase, observer?: Observer): Promise<CaseResult> {
    const machine = await this.#machine(given.fork);
    const state = this.app.begin(0n);
    for (const account of given.pre) place(state, account);
    machine.attach(state);
    try {
      const outcome = await transact(machine, given.fork, given.block, given.transaction, observer);
      return { faults: [...this.#faults(given, outcome)], outcome };
    } catch (error) {
      this.#machines.delete(given.fork);
      return { faults: [`threw ${error instanceof Error ? error.stack : error}`], outcome: undefined };
    }
  }

  /** Returns the state that the last case left. */
  async dump(): Promise<unknown> {
    this.app.seal();
    this.app.commit();
    const { latest } = this.app;
    this.app = await openAppState(undefined);
    return Object.fromEntries(
      [...latest.accounts()].map(([address, account]) => [to0x(address), shown(latest, address, account)]),
    );
  }

  *#faults({ refusal, root, logs }: StateCase, outcome: Outcome): Iterable<string> {
    if (refusal !== undefined && outcome.type === 'run') yield `was run, and had to be refused: ${refusal}`;
    if (refusal === undefined && outcome.type === 'refused') yield `was refused: ${outcome.reason}`;
    const ours = to0x(logsHash(outcome.logs));
    if (ours !== logs) yield `logs are ${ours}, not ${logs}`;
    const after = to0x(this.app.seal().stateRoot);
    if (after !== root) yield `the root is ${after}, not ${root}`;
  }

  #machine(fork: Hardfork): Promise<Machine<WorkingState>> {
    const known = this.#machines.get(fork);
    if (known !== undefined) return known;
    const rules = {
      natives: [],
      // The blocks do not exist; this is the hash that the tests' own tools return.
      blockHash: (_: WorkingState, number: bigint) => keccak256(utf8(`${number}`)),
      hardfork: fork,
    };
    const machine = new Machines<WorkingState>(() => rules, this.kind).create(new ExecutionGuard());
    this.#machines.set(fork, machine);
    return machine;
  }
}

function place(state: WorkingState, { address, nonce, balance, code, slots }: CaseAccount): void {
  state.setAccount(address, { nonce, balance, codeHash: state.setCode(code) });
  for (const [slot, value] of slots) state.setStorage(address, slot, value);
}

const shown = (state: CommittedState, address: Bytes, { nonce, balance, codeHash }: Account) => ({
  balance: `${balance}`,
  nonce: Number(nonce),
  code: to0x(state.code(codeHash)),
  storage: Object.fromEntries([...state.slots(address)].map(([slot, value]) => [to0x(slot), toHex(value)])),
});

const logsHash = (logs: readonly EthereumLog[]) =>
  keccak256(encodeRlp(logs.map(({ address, topics, data }) => [address, topics, data])));
