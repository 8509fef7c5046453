/**
 * Recognises contracts by their code. Links, immutables and arguments of constructors are ignored. Code that differs
 * only in the metadata that solc appends belongs to the same contract, but perhaps to another text of its sources.
 */
import type { Bytes } from '../kernel/bytes.js';
import type { CompiledCode, CompiledContract } from './compiled_contract.js';

/** Contract whose code runs. */
export interface KnownContract {
  readonly contract: CompiledContract;
  readonly code: CompiledCode;
  /** Whether the code is exactly that of the artifact, so that its source map fits. */
  readonly isExact: boolean;
}

/** Most codes whose contract is remembered. */
const MAX_REMEMBERED = 10_000;

export class ContractIndex {
  #groups = new Map<string, readonly CompiledContract[]>();
  readonly #runtimes = new Map<string, KnownContract | undefined>();

  /** Number of contracts. */
  get size(): number {
    let size = 0;
    for (const group of this.#groups.values()) size += group.length;
    return size;
  }

  /** Replaces the contracts of a group, such as those of a file. Without contracts the group is removed. */
  replace(group: string, contracts: readonly CompiledContract[] = []): void {
    // A group that is replaced is the newest, which is found first.
    this.#groups.delete(group);
    if (contracts.length > 0) this.#groups.set(group, contracts);
    this.#runtimes.clear();
  }

  /** Yields all contracts, those of the newest group first. */
  *contracts(): Generator<CompiledContract> {
    for (const group of [...this.#groups.values()].reverse()) yield* group;
  }

  /** Returns the contract with a deployed code. `hash` is the hash of the code, in any text. */
  ofRuntime(hash: string, code: Bytes): KnownContract | undefined {
    if (this.#runtimes.has(hash)) return this.#runtimes.get(hash);
    const known = this.#find(
      ({ runtime }) => runtime,
      (ours) => matchRuntime(code, ours),
    );
    if (this.#runtimes.size >= MAX_REMEMBERED) this.#runtimes.clear();
    this.#runtimes.set(hash, known);
    return known;
  }

  /** Returns the contract that initcode creates. Arguments of the constructor follow the code. */
  ofCreation(initcode: Bytes): KnownContract | undefined {
    return this.#find(
      ({ creation }) => creation,
      (ours) => matchCreation(initcode, ours),
    );
  }

  #find(
    codeOf: (contract: CompiledContract) => CompiledCode | undefined,
    match: (code: CompiledCode) => number,
  ): KnownContract | undefined {
    let [best, found] = [0, [] as KnownContract[]];
    for (const contract of this.contracts()) {
      const code = codeOf(contract);
      const score = code === undefined ? 0 : match(code);
      if (code === undefined || score === 0 || score < best) continue;
      if (score > best) [best, found] = [score, []];
      found.push({ contract, code, isExact: score > SIMILAR });
    }
    const [first, ...others] = found.sort((a, b) => Number(b.code.hasMap) - Number(a.code.hasMap));
    // Contracts with the same code but other sources cannot be distinguished, so no line of either is shown.
    return first !== undefined && others.some((other) => !isSame(first.contract, other.contract))
      ? { ...first, isExact: false }
      : first;
  }
}

const isSame = (a: CompiledContract, b: CompiledContract): boolean =>
  a.name === b.name && (b.source === undefined || a.source?.text === b.source.text);

const NONE = 0;
const SIMILAR = 1;
const EXACT = 2;

function matchRuntime(code: Bytes, { bytes, holes }: CompiledCode): number {
  if (code.length === bytes.length && equalExcept(code, bytes, holes, bytes.length)) return EXACT;
  const length = withoutMetadata(bytes);
  return length === withoutMetadata(code) && equalExcept(code, bytes, holes, length) ? SIMILAR : NONE;
}

/** Returns a higher number for longer code, because a short one may be the beginning of another. */
function matchCreation(initcode: Bytes, { bytes, holes }: CompiledCode): number {
  if (initcode.length >= bytes.length && equalExcept(initcode, bytes, holes, bytes.length)) return EXACT + bytes.length;
  const length = withoutMetadata(bytes);
  return length > 0 && length < bytes.length && initcode.length >= length && equalExcept(initcode, bytes, holes, length)
    ? SIMILAR
    : NONE;
}

/** Compares the first `length` bytes outside of the holes of `b`. */
function equalExcept(a: Bytes, b: Bytes, holes: CompiledCode['holes'], length: number): boolean {
  let at = 0;
  for (const hole of holes) {
    for (const end = Math.min(hole.start, length); at < end; at++) if (a[at] !== b[at]) return false;
    at = Math.max(at, hole.start + hole.length);
  }
  for (; at < length; at++) if (a[at] !== b[at]) return false;
  return true;
}

/** Most bytes of metadata; more is code. */
const MAX_METADATA = 200;

/** Returns the length of code without the CBOR map at its end, whose length is in the last two bytes. */
function withoutMetadata(code: Bytes): number {
  const { length } = code;
  const size = ((code[length - 2] ?? 0) << 8) | (code[length - 1] ?? 0);
  const start = length - size - 2;
  const isMap = start > 0 && size > 0 && size <= MAX_METADATA && ((code[start] as number) & 0xf0) === 0xa0;
  return isMap ? start : length;
}
