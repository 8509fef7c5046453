/** Makes instances of the interpreter that trap. */
import { vi } from 'vitest';

/** Makes every new instance trap when it runs code, until `vi.restoreAllMocks()`. */
export function trapNewInstances(): void {
  const { Instance, RuntimeError } = WebAssembly;
  const run = (): never => {
    throw new RuntimeError('unreachable');
  };
  class Trapping {
    readonly exports: Readonly<Record<string, unknown>>;

    constructor(module: WebAssembly.Module) {
      this.exports = { ...new Instance(module).exports, run };
    }
  }
  vi.spyOn(WebAssembly, 'Instance').mockImplementation(Trapping);
}
