/**
 * Answers `/cosmos.tx.v1beta1.Service/Simulate`: the gas, the result and the events of a transaction. The text of a
 * refusal has the reason and the gas used so far, as in the SDK's service.
 */

import { AbciEvent } from '../../../../abci/wire/event.js';
import { Any, TxMsgData } from '../../../../codec/cosmos/base.js';
import { bytes, embedded, repeated, string, uint } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument, unknownStatus } from '../../../sdk/query/failure.js';

const Result = message('cosmos.base.abci.v1beta1.Result', {
  data: bytes(1),
  log: string(2),
  events: repeated(3, AbciEvent),
  msgResponses: repeated(4, Any),
});
const GasInfo = message('cosmos.base.abci.v1beta1.GasInfo', { gasWanted: uint(1), gasUsed: uint(2) });

/** `tx` is the older field: a message with the wire format of TxRaw. */
const Request = message('cosmos.tx.v1beta1.SimulateRequest', { tx: bytes(1), txBytes: bytes(2) }, { lenient: true });

export const Simulate = defineQuery('/cosmos.tx.v1beta1.Service/Simulate', {
  request: Request,
  response: message('cosmos.tx.v1beta1.SimulateResponse', {
    gasInfo: embedded(1, GasInfo),
    result: embedded(2, Result),
  }),
  async answer({ tx, txBytes }, _, { simulate }) {
    const given = txBytes.length > 0 ? txBytes : tx;
    if (given.length === 0) throw invalidArgument('empty txBytes is not allowed');
    const result = await simulate(given);
    if (result.code !== 0) throw unknownStatus(`${result.log} with gas used: '${result.gasUsed}'`);
    return { gasInfo: result, result: { ...result, msgResponses: TxMsgData.decode(result.data).msgResponses } };
  },
});
