/** Reads state variables by the `storageLayout` of solc. Keys of mappings are those whose hash the run has computed. */
import type { EvmDebugVariable } from '../backend/evm/debugging.js';
import { type Bytes, bigintToBytes, bytesToBigint, concatBytes } from '../kernel/bytes.js';
import { keccak256 } from '../kernel/hash.js';
import { to0x } from '../kernel/hex.js';
import { tryFromUtf8 } from '../kernel/text.js';
import type { KnownContract } from './contract_index.js';
import { wordText } from './parameters.js';

const WORD_BYTES = 32;
/** Most variables that are read, with the elements of arrays, members of structs and entries of mappings. */
const MAX_VARIABLES = 2_000;
/** Most elements of an array and entries of a mapping, most bytes of a text, and most levels. */
const MAX_ELEMENTS = 100;
const MAX_BYTES = 1_024;
const MAX_LEVELS = 8;

/** Data by their hash. */
export type Preimages = ReadonlyMap<bigint, Bytes>;
type Read = (slot: bigint) => Bytes;

interface Entry {
  readonly label: string;
  readonly offset: number;
  readonly slot: string;
  readonly type: string;
}

interface LayoutType {
  readonly encoding: string;
  readonly label: string;
  readonly numberOfBytes: string;
  readonly base?: string;
  readonly key?: string;
  readonly value?: string;
  readonly members?: readonly Entry[];
}

interface Layout {
  readonly storage: readonly Entry[];
  readonly types: Readonly<Record<string, LayoutType>>;
}

/** Returns the state variables of a contract; none without a layout. Damaged entries are left out. */
export function stateVariables({ contract, isExact }: KnownContract, read: Read, preimages: Preimages) {
  const layout = isExact ? layoutOf(contract.storageLayout) : undefined;
  return layout === undefined ? [] : new LayoutReader(layout, read, preimages).entries(layout.storage, 0n, 0);
}

function layoutOf(value: unknown): Layout | undefined {
  const { storage, types } = (value ?? {}) as Partial<Layout>;
  if (!Array.isArray(storage) || typeof types !== 'object' || types === null) return undefined;
  const whole = Object.entries(types).filter(([, type]) => isType(type));
  return { storage: entriesIn(storage), types: Object.fromEntries(whole) };
}

const entriesIn = (list: readonly unknown[]): readonly Entry[] => list.filter(isEntry);

function isEntry(value: unknown): value is Entry {
  const { label, offset, slot, type } = (value ?? {}) as { readonly [member in keyof Entry]?: unknown };
  const hasSlot = typeof slot === 'string' && /^\d{1,78}$/.test(slot);
  return hasSlot && typeof label === 'string' && typeof type === 'string' && Number.isInteger(offset);
}

function isType(value: unknown): value is LayoutType {
  const type = (value ?? {}) as { readonly [member in keyof LayoutType]?: unknown };
  const { encoding, label, numberOfBytes, base = '', key = '', value: of = '', members = [] } = type;
  const texts = [encoding, label, numberOfBytes, base, key, of];
  return texts.every((text) => typeof text === 'string') && Array.isArray(members);
}

class LayoutReader {
  #left = MAX_VARIABLES;

  constructor(
    private readonly layout: Layout,
    private readonly read: Read,
    private readonly preimages: Preimages,
  ) {}

  entries(list: readonly Entry[], base: bigint, level: number): readonly EvmDebugVariable[] {
    return list.flatMap(({ label, slot, offset, type }) =>
      this.#variable(label, type, base + BigInt(slot), offset, level),
    );
  }

  #variable(name: string, id: string, at: bigint, offset: number, level: number): readonly EvmDebugVariable[] {
    const slot = BigInt.asUintN(256, at);
    const type = Object.hasOwn(this.layout.types, id) ? this.layout.types[id] : undefined;
    if (type === undefined || level > MAX_LEVELS || this.#left-- <= 0) return [];
    const shown = { name, type: type.label };
    switch (type.encoding) {
      case 'bytes':
        return [{ ...shown, value: this.#text(type.label, slot) }];
      case 'mapping':
        return [{ ...shown, value: '', children: this.#mapping(type, slot, level) }];
      case 'dynamic_array': {
        const length = bytesToBigint(this.read(slot));
        const data = bytesToBigint(keccak256(bigintToBytes(slot, WORD_BYTES)));
        return [{ ...shown, value: `length ${length}`, children: this.#elements(type, length, data, level) }];
      }
      default: {
        if (type.members !== undefined)
          return [{ ...shown, value: '', children: this.entries(entriesIn(type.members), slot, level + 1) }];
        const length = /\[(\d+)\]$/.exec(type.label)?.[1];
        if (type.base !== undefined && length !== undefined)
          return [{ ...shown, value: '', children: this.#elements(type, BigInt(length), slot, level) }];
        const value = this.#value(id, type, slot, offset);
        return value === undefined ? [] : [{ ...shown, value }];
      }
    }
  }

  /** Returns the text of a value type; undefined for a damaged layout. */
  #value(id: string, { numberOfBytes }: LayoutType, slot: bigint, offset: number): string | undefined {
    const size = Number(numberOfBytes);
    if (!(Number.isInteger(size) && size > 0 && offset >= 0 && size + offset <= WORD_BYTES)) return undefined;
    const word = BigInt.asUintN(8 * size, bytesToBigint(this.read(slot)) >> BigInt(8 * offset));
    const kind = id.replace(/^t_/, '');
    if (kind.startsWith('int')) return String(BigInt.asIntN(8 * size, word));
    if (kind.startsWith('enum')) return String(word);
    const known = kind.startsWith('bytes') ? word << BigInt(8 * (WORD_BYTES - size)) : word;
    return wordText(kind, known) ?? to0x(bigintToBytes(word, size));
  }

  #elements({ base = '' }: LayoutType, length: bigint, start: bigint, level: number): readonly EvmDebugVariable[] {
    const size = Number(this.layout.types[base]?.numberOfBytes);
    if (!(Number.isInteger(size) && size > 0)) return [];
    const perSlot = Math.floor(WORD_BYTES / size);
    const slots = Math.ceil(size / WORD_BYTES);
    const shown = Number(length > MAX_ELEMENTS ? MAX_ELEMENTS : length);
    return Array.from({ length: shown }, (_, i) => {
      const slot = start + BigInt(perSlot > 1 ? Math.floor(i / perSlot) : i * slots);
      return this.#variable(`[${i}]`, base, slot, perSlot > 1 ? (i % perSlot) * size : 0, level + 1);
    }).flat();
  }

  #mapping({ key = '', value = '' }: LayoutType, slot: bigint, level: number): readonly EvmDebugVariable[] {
    const end = bigintToBytes(slot, WORD_BYTES);
    const found: EvmDebugVariable[] = [];
    for (const [hash, data] of this.preimages) {
      const start = data.length - WORD_BYTES;
      if (start < 0 || found.length >= MAX_ELEMENTS || !end.every((byte, i) => data[start + i] === byte)) continue;
      const name = this.#key(key, data.subarray(0, start));
      if (name !== undefined) found.push(...this.#variable(`[${name}]`, value, hash, 0, level + 1));
    }
    return found;
  }

  /** Returns the text of a key of a mapping; undefined for data that are no such key. */
  #key(id: string, data: Bytes): string | undefined {
    const kind = id.replace(/^t_/, '');
    if (/^(?:string|bytes)_/.test(kind))
      return kind.startsWith('string') ? JSON.stringify(tryFromUtf8(data)) : to0x(data);
    if (data.length !== WORD_BYTES) return undefined;
    const word = bytesToBigint(data);
    if (kind.startsWith('enum')) return String(word);
    return wordText(kind, word) ?? (/^(?:u?int|bool|address|contract|bytes)/.test(kind) ? undefined : to0x(data));
  }

  /** Returns a string or bytes. Short ones are in their slot, with twice their length (Solidity, "Layout of State Variables"). */
  #text(type: string, slot: bigint): string {
    const word = bytesToBigint(this.read(slot));
    const isLong = (word & 1n) === 1n;
    const length = isLong ? (word - 1n) / 2n : (word & 0xffn) / 2n;
    const shown = Number(length > MAX_BYTES ? MAX_BYTES : length);
    const start = isLong ? bytesToBigint(keccak256(bigintToBytes(slot, WORD_BYTES))) : slot;
    const words = Array.from({ length: Math.ceil(shown / WORD_BYTES) }, (_, i) =>
      bigintToBytes(bytesToBigint(this.read(start + BigInt(i))), WORD_BYTES),
    );
    const data = concatBytes(...words).subarray(0, shown);
    const text = type === 'string' ? tryFromUtf8(data) : undefined;
    return `${text === undefined ? to0x(data) : JSON.stringify(text)}${length > MAX_BYTES ? '…' : ''}`;
  }
}
