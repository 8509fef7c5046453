/**
 * Remembers which slots of each contract were read, at any block of a chain. Next time they are fetched together with
 * the contract, because later calls mostly read the same slots.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { fromHex, toHex } from '../../kernel/hex.js';
import type { RecordFile } from './record_file.js';

/** Most slots that are fetched together with a contract: those that were read first. */
const MAX_SLOTS = 64;

export class SlotReads {
  #slots: Map<string, Set<string>> | undefined;

  constructor(private readonly file: RecordFile | undefined) {}

  /** Returns the slots of a contract that earlier calls read. */
  of(address: Bytes): readonly Bytes[] {
    return [...(this.#known().get(toHex(address)) ?? [])].map(fromHex);
  }

  /** Adds slots that a call read. */
  add(reads: readonly { readonly address: Bytes; readonly slot: Bytes }[]): void {
    const news = reads
      .map(({ address, slot }) => `${toHex(address)} ${toHex(slot)}`)
      .filter((text) => this.#take(text));
    this.file?.append(news);
  }

  #known(): Map<string, Set<string>> {
    if (this.#slots !== undefined) return this.#slots;
    this.#slots = new Map();
    for (const { text } of this.file?.records() ?? []) this.#take(text);
    return this.#slots;
  }

  /** Returns whether the record is new and the limit of its contract is not reached. */
  #take(text: string): boolean {
    const [address = '', slot = ''] = text.split(' ');
    const known = this.#known();
    const slots = known.get(address) ?? new Set();
    if (slots.has(slot) || slots.size >= MAX_SLOTS) return false;
    known.set(address, slots.add(slot));
    return true;
  }
}
