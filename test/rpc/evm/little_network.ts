/** The network of `LittleChain`: it records calls, and checks nothing. */
import type { EvmActiveFault, EvmNetworkControl } from '../../../src/backend/evm/network_control.js';

export class LittleNetwork implements EvmNetworkControl {
  /** Calls with their arguments. */
  readonly calls: [string, ...unknown[]][] = [];
  #faults: readonly EvmActiveFault[] = [];

  nodes = () => [];
  cutLinks = () => [];
  faultMenu = async () => [];
  faults = () => this.#faults;
  crashValidator = async (index: number) => this.#note('crashValidator', index);
  restartValidator = async (index: number) => this.#note('restartValidator', index);
  removeFault = async (id: number) => this.#note('removeFault', id);
  heal = async () => this.#note('heal');
  setLink = async (a: number, b: number, link: object) => this.#note('setLink', a, b, link);
  setClockSkew = async (index: number, ms: number) => this.#note('setClockSkew', index, ms);
  lightClientAttack = async (attack: object) => {
    this.#note('lightClientAttack', attack);
    return 'A1';
  };
  partition = async (groups: readonly (readonly number[])[]) => this.addFault({ type: 'partition', groups });
  addFault = async (fault: Readonly<Record<string, unknown>>) => {
    this.#note('addFault', fault);
    const id = this.#faults.length + 1;
    this.#faults = [...this.#faults, { id, fault: fault as { type: string }, since: { height: 1n, time: 0n } }];
    return id;
  };

  #note(...call: [string, ...unknown[]]): void {
    this.calls.push(call);
  }
}
