/** Answers `/cosmos.tx.v1beta1.Service/GetTx`: a transaction of a block by the hash of its bytes, also a failed one. */
import { embedded, encoded, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { tryFromHex } from '../../../../kernel/hex.js';
import { defineNodeQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument, notFound, unknownStatus } from '../../../sdk/query/failure.js';
import { factsOf } from '../facts.js';
import { TxResponse, txResponse } from '../tx_response.js';

export const GetTx = defineNodeQuery('/cosmos.tx.v1beta1.Service/GetTx', {
  request: message('cosmos.tx.v1beta1.GetTxRequest', { hash: string(1) }, { lenient: true }),
  response: message('cosmos.tx.v1beta1.GetTxResponse', { tx: encoded(1), txResponse: embedded(2, TxResponse) }),
  answer({ hash }, _, services) {
    if (hash === '') throw invalidArgument('tx hash cannot be empty');
    const bytes = tryFromHex(hash);
    if (bytes === undefined) throw unknownStatus(`encoding/hex: ${hash} is no hash`);
    const found = factsOf(services).txs.byHash(bytes);
    if (found === undefined) throw notFound(`tx not found: ${hash}`);
    return { tx: found.tx, txResponse: txResponse(found) };
  },
});
