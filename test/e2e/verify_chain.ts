/**
 * Follows a chain from its first block over the CometBFT RPC alone. It verifies header hashes, links, data, commits,
 * signatures, and that each header commits to the validators who sign the next.
 */
import { dataHash } from '../../src/consensus/types/block.js';
import type { BlockId } from '../../src/consensus/types/block_id.js';
import { type Commit, commitHash } from '../../src/consensus/types/commit.js';
import { type Header, headerHash } from '../../src/consensus/types/header.js';
import { newValidatorSet, type ValidatorSet, validatorsHash } from '../../src/consensus/types/validator_set.js';
import { verifyCommit } from '../../src/consensus/types/verify_commit.js';
import { consensusCrypto } from '../../src/crypto/validator_keys.js';
import { type Bytes, EMPTY_BYTES } from '../../src/kernel/bytes.js';
import { fromHex, toUpperHex } from '../../src/kernel/hex.js';
import { parseTime, type UnixNanos } from '../../src/kernel/time.js';

// biome-ignore lint/suspicious/noExplicitAny: the wire's JSON, read field by field below
type Json = any;

async function get(url: string, path: string): Promise<Json> {
  const answer = (await (await fetch(`${url}/${path}`)).json()) as Json;
  if (answer.error) throw new Error(`${path}: ${answer.error.data}`);
  return answer.result;
}

const base64 = (text: string | null): Bytes => (text ? new Uint8Array(Buffer.from(text, 'base64')) : EMPTY_BYTES);
const time = (text: string): UnixNanos => parseTime(text) as UnixNanos;
const blockId = (json: Json): BlockId => ({
  hash: fromHex(json.hash),
  parts: { total: json.parts.total, hash: fromHex(json.parts.hash) },
});

const header = (json: Json): Header => ({
  version: { block: BigInt(json.version.block), app: BigInt(json.version.app ?? 0) },
  chainId: json.chain_id,
  height: BigInt(json.height),
  time: time(json.time),
  lastBlockId: blockId(json.last_block_id),
  lastCommitHash: fromHex(json.last_commit_hash),
  dataHash: fromHex(json.data_hash),
  validatorsHash: fromHex(json.validators_hash),
  nextValidatorsHash: fromHex(json.next_validators_hash),
  consensusHash: fromHex(json.consensus_hash),
  appHash: fromHex(json.app_hash),
  lastResultsHash: fromHex(json.last_results_hash),
  evidenceHash: fromHex(json.evidence_hash),
  proposerAddress: fromHex(json.proposer_address),
});

const commit = (json: Json): Commit => ({
  height: BigInt(json.height),
  round: json.round,
  blockId: blockId(json.block_id),
  signatures: json.signatures.map((slot: Json) => ({
    blockIdFlag: slot.block_id_flag,
    validatorAddress: fromHex(slot.validator_address),
    timestamp: time(slot.timestamp),
    signature: { bytes: base64(slot.signature) },
  })),
});

const validatorSet = (json: Json): ValidatorSet =>
  newValidatorSet(
    json.validators.map((validator: Json) => ({
      pubKey: { type: 'ed25519' as const, bytes: base64(validator.pub_key.value) },
      power: BigInt(validator.voting_power),
    })),
  );

function same(what: string, height: bigint, a: Bytes, b: Bytes): void {
  if (toUpperHex(a) !== toUpperHex(b))
    throw new Error(`${what} of height ${height}: ${toUpperHex(a)} is not ${toUpperHex(b)}`);
}

/** Returns how many heights were verified. Throws at the first that does not verify. */
export async function verifyChain(url: string): Promise<number> {
  const tip = BigInt((await get(url, 'status')).sync_info.latest_block_height);
  let last: { id: BlockId; time: UnixNanos; nextValidatorsHash: Bytes } | undefined;
  for (let height = 1n; height <= tip; height++) {
    const stored = await get(url, `block?height=${height}`);
    const signed = await get(url, `commit?height=${height}`);
    const set = validatorSet(await get(url, `validators?height=${height}`));
    const id = blockId(stored.block_id);
    const own = header(stored.block.header);
    same('header hash', height, headerHash(own), id.hash);
    same('data hash', height, dataHash(stored.block.data.txs.map(base64)), own.dataHash);
    same('validators hash', height, validatorsHash(set), own.validatorsHash);
    const problem = verifyCommit(
      own.chainId,
      set,
      id,
      height,
      commit(signed.signed_header.commit),
      (key, message, { bytes }) => consensusCrypto.verify(key, message, bytes),
    );
    if (problem !== undefined) throw new Error(`commit of height ${height}: ${problem}`);
    const lastCommit = commit(stored.block.last_commit);
    same('last commit hash', height, commitHash(lastCommit), own.lastCommitHash);
    if (last !== undefined) {
      same('last block id', height, own.lastBlockId.hash, last.id.hash);
      same('announced validators', height, last.nextValidatorsHash, own.validatorsHash);
      if (own.time <= last.time) throw new Error(`time of height ${height} does not increase`);
    }
    last = { id, time: own.time, nextValidatorsHash: own.nextValidatorsHash };
  }
  return Number(tip);
}
