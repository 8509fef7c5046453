/**
 * Encodes `cosmos.base.abci.v1beta1.TxResponse`: a transaction of a block with its result, or the result of CheckTx
 * (SDK types `NewResponseResultTx`, `NewResponseFormatBroadcastTx`).
 */

import { AbciEvent } from '../../../abci/wire/event.js';
import { Any } from '../../../codec/cosmos/base.js';
import { int, optional, repeated, small, string } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { toUpperHex } from '../../../kernel/hex.js';
import { formatTime } from '../../../kernel/time.js';
import type { NodeBroadcast, NodeTx } from '../../sdk/query/node_txs.js';

const StringAttribute = message('cosmos.base.abci.v1beta1.Attribute', { key: string(1), value: string(2) });
const StringEvent = message('cosmos.base.abci.v1beta1.StringEvent', {
  type: string(1),
  attributes: repeated(2, StringAttribute),
});
const MessageLog = message('cosmos.base.abci.v1beta1.ABCIMessageLog', {
  msgIndex: small(1, 'uint32'),
  log: string(2),
  events: repeated(3, StringEvent),
});

export const TxResponse = message('cosmos.base.abci.v1beta1.TxResponse', {
  height: int(1),
  txhash: string(2),
  codespace: string(3),
  code: small(4, 'uint32'),
  data: string(5),
  rawLog: string(6),
  /** Empty: since SDK 0.50 the log of a transaction has no events. */
  logs: repeated(7, MessageLog),
  info: string(8),
  gasWanted: int(9),
  gasUsed: int(10),
  tx: optional(11, Any),
  timestamp: string(12),
  events: repeated(13, AbciEvent),
});
export type TxResponse = Of<typeof TxResponse>;

/** Type URL of the transaction: `TxRaw` and `Tx` have the same bytes. */
const TX = '/cosmos.tx.v1beta1.Tx';

export function txResponse({ hash, height, time, tx, result }: NodeTx): TxResponse {
  const { codespace, code, data, log, info, gasWanted, gasUsed, events } = result;
  return {
    height,
    txhash: toUpperHex(hash),
    codespace,
    code,
    data: toUpperHex(data),
    rawLog: log,
    logs: [],
    info,
    gasWanted,
    gasUsed,
    tx: { typeUrl: TX, value: tx },
    timestamp: formatTime(time),
    events,
  };
}

const NOT_IN_A_BLOCK = {
  ...{ height: 0n, logs: [], info: '', gasWanted: 0n, gasUsed: 0n },
  ...{ tx: undefined, timestamp: '', events: [] },
};

type Checked = Extract<NodeBroadcast, { readonly type: 'checked' }>;

export const checkedResponse = ({ hash, codespace, code, data, log }: Checked): TxResponse => ({
  ...NOT_IN_A_BLOCK,
  txhash: toUpperHex(hash),
  codespace,
  code,
  data: toUpperHex(data),
  rawLog: log,
});

/**
 * Returns the response for a transaction that the mempool refuses: the SDK's code, and no text (SDK client
 * `CheckCometError`).
 */
export const refusedResponse = (txhash: string, code: number): TxResponse => ({
  ...NOT_IN_A_BLOCK,
  txhash,
  codespace: 'sdk',
  code,
  data: '',
  rawLog: '',
});
