/**
 * Executes the blocks of a running network again in the simulation's application, from the genesis document and the
 * blocks alone, as the engine's RPC gives them.
 */
import type { CommitInfo, FinalizeBlockRequest, Misbehavior } from '../../../src/abci/application.js';
import { parseGenesis } from '../../../src/consensus/types/genesis.js';
import { newValidatorSet, validatorsHash } from '../../../src/consensus/types/validator_set.js';
import { AppCore } from '../../../src/devnet/app_node/app_core.js';
import { EngineApplication } from '../../../src/devnet/app_node/served_application.js';
import { SnapshotFolder } from '../../../src/devnet/app_node/snapshots/snapshot_folder.js';
import { applicationRules } from '../../../src/devnet/chain/application_rules.js';
import { CommandQueue } from '../../../src/devnet/runtime/command_queue.js';
import { fromHex, toUpperHex } from '../../../src/kernel/hex.js';
import { parseTime, type UnixNanos, ZERO_TIME } from '../../../src/kernel/time.js';
import { DEFAULT_MEMPOOL_LIMITS } from '../../../src/mempool/limits.js';
import { MemoryStore } from '../../../src/storage/memory_store.js';
import { resultOf } from '../two_chains.js';

interface Signature {
  readonly block_id_flag: 1 | 2 | 3;
  readonly validator_address: string;
}

interface DoubleSign {
  readonly type: string;
  readonly value: {
    readonly vote_a: { readonly validator_address: string; readonly height: string };
    readonly TotalVotingPower: string;
    readonly ValidatorPower: string;
    readonly Timestamp: string;
  };
}

export interface BlockAnswer {
  readonly block_id: { readonly hash: string };
  readonly block: {
    readonly header: {
      readonly height: string;
      readonly time: string;
      readonly app_hash: string;
      readonly last_results_hash: string;
      readonly validators_hash: string;
      readonly next_validators_hash: string;
      readonly proposer_address: string;
    };
    readonly data: { readonly txs: readonly string[] };
    readonly evidence: { readonly evidence: readonly DoubleSign[] };
    readonly last_commit: { readonly round: number; readonly signatures: readonly Signature[] };
  };
}

interface ValidatorsAnswer {
  readonly validators: readonly { readonly address: string; readonly voting_power: string }[];
}

const bytesOf = (hex: string): Uint8Array => fromHex(hex.toLowerCase());
const timeOf = (text: string): UnixNanos => parseTime(text) as UnixNanos;

export const blockAt = (url: string, height: number): Promise<BlockAnswer> =>
  resultOf<BlockAnswer>(url, `block?height=${height}`);

/** Returns what the engine asked its application to execute. */
async function requestOf(url: string, { block, block_id }: BlockAnswer): Promise<FinalizeBlockRequest> {
  const { header, data, evidence } = block;
  return {
    txs: data.txs.map((tx) => Buffer.from(tx, 'base64')),
    decidedLastCommit: await lastCommitOf(url, block),
    misbehavior: evidence.evidence.map(misbehaviorOf),
    hash: bytesOf(block_id.hash),
    height: BigInt(header.height),
    time: timeOf(header.time),
    nextValidatorsHash: bytesOf(header.next_validators_hash),
    proposerAddress: bytesOf(header.proposer_address),
  };
}

async function lastCommitOf(url: string, { header, last_commit }: BlockAnswer['block']): Promise<CommitInfo> {
  const before = Number(header.height) - 1;
  if (before === 0) return { round: 0, votes: [] };
  const { validators } = await resultOf<ValidatorsAnswer>(url, `validators?height=${before}&per_page=100`);
  return {
    round: last_commit.round,
    votes: validators.map(({ address, voting_power }, index) => ({
      validator: { address: bytesOf(address), power: BigInt(voting_power) },
      blockIdFlag: (last_commit.signatures[index] as Signature).block_id_flag,
    })),
  };
}

function misbehaviorOf({ type, value }: DoubleSign): Misbehavior {
  if (type !== 'tendermint/DuplicateVoteEvidence') throw new Error(`unexpected evidence ${type}`);
  return {
    type: 'duplicate-vote',
    validator: { address: bytesOf(value.vote_a.validator_address), power: BigInt(value.ValidatorPower) },
    height: BigInt(value.vote_a.height),
    time: timeOf(value.Timestamp),
    totalVotingPower: BigInt(value.TotalVotingPower),
  };
}

async function simulatedApplication(genesis: unknown) {
  const core = await AppCore.open({
    store: new MemoryStore(),
    rules: applicationRules({}),
    mempool: DEFAULT_MEMPOOL_LIMITS,
    order: 'fees',
  });
  const application = new EngineApplication({
    core,
    queue: new CommandQueue(),
    snapshots: new SnapshotFolder('/nonexistent'),
    minRetainBlocks: 0n,
    onHeight: () => undefined,
  });
  const {
    genesisTime: time,
    chainId,
    consensusParams,
    validators,
    appState,
    initialHeight,
  } = parseGenesis(genesis, ZERO_TIME);
  // The engine names the validators in the order of its set: by power, then by address.
  const updates = newValidatorSet(validators).validators.map(({ pubKey, votingPower: power }) => ({ pubKey, power }));
  await application.initChain({ time, chainId, consensusParams, validators: updates, appState, initialHeight });
  return { application, core };
}

/** Values of a header about the block before it, with the validators of its own height. */
interface Hashes {
  readonly height: number;
  readonly appHash: string;
  readonly resultsHash: string;
  readonly validators: string;
  readonly nextValidators: string;
}

export interface Reexecuted {
  /** Values in the headers of the network. */
  readonly real: readonly Hashes[];
  /** Values that the simulation's application and state compute for the same blocks. */
  readonly simulated: readonly Hashes[];
}

/** Executes the blocks up to `last - 1`, whose results the header of `last` names. */
export async function reexecute(url: string, genesis: unknown, last: number): Promise<Reexecuted> {
  const { application, core } = await simulatedApplication(genesis);
  const real: Hashes[] = [];
  const simulated: Hashes[] = [];
  for (let height = 1; height <= last; height++) {
    const answer = await blockAt(url, height);
    const { header } = answer.block;
    const { state } = (core.chain as NonNullable<typeof core.chain>).blockStore;
    real.push({
      height,
      appHash: header.app_hash,
      resultsHash: header.last_results_hash,
      validators: header.validators_hash,
      nextValidators: header.next_validators_hash,
    });
    simulated.push({
      height,
      appHash: toUpperHex(state.appHash),
      resultsHash: toUpperHex(state.lastResultsHash),
      validators: toUpperHex(validatorsHash(state.validators)),
      nextValidators: toUpperHex(validatorsHash(state.nextValidators)),
    });
    if (height === last) break;
    await application.finalizeBlock(await requestOf(url, answer));
    await application.commit();
  }
  return { real, simulated };
}
