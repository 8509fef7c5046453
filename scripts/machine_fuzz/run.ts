/** Runs a case on a machine like a transaction: the sender pays first and gets the rest back. */
import { openAppState } from '../../src/app/state/open.js';
import type { AppState, Fork } from '../../src/app/state/types.js';
import { ExecutionGuard, type Yielding } from '../../src/evm/execution_guard.js';
import { HARDFORK, type Hardfork } from '../../src/evm/hardfork.js';
import type { Execution, Machine, MachineRules } from '../../src/evm/machine.js';
import { type MachineKind, Machines } from '../../src/evm/machines.js';
import type { Observer } from '../../src/evm/observer.js';
import { EMPTY_ACCOUNT } from '../../src/evm/state.js';
import { bytesToBigint, compareBytes } from '../../src/kernel/bytes.js';
import { keccak256 } from '../../src/kernel/hash.js';
import { toHex } from '../../src/kernel/hex.js';
import { utf8 } from '../../src/kernel/text.js';
import { type FuzzCase, GAS_PRICE, owedGas, SENDER, SENDERS_BALANCE, SENDERS_NONCE, word } from './case.js';
import { logText, type Report } from './report.js';

/** Result of a run. */
export interface Outcome {
  /** `undefined` where the machine threw. */
  readonly execution: Execution | undefined;
  /** Execution; `reportOfStates` describes the state. */
  readonly report: readonly Report[];
  readonly state: Fork;
}

/** Creates the machine of a fork. */
export type MakeMachine = (rules: MachineRules<Fork>) => Promise<Machine<Fork>>;

/** Lets a run yield now and then, as blocks and calls do. The run must continue from the same state. */
class NowAndThen implements Yielding {
  #asked = 0;

  yieldIfDue(): Promise<void> | undefined {
    return ++this.#asked % 3 === 0 ? Promise.resolve() : undefined;
  }
}

export const machineOf =
  (kind: MachineKind): MakeMachine =>
  (rules) => {
    const guard = new ExecutionGuard();
    guard.set(new NowAndThen());
    return new Machines<Fork>(() => rules, kind).create(guard);
  };

/** Creates an empty state with a height, so that states on top of it have a root. */
async function emptyState(): Promise<AppState> {
  const state = await openAppState(undefined);
  state.begin(0n);
  state.seal();
  state.commit();
  return state;
}

/** Returns a block hash as `evm statetest` does. */
const blockHash = (_: Fork, number: bigint): Uint8Array => keccak256(utf8(String(number)));

/** Runs cases on one kind of machine, one machine for each fork. */
export class Runner {
  readonly #machines = new Map<Hardfork, Promise<Machine<Fork>>>();
  readonly #empty: Promise<AppState> = emptyState();

  constructor(private readonly make: MakeMachine) {}

  /** Creates the state before the message, before the sender pays. */
  async preState({ accounts }: FuzzCase): Promise<Fork> {
    const state = (await this.#empty).fork();
    state.setAccount(SENDER, { ...EMPTY_ACCOUNT, nonce: SENDERS_NONCE, balance: SENDERS_BALANCE });
    for (const { address, nonce, balance, code, storage } of accounts) {
      state.setAccount(address, { nonce, balance, codeHash: state.setCode(code) });
      for (const [slot, value] of storage) state.setStorage(address, word(slot), word(value));
    }
    return state;
  }

  /** Returns the state's root, by the Yellow Paper. */
  async rootOf(state: Fork): Promise<Uint8Array> {
    return (await this.#empty).rootOf(state);
  }

  /** Runs a case on a copy of `preState`. */
  async run(drawn: FuzzCase, preState: Fork, observer?: Observer): Promise<Outcome> {
    const state = preState.copy();
    const { message, block } = drawn;
    const owed = owedGas(drawn);
    pay(state, -message.gasLimit * GAS_PRICE, 1n);
    const machine = await this.#machine(drawn.fork);
    machine.attach(state);
    try {
      const execution = await machine.execute(block, { ...message, from: SENDER, gasPrice: GAS_PRICE }, owed, observer);
      machine.attach(undefined);
      pay(state, (message.gasLimit - execution.gasUsed) * GAS_PRICE, 0n);
      return { execution, report: reportOf(execution), state };
    } catch (error) {
      // The machine is in an unknown state.
      this.#machines.delete(drawn.fork);
      return {
        execution: undefined,
        report: [{ text: `threw ${error instanceof Error ? error.message : error}` }],
        state,
      };
    }
  }

  #machine(fork: Hardfork): Promise<Machine<Fork>> {
    const known = this.#machines.get(fork);
    if (known !== undefined) return known;
    const rules = { natives: [], blockHash, ...(fork !== HARDFORK && { hardfork: fork }) };
    const made = this.make(rules);
    this.#machines.set(fork, made);
    return made;
  }
}

function pay(state: Fork, wei: bigint, nonces: bigint): void {
  const { nonce, balance, codeHash } = state.account(SENDER) ?? EMPTY_ACCOUNT;
  state.setAccount(SENDER, { nonce: nonce + nonces, balance: balance + wei, codeHash });
}

function reportOf({ error, reverted, output, logs, gasUsed, maxUsedGas, burned }: Execution): Report[] {
  return [
    { text: `ends ${reverted ? 'reverted' : ''}`, error },
    { text: `output ${toHex(output)}` },
    { text: `gas ${gasUsed}, at its highest ${maxUsedGas}` },
    { text: `burned ${burned}` },
    ...logs.map((log) => ({ text: logText(log) })),
  ];
}

/** Describes every account that either state has written, even without a change. */
export function reportOfStates(one: Fork, other: Fork): readonly [Report[], Report[]] {
  const written = new Map<string, Uint8Array>();
  for (const state of [one, other]) for (const address of state.addressesSince(0)) written.set(toHex(address), address);
  const addresses = [...written.values()].sort(compareBytes);
  const emit = (state: Fork): Report[] => addresses.map((address) => ({ text: accountText(state, address) }));
  return [emit(one), emit(other)];
}

function accountText(state: Fork, address: Uint8Array): string {
  const account = state.account(address);
  if (account === undefined) return `account ${toHex(address)} does not exist`;
  const { nonce, balance, codeHash } = account;
  const slots = [...state.slotsOfAccount(address)].sort(compareBytes);
  const values = slots.map((slot) => `${short(slot)}=${short(state.storage(address, slot))}`);
  const code = toHex(codeHash).slice(0, 16);
  return `account ${toHex(address)} nonce ${nonce} balance ${balance} code ${code} ${values.join(' ')}`;
}

const short = (bytes: Uint8Array): string => bytesToBigint(bytes).toString(16);
