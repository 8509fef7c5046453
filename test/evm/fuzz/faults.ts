/** Machines with one thing wrong each: what the fuzzer must find. */

import type { MakeMachine } from '../../../scripts/machine_fuzz/run.js';
import type { Fork } from '../../../src/app/state/types.js';
import type { Execution, Machine } from '../../../src/evm/machine.js';
import type { FrameEnd, Observer, Step } from '../../../src/evm/observer.js';
import { EMPTY_BYTES } from '../../../src/kernel/bytes.js';

export interface Fault {
  /** What the machine's state does instead. */
  readonly state?: (state: Fork) => Partial<Fork>;
  readonly execution?: (execution: Execution, isObserved: boolean) => Execution;
  /** What observers are told instead. */
  readonly step?: (step: Step) => Partial<Step>;
  readonly exit?: (end: FrameEnd) => FrameEnd;
}

/** Goes to `changes` first, then to `whole`. */
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
        const told = observer && watched(observer, fault);
        const execution = await machine.execute(context, message, gas, told);
        return fault.execution?.(execution, observer !== undefined) ?? execution;
      },
    };
    return changed(machine, broken);
  };

const hasRefund = ({ gasUsed, maxUsedGas }: Execution): boolean => gasUsed < maxUsedGas;
const isLast = (slot: Uint8Array): boolean => slot[31] === 3;

/** By what is wrong. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  'nothing is undone': { state: () => ({ revertTo: () => {} }) },
  'one slot is always empty': {
    state: (state) => ({ storage: (address, slot) => (isLast(slot) ? EMPTY_BYTES : state.storage(address, slot)) }),
  },
  'what is written to one slot is lost': {
    state: (state) => ({
      setStorage: (address, slot, value) => {
        if (!isLast(slot)) state.setStorage(address, slot, value);
      },
    }),
  },
  'nonces of what is created stay 0': {
    state: (state) => ({
      setAccount: (address, account) =>
        state.setAccount(address, account?.nonce === 1n ? { ...account, nonce: 0n } : account),
    }),
  },
  'a unit too much is refunded': {
    execution: (done) => (hasRefund(done) ? { ...done, gasUsed: done.gasUsed - 1n } : done),
  },
  'what was burned is forgotten': { execution: (done) => ({ ...done, burned: 0n }) },
  'logs come the other way round': { execution: (done) => ({ ...done, logs: done.logs.toReversed() }) },
  'what failed says nothing': { execution: (done) => ({ ...done, error: undefined }) },
  'more gas is used when nobody watches': {
    execution: (done, isObserved) => (isObserved ? done : { ...done, gasUsed: done.gasUsed + 1n }),
  },
  'EXTCODECOPY has another price': { step: ({ op, gasCost }) => (op === 0x3c ? { gasCost: gasCost + 1n } : {}) },
  'refunds are told one step late': { step: ({ op }) => (op === 0x55 ? { refund: 0n } : {}) },
  'deep frames tell another depth': { step: ({ depth }) => (depth > 3 ? { depth: 3 } : {}) },
  'nobody sees what came back': {
    step: ({ returnData }) => (returnData.length > 64 ? { returnData: EMPTY_BYTES } : {}),
  },
  'MCOPY does not make memory longer': {
    step: (step) => (step.op === 0x51 ? { memory: () => step.memory().subarray(0, 96) } : {}),
  },
  'a deep item of the stack is another': {
    step: (step) => (step.stack().length > 12 ? { stack: () => step.stack().with(-12, 7n) } : {}),
  },
  'creations hand out no code': { exit: (end) => (end.depth > 1 ? { ...end, output: EMPTY_BYTES } : end) },
};
