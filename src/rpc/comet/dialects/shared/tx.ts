/** Encodes transactions, their results and events as CometBFT does (consensus-rpc.md 2.3, 2.4, 3). */
import type { CheckTxResponse, Event, ExecTxResult } from '../../../../abci/application.js';
import type { BusEvent, TxLocation } from '../../../../backend/comet.js';
import type { MerkleProof } from '../../../../codec/merkle/index.js';
import { type Bytes, EMPTY_BYTES } from '../../../../kernel/bytes.js';
import type { Json } from '../../../../kernel/json.js';
import { lazyEvent, type SubscriptionEvent } from '../subscription_event.js';
import type { BroadcastCommitView, BroadcastView, TxProofView, TxView } from '../views.js';
import {
  base64,
  base64OrAbsent,
  base64OrNull,
  hex,
  int64,
  int64OrAbsent,
  listOrAbsent,
  textOrAbsent,
} from './scalars.js';

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

/** Result of a transaction that was not executed. */
export const NO_RESULT: ExecTxResult = {
  code: 0,
  data: EMPTY_BYTES,
  log: '',
  info: '',
  gasWanted: 0n,
  gasUsed: 0n,
  events: [],
  codespace: '',
};

/** Encodes a result inside the response of a method, where every member is present. */
export const fullResult = (r: ExecTxResult | CheckTxResponse) => ({
  code: r.code,
  data: base64OrNull(r.data),
  log: r.log,
  info: r.info,
  gas_wanted: int64(r.gasWanted),
  gas_used: int64(r.gasUsed),
  events: r.events.map(fullEvent),
  codespace: r.codespace,
});

/** Encodes a result inside a Tx event, where zero members are omitted. */
export const sparseResult = (r: ExecTxResult) => ({
  code: r.code === 0 ? undefined : r.code,
  data: base64OrAbsent(r.data),
  log: textOrAbsent(r.log),
  info: textOrAbsent(r.info),
  gas_wanted: int64OrAbsent(r.gasWanted),
  gas_used: int64OrAbsent(r.gasUsed),
  events: listOrAbsent(r.events, sparseEvent),
  codespace: textOrAbsent(r.codespace),
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

const attribute = ({ key, value, index }: Event['attributes'][number]): Json => ({ key, value, index });

/** Encodes an application event with every member, as results have it. */
export const fullEvent = ({ type, attributes }: Event): Json => ({ type, attributes: attributes.map(attribute) });

/** Encodes an application event without its empty members. */
export const sparseEvent = ({ type, attributes }: Event): Json => ({
  type: textOrAbsent(type),
  attributes: listOrAbsent(attributes, attribute),
});

type ResultShape = (result: ExecTxResult) => Json;

const txResult = ({ height, index, tx, result }: TxLocation, shape: ResultShape): Json => ({
  height: int64(height),
  index: index === 0 ? undefined : index,
  tx: base64(tx),
  result: shape(result),
});

/** Builds the Tx event (consensus-rpc.md 8.2). `index` is absent for the first transaction of a block. */
export const txEvent = (
  event: BusEvent & { readonly type: 'Tx' },
  shape: ResultShape = sparseResult,
): SubscriptionEvent =>
  lazyEvent(
    'Tx',
    () => event.attributes,
    () => ({ type: 'tendermint/event/Tx', value: { TxResult: txResult(event.location, shape) } }),
  );

type CheckShape = (check: CheckTxResponse) => Json;

/** Returns an encoder of CheckTx results. The mempools of these versions use the last three members only internally. */
export const checkTxWith =
  (result: (check: CheckTxResponse) => object): CheckShape =>
  (check) => ({ ...result(check), sender: '', priority: '0', mempoolError: '' });

export const deliveredTx =
  (checkShape: CheckShape, resultShape: (result: ExecTxResult) => Json) =>
  ({ check, hash, location }: BroadcastCommitView): Json => ({
    check_tx: checkShape(check),
    deliver_tx: resultShape(location?.result ?? NO_RESULT),
    hash: hex(hash),
    height: int64(location?.height ?? 0n),
  });
