/** Contract as a compiler or a project's tool describes it, in one form for all of them. */
import type { Bytes } from '../kernel/bytes.js';
import { tryFromHex } from '../kernel/hex.js';
import { fromUtf8, utf8 } from '../kernel/text.js';
import { SourceMap } from './source_map.js';
import type { SourceText } from './source_text.js';

/** Range of bytes. */
export interface ByteRange {
  readonly start: number;
  readonly length: number;
}

/** Sources of one compilation by the ids that its maps use. */
export type SourcesById = ReadonlyMap<number, SourceText>;

export interface AbiParameter {
  readonly name?: string;
  readonly type: string;
  readonly indexed?: boolean;
}

export interface AbiItem {
  readonly type: string;
  readonly name?: string;
  readonly inputs?: readonly AbiParameter[];
  readonly outputs?: readonly AbiParameter[];
  readonly stateMutability?: string;
  /** Mutability in ABIs of solc before 0.6. */
  readonly payable?: boolean;
  readonly constant?: boolean;
}

/** Code of a contract, with zeros where a link or an immutable is filled in later. */
export class CompiledCode {
  #map: SourceMap | undefined;

  private constructor(
    readonly bytes: Bytes,
    /** Ranges that differ between deployed contracts, in ascending order. */
    readonly holes: readonly ByteRange[],
    /** Source map as UTF-8, which few contracts ever need decoded. */
    private readonly mapText: Bytes | undefined,
  ) {}

  /**
   * Reads code as compilers write it: bytes, or hex with or without `0x` and with placeholders for libraries. Returns
   * undefined for no code, and for text that is none.
   */
  static read(code: unknown, sourceMap: unknown, ...references: readonly unknown[]): CompiledCode | undefined {
    const [bytes, placeholders] = code instanceof Uint8Array ? [code, []] : linked(code);
    if (bytes === undefined || bytes.length === 0) return undefined;
    const holes = [...placeholders, ...references.flatMap((each) => rangesIn(each)), ...ownAddress(bytes)]
      .filter(({ start, length }) => Number.isInteger(start) && length > 0 && start + length <= bytes.length)
      .sort((a, b) => a.start - b.start);
    const map = typeof sourceMap === 'string' ? utf8(sourceMap) : sourceMap;
    const hasMap = map instanceof Uint8Array && map.length > 0 && map.length <= MAX_MAP_CHARACTERS * bytes.length;
    return new CompiledCode(bytes, holes, hasMap ? map : undefined);
  }

  /** Source map, decoded when it is first read; `undefined` where the artifact has none. */
  get map(): SourceMap | undefined {
    if (this.mapText !== undefined) this.#map ??= new SourceMap(this.bytes, fromUtf8(this.mapText));
    return this.#map;
  }

  get hasMap(): boolean {
    return this.mapText !== undefined;
  }
}

/** Decodes hex, with zeros for its placeholders. Returns these as ranges. */
function linked(hex: unknown): [code: Bytes | undefined, placeholders: readonly ByteRange[]] {
  if (typeof hex !== 'string') return [undefined, []];
  const digits = hex.startsWith('0x') ? hex.slice(2) : hex;
  if (!digits.includes('__')) return [tryFromHex(digits), []];
  const placeholders = Array.from(digits.matchAll(PLACEHOLDER), ({ index }) => ({ start: index / 2, length: 20 }));
  return [tryFromHex(digits.replace(PLACEHOLDER, ZERO_ADDRESS)), placeholders];
}

/** Most characters of a source map for each byte of code; a longer map is of no compiler. */
const MAX_MAP_CHARACTERS = 64;
/** Placeholders of libraries in solc since 0.5 and before. */
const PLACEHOLDER = /__.{38}/g;
const ZERO_ADDRESS = '0'.repeat(40);
const PUSH20 = 0x73;
const ADDRESS_BYTES = 20;

/** Returns the range in which a deployed library has its own address. */
const ownAddress = (code: Bytes): readonly ByteRange[] =>
  code[0] === PUSH20 && code.subarray(1, 1 + ADDRESS_BYTES).every((byte) => byte === 0)
    ? [{ start: 1, length: ADDRESS_BYTES }]
    : [];

/** Most levels of link references: file, library, list, range. */
const MAX_LEVELS = 4;

/** Returns all ranges in link references or immutable references, which nest them in objects and lists. */
function rangesIn(references: unknown, level = 1): readonly ByteRange[] {
  if (typeof references !== 'object' || references === null || level > MAX_LEVELS) return [];
  const { start, length } = references as Partial<ByteRange>;
  if (typeof start === 'number' && typeof length === 'number') return [{ start, length }];
  return Object.values(references).flatMap((inner) => rangesIn(inner, level + 1));
}

export class CompiledContract {
  #abi: readonly AbiItem[] | undefined;

  constructor(
    readonly name: string,
    /** Name of its source; empty where the artifact names none. */
    readonly sourceName: string,
    /** JSON of the ABI. */
    readonly abiText: string,
    readonly creation: CompiledCode | undefined,
    readonly runtime: CompiledCode | undefined,
    readonly sources: SourcesById,
    /** Whether the optimizer may have merged equal blocks; true where the settings are unknown. */
    readonly isOptimized: boolean,
    private readonly more: { readonly isViaYul?: boolean; readonly storageLayout?: unknown } = {},
  ) {}

  /** Whether the code is made through Yul (`viaIR`). */
  get isViaYul(): boolean {
    return this.more.isViaYul === true;
  }

  /** `storageLayout` of solc; `undefined` where the artifact has none. */
  get storageLayout(): unknown {
    return this.more.storageLayout;
  }

  /** Entries of the ABI; empty for a damaged one. */
  get abi(): readonly AbiItem[] {
    this.#abi ??= abiOf(this.abiText);
    return this.#abi;
  }

  /** Source with the contract itself; `undefined` where its text is unknown. */
  get source(): SourceText | undefined {
    for (const source of this.sources.values()) if (source.name === this.sourceName) return source;
    return undefined;
  }
}

/** Returns the entries of an ABI, given as JSON; none for a damaged one. */
export function abiOf(text: string): readonly AbiItem[] {
  try {
    const abi = JSON.parse(text) as unknown;
    return Array.isArray(abi) ? abi.filter(isItem) : [];
  } catch {
    return [];
  }
}

function isItem(value: unknown): value is AbiItem {
  if (typeof value !== 'object' || value === null) return false;
  const { type, name = '', inputs = [], outputs = [] } = value as { readonly [member in keyof AbiItem]?: unknown };
  return typeof type === 'string' && typeof name === 'string' && Array.isArray(inputs) && Array.isArray(outputs);
}
