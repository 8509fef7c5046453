/** Encodes what a snapshot has besides the application's state: the genesis document and the engine's state. */
import { bytes, string } from '../../codec/protobuf/field.js';
import { message } from '../../codec/protobuf/message.js';
import { type ChainState, decodeChainState, encodeChainState } from '../../consensus/types/chain_state.js';
import { type GenesisDoc, genesisToJson, parseGenesis } from '../../consensus/types/genesis.js';
import type { Bytes } from '../../kernel/bytes.js';
import { ZERO_TIME } from '../../kernel/time.js';

const Head = message('halley.snapshot.ChainHead', { genesis: string(1), chainState: bytes(2) });

/** Is the state of the engine after the height of the snapshot, and the genesis of the chain. */
export interface SnapshotHead {
  readonly genesis: GenesisDoc;
  readonly chainState: ChainState;
}

export const encodeSnapshotHead = ({ genesis, chainState }: SnapshotHead): Bytes =>
  Head.encode({ genesis: JSON.stringify(genesisToJson(genesis)), chainState: encodeChainState(chainState) });

/** Throws CodecError, SyntaxError or HalleyError for bytes that are none. */
export function decodeSnapshotHead(head: Bytes): SnapshotHead {
  const { genesis, chainState } = Head.decode(head);
  return { genesis: parseGenesis(JSON.parse(genesis), ZERO_TIME), chainState: decodeChainState(chainState) };
}
