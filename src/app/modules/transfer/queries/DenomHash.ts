/** `/ibc.applications.transfer.v1.Query/DenomHash` returns the hash of a full path that has arrived here. */

import { denomHash, denomOfPath } from '../../../../codec/ibc/denom.js';
import { string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { toUpperHex } from '../../../../kernel/hex.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument, notFound } from '../../../sdk/query/failure.js';
import { TxFailure } from '../../../types/tx_failure.js';
import { checkDenom } from '../packet_data.js';
import { readDenom } from '../store.js';

export const DenomHash = defineQuery('/ibc.applications.transfer.v1.Query/DenomHash', {
  request: message('ibc.applications.transfer.v1.QueryDenomHashRequest', { trace: string(1) }, { lenient: true }),
  response: message('ibc.applications.transfer.v1.QueryDenomHashResponse', { hash: string(1) }),
  answer({ trace }, state) {
    const denom = denomOfPath(trace);
    try {
      checkDenom(denom);
    } catch (error) {
      throw error instanceof TxFailure ? invalidArgument(error.message) : error;
    }
    const hash = denomHash(denom);
    if (readDenom(state, hash) === undefined) throw notFound(`${trace}: denomination not found`);
    return { hash: toUpperHex(hash) };
  },
});
