/** Restores a snapshot that the engine offers to a node without a chain, chunk by chunk. */
import type {
  ApplySnapshotChunkRequest,
  ApplySnapshotChunkResponse,
  OfferSnapshotRequest,
  OfferSnapshotResult,
} from '../../../abci/application.js';
import { SNAPSHOT_FORMAT } from '../../../app/state/snapshot/items.js';
import { StateRestore } from '../../../app/state/snapshot/restore.js';
import { CodecError } from '../../../codec/protobuf/index.js';
import type { GenesisDoc } from '../../../consensus/types/genesis.js';
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import { HalleyError } from '../../../kernel/errors.js';
import { sha256 } from '../../../kernel/hash.js';
import type { AppCore } from '../app_core.js';
import { checkHeadByState, checkSnapshotHead, decodeSnapshotHead } from '../snapshot_head.js';
import { chunkHashes } from './snapshot_folder.js';

interface Restoring {
  readonly height: bigint;
  readonly appHash: Bytes;
  readonly hashes: readonly Bytes[];
  readonly restore: StateRestore;
}

const ACCEPT: ApplySnapshotChunkResponse = { result: 'accept', refetchChunks: [], rejectSenders: [] };
const REJECT: ApplySnapshotChunkResponse = { ...ACCEPT, result: 'reject-snapshot' };

export class StateSync {
  #restoring: Restoring | undefined;

  /** `ownGenesis` returns the genesis document of the node's home; undefined without one. */
  constructor(
    private readonly core: AppCore,
    private readonly ownGenesis: () => GenesisDoc | undefined,
  ) {}

  /** Begins to restore the snapshot, instead of one that was begun before. */
  offer({ snapshot, appHash }: OfferSnapshotRequest): OfferSnapshotResult {
    const { core } = this;
    if (core.chain !== undefined) return 'abort';
    const { height, format, chunks, hash, metadata } = snapshot;
    if (format !== SNAPSHOT_FORMAT) return 'reject-format';
    const hashes = chunkHashes(snapshot);
    if (hashes.length !== chunks || chunks === 0 || !equalBytes(sha256(metadata), hash)) return 'reject';
    this.#restoring = { height, appHash, hashes, restore: new StateRestore(core.state, height) };
    return 'accept';
  }

  /** Applies the next chunk; the chain begins with the last one. Asks again for a chunk that is not the announced one. */
  async apply({ index, chunk, sender }: ApplySnapshotChunkRequest): Promise<ApplySnapshotChunkResponse> {
    const restoring = this.#restoring;
    if (restoring === undefined) return { ...ACCEPT, result: 'abort' };
    const { hashes, restore } = restoring;
    const expected = hashes[index];
    if (expected === undefined || !equalBytes(sha256(chunk), expected))
      return { result: 'retry', refetchChunks: [index], rejectSenders: [sender] };
    try {
      restore.add(chunk);
      if (index === hashes.length - 1) await this.#finish(restoring);
      return ACCEPT;
    } catch (error) {
      if (!isBadSnapshot(error)) throw error;
      this.#restoring = undefined;
      return REJECT;
    }
  }

  async #finish({ restore, height, appHash }: Restoring): Promise<void> {
    const { head } = restore;
    if (head === undefined) throw new CodecError('a snapshot has no head');
    const found = decodeSnapshotHead(head);
    checkSnapshotHead(found, { height, appHash, genesis: this.ownGenesis() });
    const sealed = restore.seal(appHash);
    checkHeadByState(found, restore.restored);
    await this.core.restored(sealed, found);
    this.#restoring = undefined;
  }
}

/** Checks whether an error says that the bytes of the snapshot are wrong. */
const isBadSnapshot = (error: unknown): boolean =>
  error instanceof CodecError ||
  error instanceof SyntaxError ||
  (error instanceof HalleyError && error.code === 'invalid-genesis');
