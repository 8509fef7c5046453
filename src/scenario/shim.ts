import type { Loop } from '../devnet/runtime/loop.js';
import type { Fault, SimNetwork } from '../simulation/index.js';
export class Shim {
  #next = 1;
  #parts: number[] = [];
  constructor(
    private readonly net: SimNetwork,
    private readonly loop: Loop,
  ) {}
  #do(f: () => void): Promise<void> {
    return this.loop.between(async () => f());
  }
  crashValidator(i: number) {
    return this.#do(() => this.net.crash(i));
  }
  restartValidator(i: number) {
    return this.#do(() => this.net.restart(i));
  }
  async addFault(fault: Fault) {
    const id = this.#next++;
    await this.#do(() => this.net.setFault(`fault ${id}`, fault));
    return id;
  }
  removeFault(id: number) {
    return this.#do(() => this.net.setFault(`fault ${id}`, undefined));
  }
  async partition(groups: readonly (readonly number[])[]) {
    const id = await this.addFault({ type: 'partition', groups });
    this.#parts.push(id);
    return id;
  }
  async heal() {
    for (const id of this.#parts) await this.removeFault(id);
  }
  setLink(
    a: number,
    b: number,
    l: { up?: boolean | undefined; ms?: number | undefined; percent?: number | undefined },
  ) {
    return this.#do(() => {
      if (l.up === false) this.net.disconnect(a, b);
      else this.net.connect(a, b);
    });
  }
  setClockSkew(node: number, ms: number) {
    return this.#do(() => this.net.setFault(`skew ${node}`, { type: 'skew', node, ms }));
  }
}
