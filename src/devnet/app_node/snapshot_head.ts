/** Encodes what a snapshot has besides the application's state: the genesis document and the engine's state. */
import { isDeepStrictEqual } from 'node:util';
import type { ValidatorUpdate } from '../../abci/application.js';
import { readLastPowers, readValidator } from '../../app/modules/staking/store.js';
import { readBlockRecord } from '../../app/sdk/block_record.js';
import type { StateReader } from '../../app/state/types.js';
import { bytes, string } from '../../codec/protobuf/field.js';
import { CodecError } from '../../codec/protobuf/index.js';
import { message } from '../../codec/protobuf/message.js';
import { type ChainState, decodeChainState, encodeChainState } from '../../consensus/types/chain_state.js';
import { type GenesisDoc, genesisToJson, parseGenesis } from '../../consensus/types/genesis.js';
import type { ConsensusParams } from '../../consensus/types/params.js';
import { type Bytes, EMPTY_BYTES, equalBytes } from '../../kernel/bytes.js';
import { toHex } from '../../kernel/hex.js';
import { ZERO_TIME } from '../../kernel/time.js';

const Head = message('halley.snapshot.ChainHead', { genesis: string(1), chainState: bytes(2) });

/** State of the engine after the height of the snapshot, and the genesis of the chain. */
export interface SnapshotHead {
  readonly genesis: GenesisDoc;
  readonly chainState: ChainState;
}

export const encodeSnapshotHead = ({ genesis, chainState }: SnapshotHead): Bytes =>
  Head.encode({ genesis: JSON.stringify(genesisToJson(genesis)), chainState: encodeChainState(chainState) });

/** Throws CodecError, SyntaxError or HalleyError for invalid bytes. */
export function decodeSnapshotHead(head: Bytes): SnapshotHead {
  const { genesis, chainState } = Head.decode(head);
  return { genesis: parseGenesis(JSON.parse(genesis), ZERO_TIME), chainState: decodeChainState(chainState) };
}

/** Facts that a node knows about the snapshot that it restores, from other sources than the peer that sent it. */
export interface KnownHead {
  readonly height: bigint;
  readonly appHash: Bytes;
  /** Genesis document of the node's own home; `undefined` without one. */
  readonly genesis: GenesisDoc | undefined;
}

/** Throws CodecError for a head that contradicts what the node knows. The app hash does not cover a head. */
export function checkSnapshotHead({ genesis, chainState }: SnapshotHead, known: KnownHead): void {
  if (chainState.lastBlockHeight !== known.height || !equalBytes(chainState.appHash, known.appHash))
    throw new CodecError('the head of a snapshot is of another height than its state');
  if (chainState.chainId !== genesis.chainId) throw new CodecError('the head of a snapshot is of another chain');
  if (known.genesis !== undefined && !isDeepStrictEqual(factsOf(genesis), factsOf(known.genesis)))
    throw new CodecError('the genesis document of a snapshot is not that of this node');
  // This application never changes them.
  if (!isDeepStrictEqual(limitsOf(chainState.params), limitsOf(genesis.consensusParams)))
    throw new CodecError('the consensus parameters of a snapshot are not those of its genesis document');
}

/**
 * Throws CodecError for a head that contradicts the state of the snapshot. The state must have the expected app hash.
 * It has the powers that staking last reported to consensus, and the hash of the last block. Not checked are the
 * validators of the next block alone, priorities, and the parts of the last block's id.
 */
export function checkHeadByState({ chainState }: SnapshotHead, state: StateReader): void {
  if (!equalBytes(chainState.lastBlockId.hash, readBlockRecord(state).hash))
    throw new CodecError('the head of a snapshot has another last block than its state');
  const { validators } = chainState.nextValidators;
  const reported = readLastPowers(state).map(({ operator, power }) => {
    const pubKey = readValidator(state, operator)?.pubKey;
    return { pubKey: pubKey ?? { type: 'ed25519' as const, bytes: EMPTY_BYTES }, power };
  });
  const named = powersOf(validators.map(({ pubKey, votingPower: power }) => ({ pubKey, power })));
  if (!isDeepStrictEqual(named, powersOf(reported)))
    throw new CodecError('the head of a snapshot has other validators than its state');
}

/**
 * Returns the parts of a genesis document that an engine sends. The engine orders the validators, and completes the
 * parameters.
 */
const factsOf = ({ genesisTime, chainId, initialHeight, validators, appState, consensusParams }: GenesisDoc) => ({
  ...{ genesisTime, chainId, initialHeight, appState, limits: limitsOf(consensusParams) },
  powers: powersOf(validators),
});

const powersOf = (validators: readonly ValidatorUpdate[]): readonly string[] =>
  validators.map(({ pubKey, power }) => `${pubKey.type} ${toHex(pubKey.bytes)} ${power}`).sort();

/** Returns the parameters that no engine completes. */
const limitsOf = ({ block, evidence, validator }: ConsensusParams) => ({ block, evidence, validator });
