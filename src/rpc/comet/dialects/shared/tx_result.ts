/** Encodes results of transactions and of CheckTx (consensus-rpc.md 2.3, 2.4, 3). */
import type { CheckTxResponse, ExecTxResult } from '../../../../abci/application.js';
import { EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { fullEvent, sparseEvent } from './event.js';
import { base64OrAbsent, base64OrNull, int64, int64OrAbsent, listOrAbsent, textOrAbsent } from './scalars.js';

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
