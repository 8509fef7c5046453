/** Encodes what a snapshot has besides the application's state: the genesis document and the engine's state. */
import { isDeepStrictEqual } from 'node:util';
import { bytes, string } from '../../codec/protobuf/field.js';
import { CodecError } from '../../codec/protobuf/index.js';
import { message } from '../../codec/protobuf/message.js';
import { type ChainState, decodeChainState, encodeChainState } from '../../consensus/types/chain_state.js';
import { type GenesisDoc, genesisToJson, parseGenesis } from '../../consensus/types/genesis.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { toHex } from '../../kernel/hex.js';
import { ZERO_TIME } from '../../kernel/time.js';

const Head = message('halley.snapshot.ChainHead', { genesis: string(1), chainState: bytes(2) });

/** Is the state of the engine after the height of the snapshot, and the genesis of the chain. */
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

/** Has what a node knows about the snapshot that it restores from other sources than the peer that sent it. */
export interface KnownHead {
  readonly height: bigint;
  readonly appHash: Bytes;
  /** Is the genesis document of the node's own home; undefined without one. */
  readonly genesis: GenesisDoc | undefined;
}

/** Throws CodecError for a head that contradicts what the node knows. The app hash does not cover a head. */
export function checkSnapshotHead({ genesis, chainState }: SnapshotHead, known: KnownHead): void {
  if (chainState.lastBlockHeight !== known.height || !equalBytes(chainState.appHash, known.appHash))
    throw new CodecError('the head of a snapshot is of another height than its state');
  if (chainState.chainId !== genesis.chainId) throw new CodecError('the head of a snapshot is of another chain');
  if (known.genesis !== undefined && !isDeepStrictEqual(factsOf(genesis), factsOf(known.genesis)))
    throw new CodecError('the genesis document of a snapshot is not that of this node');
}

/**
 * Returns the parts of a genesis document that an engine sends. The engine orders the validators, and completes the
 * parameters.
 */
const factsOf = ({ genesisTime, chainId, initialHeight, validators, appState }: GenesisDoc) => ({
  ...{ genesisTime, chainId, initialHeight, appState },
  powers: validators.map(({ pubKey, power }) => `${toHex(pubKey.bytes)} ${power}`).sort(),
});
