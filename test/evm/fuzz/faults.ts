/** Defines machines with one fault each, which the fuzzer must find. */
import type { MakeMachine } from '../../../scripts/machine_fuzz/run.js';
import type { Fork } from '../../../src/app/state/types.js';
import type { Execution, Machine } from '../../../src/evm/machine.js';
import type { FrameEnd, Observer, OpcodeStep } from '../../../src/evm/observer.js';
import { EMPTY_BYTES } from '../../../src/kernel/bytes.js';

export interface Fault {
  /** Replaces methods of the machine's state. */
  readonly state?: (state: Fork) => Partial<Fork>;
  readonly execution?: (execution: Execution, isObserved: boolean) => Execution;
  /** Replaces fields of the steps that observers receive. */
  readonly step?: (step: OpcodeStep) => Partial<OpcodeStep>;
  readonly exit?: (end: FrameEnd) => FrameEnd;
}

/** Reads from `changes` first, then from `whole`. */
function changed<T extends object>(whole: T, changes: Partial<T>): T {
  return new Proxy(whole, {
    get(target, key) {
      if (key in changes) return changes[key as keyof T];
      const value = target[key as keyof T];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function watched(observer: Observer, { step, exit }: Fault): Observer {
  return changed(observer, {
    step: (taken) => observer.step?.(step === undefined ? taken : changed(taken, step(taken))),
    exit: (end) => observer.exit?.(exit?.(end) ?? end),
  });
}

export const withFault =
  (make: MakeMachine, fault: Fault): MakeMachine =>
  async (rules) => {
    const machine = await make(rules);
    const broken: Partial<Machine<Fork>> = {
      attach: (state) => machine.attach(state && fault.state ? changed(state, fault.state(state)) : state),
      execute: async (context, message, gas, observer) => {
        const received = observer && watched(observer, fault);
        const execution = await machine.execute(context, message, gas, received);
        return fault.execution?.(execution, observer !== undefined) ?? execution;
      },
    };
    return changed(machine, broken);
  };

const hasRefund = ({ gasUsed, maxUsedGas }: Execution): boolean => gasUsed < maxUsedGas;
const isLast = (slot: Uint8Array): boolean => slot[31] === 3;

/** Faults by description. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  'reverts undo nothing': { state: () => ({ revertTo: () => {} }) },
  'one slot is always empty': {
    state: (state) => ({ storage: (address, slot) => (isLast(slot) ? EMPTY_BYTES : state.storage(address, slot)) }),
  },
  'writes to one slot are lost': {
    state: (state) => ({
      setStorage: (address, slot, value) => {
        if (!isLast(slot)) state.setStorage(address, slot, value);
      },
    }),
  },
  'nonces of created contracts stay 0': {
    state: (state) => ({
      setAccount: (address, account) =>
        state.setAccount(address, account?.nonce === 1n ? { ...account, nonce: 0n } : account),
    }),
  },
  'one unit too much is refunded': {
    execution: (done) => (hasRefund(done) ? { ...done, gasUsed: done.gasUsed - 1n } : done),
  },
  'burned wei are lost': { execution: (done) => ({ ...done, burned: 0n }) },
  'logs are in reverse order': { execution: (done) => ({ ...done, logs: done.logs.toReversed() }) },
  'failures have no error': { execution: (done) => ({ ...done, error: undefined }) },
  'an unobserved run uses more gas': {
    execution: (done, isObserved) => (isObserved ? done : { ...done, gasUsed: done.gasUsed + 1n }),
  },
  'EXTCODECOPY has another price': { step: ({ op, gasCost }) => (op === 0x3c ? { gasCost: gasCost + 1n } : {}) },
  'refunds are reported one step late': { step: ({ op }) => (op === 0x55 ? { refund: 0n } : {}) },
  'deep frames report a wrong depth': { step: ({ depth }) => (depth > 3 ? { depth: 3 } : {}) },
  'return data is not reported': {
    step: ({ returnData }) => (returnData.length > 64 ? { returnData: EMPTY_BYTES } : {}),
  },
  'MCOPY does not expand memory': {
    step: (step) => (step.op === 0x51 ? { memory: () => step.memory().subarray(0, 96) } : {}),
  },
  'a deep stack item is wrong': {
    step: (step) => (step.stack().length > 12 ? { stack: () => step.stack().with(-12, 7n) } : {}),
  },
  'creations return no code': { exit: (end) => (end.depth > 1 ? { ...end, output: EMPTY_BYTES } : end) },
};
