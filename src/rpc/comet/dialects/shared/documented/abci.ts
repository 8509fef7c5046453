/** Documented answers of the application: nothing is left out, absent bytes are empty texts, the code is a string. */
import type { InfoResponse, ProofOp, QueryResponse } from '../../../../../abci/application.js';
import { ProtoWriter } from '../../../../../codec/protobuf.js';
import { utf8 } from '../../../../../kernel/text.js';
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

/** `tendermint.crypto.ProofOps` in hex, which is how the one text `proof` was printed; empty without a proof. */
function proofText(ops: readonly ProofOp[]): string {
  const writer = new ProtoWriter();
  for (const { type, key, data } of ops)
    writer.element(1, new ProtoWriter().bytes(1, utf8(type)).bytes(2, key).bytes(3, data).finish());
  return hex(writer.finish());
}

export function documentedQuery(r: QueryResponse) {
  const { response } = abciQuery(r);
  const { code, key, value } = response;
  return {
    response: { ...response, code: code.toString(), key: key ?? '', value: value ?? '', proof: proofText(r.proofOps) },
  };
}
