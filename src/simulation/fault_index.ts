/**
 * Indexes the active faults by what they may affect, so that an event costs no more for faults of other nodes and links.
 * An index follows from the list of faults alone. It is made once for each list, which never changes, and is filled when
 * a node or a link is looked up first.
 */
import type { Misbehavior } from '../consensus/env.js';
import type { Envelope, FaultContext, OnLinks } from './fault.js';
import { type AnyFaultDefinition, definitionOf, type NamedFault } from './fault_registry.js';

/** Fault that may change the messages on a link. */
export interface LinkFault {
  readonly name: string;
  transform(envelope: Envelope, context: FaultContext): readonly Envelope[];
}

interface Indexed {
  readonly named: NamedFault;
  readonly definition: AnyFaultDefinition;
}

interface IndexedLinks extends LinkFault {
  readonly links: OnLinks;
}

/** Separates the two nodes of a link in its key. No network has as many nodes. */
const KEY_STRIDE = 65_536;

class FaultIndex {
  readonly #skewing: readonly Indexed[];
  readonly #partitioning: readonly Indexed[];
  readonly #misbehaving: readonly Indexed[];
  readonly #transforming: readonly IndexedLinks[];
  readonly #skews = new Map<number, bigint>();
  /** Group of each node; `undefined` for a node that is alone. */
  readonly #groups = new Map<number, string | undefined>();
  readonly #bySender = new Map<number, readonly IndexedLinks[]>();
  readonly #byLink = new Map<number, readonly LinkFault[]>();

  constructor(faults: readonly NamedFault[]) {
    const all = faults.map((named): Indexed => ({ named, definition: definitionOf(named.fault) }));
    this.#skewing = all.filter(({ definition }) => definition.skew !== undefined);
    this.#partitioning = all.filter(({ definition }) => definition.group !== undefined);
    this.#misbehaving = all.filter(({ definition }) => definition.misbehavior !== undefined);
    this.#transforming = all.flatMap(({ named: { name, fault }, definition }) =>
      definition.transform === undefined
        ? []
        : [
            {
              name,
              links: definition.links?.(fault) ?? {},
              transform: (envelope: Envelope, context: FaultContext) =>
                definition.transform?.(fault, envelope, context) ?? [envelope],
            },
          ],
    );
  }

  skewOf(node: number): bigint {
    if (this.#skewing.length === 0) return 0n;
    const known = this.#skews.get(node);
    if (known !== undefined) return known;
    let ahead = 0n;
    for (const { named, definition } of this.#skewing) ahead += definition.skew?.(named.fault, node) ?? 0n;
    this.#skews.set(node, ahead);
    return ahead;
  }

  areApart(a: number, b: number): boolean {
    if (this.#partitioning.length === 0) return false;
    const group = this.#groupOf(a);
    return group === undefined || group !== this.#groupOf(b);
  }

  separating(a: number, b: number): NamedFault | undefined {
    const found = this.#partitioning.find(({ named: { fault }, definition }) => {
      const group = definition.group?.(fault, a);
      return group === undefined || group !== definition.group?.(fault, b);
    });
    return found?.named;
  }

  misbehaviorOf(node: number): Misbehavior | undefined {
    const all = this.#misbehaving.flatMap(({ named, definition }) => definition.misbehavior?.(named.fault, node) ?? []);
    const [first] = all;
    if (first === undefined || all.length === 1) return first;
    return {
      voteFor: (vote, blockId) => all.reduce((chosen, { voteFor }) => voteFor?.(vote, chosen) ?? chosen, blockId),
      extendWith: (place, extension) =>
        all.reduce((bytes, { extendWith }) => extendWith?.(place, bytes) ?? bytes, extension),
      forgetsLock: all.some(({ forgetsLock }) => forgetsLock),
    };
  }

  onLink(from: number, to: number): readonly LinkFault[] {
    if (this.#transforming.length === 0) return this.#transforming;
    const key = from * KEY_STRIDE + to;
    const known = this.#byLink.get(key);
    if (known !== undefined) return known;
    const found = this.#ofSender(from).filter(({ links }) => links.to?.includes(to) ?? true);
    this.#byLink.set(key, found);
    return found;
  }

  #ofSender(from: number): readonly IndexedLinks[] {
    const known = this.#bySender.get(from);
    if (known !== undefined) return known;
    const found = this.#transforming.filter(({ links }) => links.from?.includes(from) ?? true);
    this.#bySender.set(from, found);
    return found;
  }

  /** Returns the groups of a node in all partitions as one text. Two nodes communicate when their texts are equal. */
  #groupOf(node: number): string | undefined {
    if (this.#groups.has(node)) return this.#groups.get(node);
    const groups = this.#partitioning.map(({ named, definition }) => definition.group?.(named.fault, node));
    const group = groups.includes(undefined) ? undefined : groups.join();
    this.#groups.set(node, group);
    return group;
  }
}

const indexes = new WeakMap<readonly NamedFault[], FaultIndex>();

function indexOf(faults: readonly NamedFault[]): FaultIndex {
  const known = indexes.get(faults);
  if (known !== undefined) return known;
  const index = new FaultIndex(faults);
  indexes.set(faults, index);
  return index;
}

/** Returns how far a node's clock is ahead, summed over all faults, in nanoseconds. */
export const skewOf = (faults: readonly NamedFault[], node: number): bigint =>
  faults.length === 0 ? 0n : indexOf(faults).skewOf(node);

/** Returns whether a fault blocks everything between two nodes. */
export const areApart = (faults: readonly NamedFault[], a: number, b: number): boolean =>
  faults.length > 0 && indexOf(faults).areApart(a, b);

/** Returns the first fault that blocks everything between two nodes. */
export const separating = (faults: readonly NamedFault[], a: number, b: number): NamedFault | undefined =>
  indexOf(faults).separating(a, b);

/** Returns the faults that may change the messages from one node to another, in the order in which they began. */
export const faultsOnLink = (faults: readonly NamedFault[], from: number, to: number): readonly LinkFault[] =>
  indexOf(faults).onLink(from, to);

/** Returns how all faults together change what a node's engine does; undefined when none of them does. */
export const misbehaviorOf = (faults: readonly NamedFault[], node: number): Misbehavior | undefined =>
  faults.length === 0 ? undefined : indexOf(faults).misbehaviorOf(node);
