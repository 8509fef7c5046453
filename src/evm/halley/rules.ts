/** The rules of a chain's machines: its fork, Ethereum's precompiles, and the chain's stateful precompiles. */
import { type ByteText, textOfAddress } from '../../kernel/byte_text.js';
import { type Bytes, bigintToBytes, equalBytes } from '../../kernel/bytes.js';
import { CODE_SIZE_LIMIT, initcodeSizeLimit } from '../code_size.js';
import { HARDFORK, type Hardfork, isFrom } from '../hardfork.js';
import type { MachineRules, StatefulPrecompile } from '../machine.js';
import type { MachineState } from '../state.js';
import type { Code } from './codes.js';
import { precompiledOf } from './precompiles/index.js';
import type { Precompiled } from './precompiles/precompiled.js';

const ADDRESS_BYTES = 20;

export class Rules<S extends MachineState> {
  readonly hardfork: Hardfork;
  /** Most bytes of a contract's code (EIP-170). */
  readonly codeSizeLimit: number;
  /** Most bytes of initcode (EIP-3860). */
  readonly initcodeSizeLimit: number;
  /** Whether accounts may delegate to the code of another (EIP-7702). */
  readonly hasDelegations: boolean;
  /** Whether SELFDESTRUCT deletes only contracts of the same transaction (EIP-6780). */
  readonly keepsDestroyed: boolean;
  readonly blockHash: MachineRules<S>['blockHash'];
  readonly seed: string | undefined;
  /** Addresses of precompiles, which are warm from the start. */
  readonly alwaysWarm: ReadonlySet<ByteText>;
  readonly #precompiled: ReadonlyMap<number, Precompiled>;
  readonly #natives: ReadonlyMap<ByteText, StatefulPrecompile<S>>;
  readonly #inState: MachineRules<S>['nativesInState'];

  constructor({
    natives,
    nativesInState,
    blockHash,
    seed,
    hardfork = HARDFORK,
    codeSizeLimit = CODE_SIZE_LIMIT,
  }: MachineRules<S>) {
    this.hardfork = hardfork;
    this.codeSizeLimit = codeSizeLimit;
    this.initcodeSizeLimit = initcodeSizeLimit(codeSizeLimit);
    this.hasDelegations = isFrom(hardfork, 'prague');
    this.keepsDestroyed = isFrom(hardfork, 'cancun');
    this.blockHash = blockHash;
    this.seed = seed;
    this.#precompiled = precompiledOf(hardfork);
    this.#natives = new Map(natives.map((native) => [textOfAddress(native.address), native]));
    this.#inState = nativesInState;
    const numbers = [...this.#precompiled.keys()].map((number) => bigintToBytes(BigInt(number), ADDRESS_BYTES));
    this.alwaysWarm = new Set([...numbers.map(textOfAddress), ...this.#natives.keys()]);
  }

  precompiledAt(address: Bytes): Precompiled | undefined {
    for (let i = 0; i < ADDRESS_BYTES - 2; i++) if (address[i] !== 0) return undefined;
    return this.#precompiled.get(
      ((address[ADDRESS_BYTES - 2] as number) << 8) | (address[ADDRESS_BYTES - 1] as number),
    );
  }

  nativeAt(state: S, address: Bytes, text: ByteText, code: Code): StatefulPrecompile<S> | undefined {
    const native = this.#natives.get(text);
    if (native !== undefined || this.#inState === undefined) return native;
    const { code: marker, at } = this.#inState;
    if (code.bytes.length !== marker.length || !equalBytes(code.bytes, marker)) return undefined;
    return at(state, address);
  }
}
