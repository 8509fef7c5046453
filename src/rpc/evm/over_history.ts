/**
 * Answers requests about the history of a forked chain: the remote gives the result, under its own hashes. Tags are
 * resolved here, because the remote's chain has continued since the fork. On a chain that is no fork, this only reads
 * `evm.forked`.
 */
import type { ForkedHistory } from '../../backend/evm/forked.js';
import { jsonLength } from '../../kernel/json_length.js';
import type { EvmContext, EvmMethod } from './context.js';
import { type Ask, askFor, type Hashed, isAtMost, isInHistory, locate } from './forked/locate.js';
import { jsonPieces } from './forked/long_json.js';
import { type PlaceParam, placeParam } from './forked/places.js';
import { quantity } from './quantity.js';
import { longAnswer } from './stream_response.js';

/** Is the length of JSON from which a result is sent in parts. */
const LONG = 256 * 1024;

/** Lists the namespaces whose requests may be sent to another node. Methods of the others may change something. */
const READING: ReadonlySet<string> = new Set(['debug', 'eth']);

/** Maps methods with a hash to the member of their result that has the number of the block. */
const NUMBERED: ReadonlyMap<string, string> = new Map([
  ['eth_getBlockByHash', 'number'],
  ['eth_getTransactionByBlockHashAndIndex', 'blockNumber'],
  ['eth_getTransactionByHash', 'blockNumber'],
  ['eth_getTransactionReceipt', 'blockNumber'],
]);

/** Returns the method as it answers on forked chains too. */
export function overHistory(method: EvmMethod): EvmMethod {
  const param = READING.has(method.namespace) ? placeParam(method.params) : undefined;
  if (param === undefined) return method;
  return {
    ...method,
    handler: (context, args, given) => {
      const { forked } = context.evm;
      if (forked === undefined) return method.handler(context, args, given);
      return answer({ method, param, forked, context }, args, given);
    },
  };
}

interface Question {
  readonly method: EvmMethod;
  readonly param: PlaceParam;
  readonly forked: ForkedHistory;
  readonly context: EvmContext;
}

function answer({ method, param, forked, context }: Question, args: readonly unknown[], given: unknown): unknown {
  const place = param.placeOf(args[param.index]);
  const location = locate(context.evm, forked, place);
  const own = (): unknown => method.handler(context, args, given);
  const ask = askFor(context, forked);
  const sent = (result: unknown): unknown =>
    jsonLength(result, LONG) > LONG ? longAnswer(context, jsonPieces(result)) : result;
  const params = (given ?? []) as readonly unknown[];
  switch (location.type) {
    case 'own':
      return own();
    case 'history': {
      const isTag = param.takesTags && place.type !== 'transaction' && place.block.type !== 'hash';
      const number = quantity(location.number);
      const asked = isTag ? params.map((value, i) => (i === param.index ? number : value)) : params;
      return ask(method.name, asked).then(sent);
    }
    case 'unknownHash': {
      const found = ofHash(ask, forked, method.name, params, {
        type: place.type === 'transaction' ? 'transaction' : 'block',
        hash: location.hash,
      });
      return found.then((result) => (result === undefined ? own() : sent(result)));
    }
  }
}

/** Resolves to undefined when the history does not have the hash, for example because its block is above the fork. */
async function ofHash(
  ask: Ask,
  forked: ForkedHistory,
  method: string,
  params: readonly unknown[],
  what: Hashed,
): Promise<unknown> {
  const member = NUMBERED.get(method);
  if (member === undefined) return (await isInHistory(ask, forked, what)) ? ask(method, params) : undefined;
  const result = await ask(method, params);
  return isAtMost(forked.blockNumber, result, member) ? result : undefined;
}
