/**
 * Computes the state root that a stack of forks on top of a height would have. Nothing is committed, and the height's
 * trie does not change. Each root costs as much as what was written since the root before.
 */
import { type ByteText, textOfBytes } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { Steps } from '../../kernel/steps.js';
import { ACCOUNT_WRITER } from './account.js';
import { DELETED, type Overlay } from './overlay.js';
import { trieRoot } from './trie/hash.js';
import { type AccountChange, type StateTrie, updatingAccounts } from './update_trees.js';

/** Most slots that one step collects. */
const SLOTS_OF_STEP = 256;

type Slots = Map<ByteText, Map<ByteText, Bytes | undefined>>;

export class ForkRoots {
  /** Trie of the last root; `undefined` before the first one. */
  #trie: { readonly value: StateTrie } | undefined;
  /** Position in the topmost layer's journal up to which the trie holds all writes. */
  #upTo = 0;

  /** `layers` go from the topmost down to the one above the height whose trie is `base`. */
  constructor(
    private readonly base: () => Steps<StateTrie>,
    private readonly layers: readonly Overlay[],
  ) {}

  /**
   * Returns the root with everything written so far. Nothing may be written between the steps. What was written before
   * the last root must not be reverted.
   */
  *next(): Steps<Bytes> {
    const [top] = this.layers;
    const before = this.#trie ?? { value: yield* this.base() };
    const changes = yield* this.#trie === undefined ? this.#all() : this.#since(this.#upTo);
    this.#upTo = top?.checkpoint() ?? 0;
    const value = yield* updatingAccounts(before.value, changes);
    this.#trie = { value };
    return trieRoot(value, ACCOUNT_WRITER);
  }

  *#all(): Steps<ReadonlyMap<ByteText, AccountChange>> {
    const slots: Slots = new Map();
    const written = new Set<ByteText>();
    let count = 0;
    for (const layer of this.layers) {
      for (const address of layer.accounts.keys()) written.add(address);
      for (const [address, own] of layer.slots) {
        written.add(address);
        const known = slotsOf(slots, address);
        // The topmost layer comes first, so the first value of a slot counts.
        for (const [slot, value] of own) {
          if (!known.has(slot)) known.set(slot, value.length === 0 ? undefined : value);
          if (++count % SLOTS_OF_STEP === 0) yield;
        }
      }
    }
    return this.#changes(written, slots);
  }

  *#since(checkpoint: number): Steps<ReadonlyMap<ByteText, AccountChange>> {
    const slots: Slots = new Map();
    const written = new Set<ByteText>();
    const [top] = this.layers;
    let count = 0;
    for (const address of top?.addressesSince(checkpoint) ?? []) written.add(textOfBytes(address));
    for (const [addressBytes, slotBytes] of top?.slotsSince(checkpoint) ?? []) {
      const [address, slot] = [textOfBytes(addressBytes), textOfBytes(slotBytes)];
      written.add(address);
      const value = top?.slotOf(address, slot);
      slotsOf(slots, address).set(slot, value?.length === 0 ? undefined : value);
      if (++count % SLOTS_OF_STEP === 0) yield;
    }
    return this.#changes(written, slots);
  }

  #changes(written: Iterable<ByteText>, slots: Slots): ReadonlyMap<ByteText, AccountChange> {
    const changes = new Map<ByteText, AccountChange>();
    for (const address of written)
      changes.set(address, { account: accountIn(this.layers, address), slots: slots.get(address) });
    return changes;
  }
}

function slotsOf(slots: Slots, address: ByteText): Map<ByteText, Bytes | undefined> {
  const known = slots.get(address) ?? new Map<ByteText, Bytes | undefined>();
  slots.set(address, known);
  return known;
}

function accountIn(layers: readonly Overlay[], address: ByteText): AccountChange['account'] {
  for (const { accounts } of layers) {
    const own = accounts.get(address);
    if (own !== undefined) return own === DELETED ? undefined : own;
  }
  return layers.at(-1)?.below.accountOf(address);
}
