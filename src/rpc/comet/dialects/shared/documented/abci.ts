/**
 * Encodes the documented responses of the application: nothing is omitted, absent bytes are empty strings, and the code
 * is a string.
 */
import type { InfoResponse, ProofOp, QueryResponse } from '../../../../../abci/application.js';
import { encodeProofOps } from '../../../../../abci/wire/proof_ops.js';
import { abciQuery } from '../abci.js';
import { base64, hex, int64 } from '../scalars.js';

export const documentedInfo = (info: InfoResponse) => ({
  response: {
    data: info.data,
    version: info.version,
    app_version: int64(info.appVersion),
    last_block_height: int64(info.lastBlockHeight),
    last_block_app_hash: base64(info.lastBlockAppHash),
  },
});

/** Encodes the proof in hex, as the former string member `proof` did. It is empty without a proof. */
const proofText = (ops: readonly ProofOp[]): string => hex(encodeProofOps(ops));

export function documentedQuery(r: QueryResponse) {
  const { response } = abciQuery(r);
  const { code, key, value } = response;
  return {
    response: { ...response, code: code.toString(), key: key ?? '', value: value ?? '', proof: proofText(r.proofOps) },
  };
}
