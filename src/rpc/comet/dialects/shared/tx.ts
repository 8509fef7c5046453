/**
 * Encodes transactions and their Merkle proofs (consensus-rpc.md 3, 4.4). `aunts` is present even when it is empty: the
 * engine omits it then, but CosmJS requires it.
 */
import type { MerkleProof } from '../../../../codec/merkle/index.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import type { BroadcastView, TxProofView, TxView } from '../views.js';
import { base64, hex, int64 } from './scalars.js';
import { fullResult } from './tx_result.js';

const merkleProof = ({ total, index, leafHash, aunts }: MerkleProof) => ({
  total: int64(total),
  index: int64(index),
  leaf_hash: base64(leafHash),
  aunts: aunts.map(base64),
});

const txProof = ({ rootHash, proof }: TxProofView, tx: Bytes) => ({
  root_hash: hex(rootHash),
  data: base64(tx),
  proof: merkleProof(proof),
});

export const tx = ({ hash, location, proof }: TxView) => ({
  hash: hex(hash),
  height: int64(location.height),
  index: location.index,
  tx_result: fullResult(location.result),
  tx: base64(location.tx),
  proof: proof && txProof(proof, location.tx),
});

export const broadcastTx = ({ code, data, log, codespace, hash }: BroadcastView) => ({
  code,
  data: hex(data),
  log,
  codespace,
  hash: hex(hash),
});
