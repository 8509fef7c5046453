/**
 * Implements the versioned state: flat tables for reads, an archive for old versions, trees for the roots, a working
 * set for the next height. This file only delegates to them; each has its own file.
 */
import type { ProofOp } from '../../abci/application.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError, InvariantViolation, invariant } from '../../kernel/errors.js';
import { finish, noSteps, type Steps } from '../../kernel/steps.js';
import type { WriteOp } from '../../storage/store.js';
import type { Archive, HeightRecord, SealedHeight } from './archive.js';
import { applyReversal, applySealed, pruningAt, reversalTo } from './commit.js';
import { type Commitment, nextCommitment } from './commitment.js';
import type { FlatState } from './flat.js';
import { ForkRoots } from './fork_root.js';
import { HeightReader, type ReadableState } from './height_reader.js';
import { Overlay } from './overlay.js';
import { accountProof, multistoreProof, storeProof } from './proofs.js';
import { TextReader } from './reader.js';
import { NOTHING_REMOTE } from './remote/none.js';
import type { RememberedRemote } from './remote/remembered.js';
import { changesOf } from './sealing.js';
import type { Tree } from './tree/node.js';
import type { TreeHistory } from './tree_history.js';
import type {
  AccountProof,
  AppState,
  CommittedState,
  Fork,
  Revert,
  SealedState,
  StateReader,
  StoreName,
  WorkingState,
} from './types.js';

/** Latest and oldest height that a store held when it was opened. */
export interface RetainedHeights {
  readonly latest: number;
  readonly oldest: number;
}

interface Sealed extends SealedHeight {
  readonly commitment: Commitment;
  readonly revision: number;
}

interface Working {
  readonly height: number;
  readonly overlay: Overlay;
  sealed?: Sealed;
}

/** Reverts to the height that the state already has, which changes nothing. */
const NO_REVERT: Revert = { writes: [], apply: () => undefined, free: () => noSteps(undefined) };

/** Height of the reader before genesis, below every height. */
const BEFORE_GENESIS = -1;

export class VersionedState implements AppState, ReadableState {
  private newest: number;
  private oldest: number;
  private headReader: HeightReader;
  private working: Working | undefined;
  /** Height that each revert went back to. */
  private readonly reverts: number[] = [];

  constructor(
    readonly flat: FlatState,
    readonly archive: Archive,
    private readonly trees: TreeHistory,
    private readonly retain: number | undefined,
    retained: RetainedHeights | undefined,
    readonly remote: RememberedRemote | undefined,
  ) {
    this.newest = retained?.latest ?? BEFORE_GENESIS;
    this.oldest = retained?.oldest ?? BEFORE_GENESIS;
    this.headReader = this.readerAt(this.newest);
  }

  get height(): bigint | undefined {
    return this.newest === BEFORE_GENESIS ? undefined : BigInt(this.newest);
  }

  get latest(): CommittedState {
    return this.headReader;
  }

  at(height: bigint): CommittedState {
    const known = this.retained(height);
    return known === this.newest ? this.headReader : this.readerAt(known);
  }

  fork(base: StateReader = this.headReader): Fork {
    invariant(base instanceof TextReader, 'a fork needs a reader of this state');
    return new Overlay(base);
  }

  begin(height: bigint): WorkingState {
    const next = Number(height);
    const follows = this.newest === BEFORE_GENESIS ? next > BEFORE_GENESIS : next === this.newest + 1;
    if (!follows) throw new InvariantViolation(`height ${height} was begun on a state of height ${this.height}`);
    this.working = { height: next, overlay: new Overlay(this.headReader) };
    return this.working.overlay;
  }

  seal(): SealedState {
    return finish(this.sealing());
  }

  *sealing(): Steps<SealedState> {
    const { working } = this;
    invariant(working !== undefined, 'no height was begun');
    const { height, overlay } = working;
    const changes = yield* changesOf(overlay, this.flat);
    const commitment = yield* nextCommitment(this.trees.latest, changes.accounts, changes.stores);
    const { stateRoot } = commitment;
    const { appHash } = commitment.multistore;
    const isGenesis = this.newest === BEFORE_GENESIS;
    const record: HeightRecord = { height, appHash, stateRoot, changed: isGenesis ? [] : changes.all };
    const oldest = isGenesis ? height : this.oldest;
    const pruning = pruningAt(this.archive, height, oldest, this.retain);
    const sealed = { record, changes: changes.all, pruning, commitment, revision: overlay.revision };
    const writes = yield* this.archive.sealWrites(sealed);
    working.sealed = sealed;
    return { height: BigInt(height), appHash, stateRoot, writes, accounts: changes.accounts };
  }

  commit(): void {
    const sealed = this.working?.sealed;
    invariant(sealed !== undefined, 'no height was sealed');
    invariant(sealed.revision === this.working?.overlay.revision, 'the working set was written to after it was sealed');
    applySealed(this.archive, sealed);
    this.trees.append(sealed.record.height, sealed.commitment);
    this.oldest = sealed.pruning.oldest;
    this.moveTo(sealed.record.height);
  }

  appHash(height: bigint): Bytes {
    return this.trees.appHashAt(this.retained(height));
  }

  stateRoot(height: bigint): Bytes {
    return this.trees.stateRootAt(this.retained(height));
  }

  rootOf(fork: Fork): Bytes {
    return finish(this.rootsOf(fork).next());
  }

  rootsOf(fork: Fork): ForkRoots {
    const layers: Overlay[] = [];
    let below = fork as StateReader;
    for (; below instanceof Overlay; below = below.below) layers.push(below);
    invariant(below instanceof HeightReader, 'the base of a fork is a height of this state');
    const { height } = below;
    return new ForkRoots(() => this.trees.makingTrie(height), layers);
  }

  proveAccount(height: bigint, address: Bytes, slots: readonly Bytes[]): AccountProof {
    if (this.remote !== undefined)
      throw new HalleyError(
        'unavailable',
        'a forked chain has no proofs of accounts: its trie holds only what was written on this chain',
      );
    return accountProof(this.trees.trieAt(this.retained(height)), address, slots);
  }

  proveStore(height: bigint, store: StoreName, key: Bytes): readonly ProofOp[] {
    const known = this.retained(height);
    return storeProof(this.trees.treeAt(known, store), this.trees.multistoreAt(known), store, key);
  }

  proveStateRoot(height: bigint): ProofOp {
    return multistoreProof(this.trees.multistoreAt(this.retained(height)), 'evm');
  }

  revertTo(height: bigint): readonly WriteOp[] {
    const revert = finish(this.revertingTo(height));
    revert.apply();
    finish(revert.free());
    return revert.writes;
  }

  *revertingTo(height: bigint): Steps<Revert> {
    const known = this.retained(height);
    this.working = undefined;
    if (known === this.newest) return NO_REVERT;
    const moveTrees = yield* this.trees.revertingTo(known, this.newest);
    const reversal = yield* reversalTo(this.archive, known, this.newest, this.oldest);
    const writes = yield* this.archive.revertWrites(reversal);
    const apply = (): void => {
      applyReversal(reversal);
      moveTrees();
      this.reverts.push(known);
      this.moveTo(known);
    };
    return { writes, apply, free: () => this.archive.revert(reversal) };
  }

  storeTreeAt(height: number, store: StoreName): Tree {
    return height === BEFORE_GENESIS ? undefined : this.trees.treeAt(height, store);
  }

  checkReader(reader: HeightReader): void {
    if (reader.height < this.oldest) throw this.pruned(reader.height);
    for (; reader.epoch < this.reverts.length; reader.epoch++)
      if ((this.reverts[reader.epoch] as number) < reader.height)
        throw new HalleyError('height-too-high', `height ${reader.height} was reverted`, { height: reader.height });
  }

  private moveTo(height: number): void {
    this.newest = height;
    this.headReader = this.readerAt(height);
    this.working = undefined;
  }

  private readerAt(height: number): HeightReader {
    const remote = this.remote && (height === BEFORE_GENESIS ? NOTHING_REMOTE : this.remote);
    return new HeightReader(this, height, this.reverts.length, remote);
  }

  /** Converts a height to a number. Throws HalleyError when it is not retained. */
  private retained(height: bigint): number {
    const latest = this.height;
    if (latest === undefined || height > latest)
      throw new HalleyError(
        'height-too-high',
        `height ${height} is ahead of the state, whose latest height is ${latest ?? 'none: it has no genesis yet'}`,
        { height, latest },
      );
    if (height < this.oldest) throw this.pruned(height);
    return Number(height);
  }

  private pruned(height: bigint | number): HalleyError {
    return new HalleyError(
      'height-pruned',
      `the state at height ${height} was pruned: the oldest retained height is ${this.oldest}`,
      { height, oldest: this.oldest },
    );
  }
}
