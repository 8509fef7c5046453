/**
 * Stores snapshots of the state, a folder for each height with a file for each chunk. A folder appears under its name only
 * when it is complete.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadSnapshotChunkRequest, Snapshot } from '../../../abci/application.js';
import { SNAPSHOT_FORMAT } from '../../../app/state/snapshot/items.js';
import { type Bytes, concatBytes, EMPTY_BYTES } from '../../../kernel/bytes.js';
import { sha256 } from '../../../kernel/hash.js';
import { makeFolder } from '../../../storage/make_folder.js';

const HASH_BYTES = 32;
/** Suffix of the name of a folder that is not complete. */
const UNFINISHED = '.new';
const METADATA = 'metadata';

/** Returns the hashes of the chunks, which a snapshot's metadata lists one after another. */
export function chunkHashes({ metadata }: Pick<Snapshot, 'metadata'>): readonly Bytes[] {
  const count = Math.floor(metadata.length / HASH_BYTES);
  return Array.from({ length: count }, (_, index) => metadata.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES));
}

/** Describes a snapshot by the hashes of its chunks. */
function describe(height: bigint, metadata: Bytes): Snapshot {
  const chunks = metadata.length / HASH_BYTES;
  return { height, format: SNAPSHOT_FORMAT, chunks, hash: sha256(metadata), metadata };
}

export class SnapshotFolder {
  constructor(private readonly path: string) {}

  /** Returns the complete snapshots, newest first. */
  list(): readonly Snapshot[] {
    return this.#heights().map((height) => describe(height, this.#read(height, METADATA)));
  }

  /** Returns a chunk; empty when there is no such chunk. */
  chunk({ height, format, chunk }: LoadSnapshotChunkRequest): Bytes {
    return format === SNAPSHOT_FORMAT ? this.#read(height, `${chunk}`) : EMPTY_BYTES;
  }

  /** Writes a snapshot in pieces. Nothing is listed before `finish`. */
  begin(height: bigint): SnapshotWriter {
    const unfinished = join(this.path, `${height}${UNFINISHED}`);
    rmSync(unfinished, { recursive: true, force: true });
    makeFolder(this.path);
    mkdirSync(unfinished);
    return new SnapshotWriter(unfinished, join(this.path, `${height}`));
  }

  /** Removes all but the newest `count` snapshots, and those that were not finished. */
  prune(count: number): void {
    const old = this.#heights().slice(count).map(String);
    const unfinished = this.#names().filter((name) => name.endsWith(UNFINISHED));
    for (const name of [...old, ...unfinished]) rmSync(join(this.path, name), { recursive: true, force: true });
  }

  #names(): readonly string[] {
    return existsSync(this.path) ? readdirSync(this.path) : [];
  }

  #heights(): readonly bigint[] {
    const heights = this.#names().filter((name) => /^\d+$/.test(name));
    return heights.map(BigInt).sort((a, b) => (a < b ? 1 : -1));
  }

  #read(height: bigint, file: string): Bytes {
    const path = join(this.path, `${height}`, file);
    return existsSync(path) ? new Uint8Array(readFileSync(path)) : EMPTY_BYTES;
  }
}

export class SnapshotWriter {
  readonly #hashes: Bytes[] = [];

  constructor(
    private readonly unfinished: string,
    private readonly folder: string,
  ) {}

  add(chunk: Bytes): void {
    writeFileSync(join(this.unfinished, `${this.#hashes.length}`), chunk);
    this.#hashes.push(sha256(chunk));
  }

  finish(): void {
    writeFileSync(join(this.unfinished, METADATA), concatBytes(...this.#hashes));
    rmSync(this.folder, { recursive: true, force: true });
    renameSync(this.unfinished, this.folder);
  }
}
