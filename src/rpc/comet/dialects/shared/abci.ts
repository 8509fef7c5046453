/**
 * Encodes responses of the application (consensus-rpc.md 4.5): `abci_info` omits zero values, `abci_query` omits
 * nothing.
 */
import type { InfoResponse, ProofOp, QueryResponse } from '../../../../abci/application.js';
import type { Json } from '../../../../kernel/json.js';
import { base64OrAbsent, base64OrNull, int64, int64OrAbsent, textOrAbsent } from './scalars.js';

export const abciInfo = (info: InfoResponse): Json => ({
  response: {
    data: textOrAbsent(info.data),
    version: textOrAbsent(info.version),
    app_version: int64OrAbsent(info.appVersion),
    last_block_height: int64OrAbsent(info.lastBlockHeight),
    last_block_app_hash: base64OrAbsent(info.lastBlockAppHash),
  },
});

const proofOp = ({ type, key, data }: ProofOp): Json => ({ type, key: base64OrNull(key), data: base64OrNull(data) });

export const abciQuery = (r: QueryResponse) => ({
  response: {
    code: r.code,
    log: r.log,
    info: r.info,
    index: int64(r.index),
    key: base64OrNull(r.key),
    value: base64OrNull(r.value),
    proofOps: r.proofOps.length === 0 ? null : { ops: r.proofOps.map(proofOp) },
    height: int64(r.height),
    codespace: r.codespace,
  },
});
