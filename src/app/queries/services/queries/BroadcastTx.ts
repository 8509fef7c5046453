/**
 * Answers `/cosmos.tx.v1beta1.Service/BroadcastTx`: broadcasts a transaction. Both supported modes return the result of
 * CheckTx, because a client that gets no result, as real `ASYNC` clients do, never learns of a refusal.
 */
import { bytes, embedded, small } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { sha256 } from '../../../../kernel/hash.js';
import { toUpperHex } from '../../../../kernel/hex.js';
import { defineNodeQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument, plainError } from '../../../sdk/query/failure.js';
import { factsOf } from '../facts.js';
import { checkedResponse, refusedResponse, TxResponse } from '../tx_response.js';

/** Lists `BROADCAST_MODE_SYNC` and `BROADCAST_MODE_ASYNC`. */
const MODES: readonly number[] = [2, 3];

/** Lists the codes that the SDK's client derives from the engine's error texts. */
const IN_CACHE = 19;
const MEMPOOL_FULL = 20;
const TOO_LARGE = 21;

export const BroadcastTx = defineNodeQuery('/cosmos.tx.v1beta1.Service/BroadcastTx', {
  request: message('cosmos.tx.v1beta1.BroadcastTxRequest', { txBytes: bytes(1), mode: small(2) }, { lenient: true }),
  response: message('cosmos.tx.v1beta1.BroadcastTxResponse', { txResponse: embedded(1, TxResponse) }),
  async answer({ txBytes, mode }, _, services) {
    if (txBytes.length === 0) throw invalidArgument('invalid empty tx');
    if (!MODES.includes(mode)) throw plainError('unsupported return type unspecified; supported types: sync, async');
    const outcome = await factsOf(services).txs.broadcast(txBytes);
    if (outcome.type === 'checked') return { txResponse: checkedResponse(outcome) };
    return { txResponse: refusedResponse(toUpperHex(sha256(txBytes)), codeOf(outcome.reason)) };
  },
});

function codeOf(reason: string): number {
  if (reason.includes('already exists in cache')) return IN_CACHE;
  return reason.includes('too large') || reason.includes('too big') ? TOO_LARGE : MEMPOOL_FULL;
}
