/**
 * Memo tables by object identity, shared by all nodes of a process. They hold only what can be computed again from the
 * same objects, so nothing can tell whether they are there: a vote that a fault changed is a new object, is found in no
 * table and is verified for real. Entries die with their objects.
 */
import type { CommitInfo, FinalizeBlockResponse, PubKey } from '../abci/application.js';
import type { Bytes } from '../kernel/bytes.js';
import type { Ledger } from './ledger.js';
import type { ProposedBlock } from './round/proposed_block.js';
import type { WholeBlock } from './state.js';
import type { Block } from './types/block.js';
import type { Commit } from './types/commit.js';
import type { Part } from './types/part_set.js';
import type { Proposal } from './types/proposal.js';
import type { Signature } from './types/signature.js';
import type { Vote } from './types/vote.js';

export interface Caches {
  /** Votes and proposals whose signature is good for this key. */
  readonly signers: WeakMap<Vote | Proposal, PubKey>;
  /** Signatures that one of our keys makes, and over what: they are good without being made. */
  readonly made: WeakMap<Signature, { readonly pubKey: PubKey; readonly message: () => Bytes }>;
  /** The block that a part belongs to. */
  readonly owners: WeakMap<Part, WholeBlock>;
  /** What is wrong with a block on top of a ledger; undefined when nothing is. */
  readonly judged: WeakMap<Block, { readonly ledger: Ledger; readonly problem: string | undefined }>;
  readonly advanced: WeakMap<
    FinalizeBlockResponse,
    { readonly before: Ledger; readonly whole: WholeBlock; readonly after: Ledger }
  >;
  readonly commitInfos: WeakMap<Commit, CommitInfo>;
  readonly requests: WeakMap<Block, ProposedBlock>;
}

export const createCaches = (): Caches => ({
  signers: new WeakMap(),
  made: new WeakMap(),
  owners: new WeakMap(),
  judged: new WeakMap(),
  advanced: new WeakMap(),
  commitInfos: new WeakMap(),
  requests: new WeakMap(),
});
