/**
 * Answers requests about blocks below the first one of this chain. Those of a forked chain are answered by the remote,
 * under its own hashes. Tags are resolved here, because the remote's chain has continued since the fork. Those of a state
 * file are answered from its records; their states have roles of the backend, on which methods run as on others. On a
 * chain without earlier blocks, this only reads `evm.earlier`.
 */
import type { EarlierHistory } from '../../backend/evm/blocks.js';
import type { EvmBackend } from '../../backend/evm/evm_backend.js';
import { jsonLength } from '../../kernel/json_length.js';
import type { EvmContext, EvmMethod } from './context.js';
import { type Ask, askFor, type Hashed, isAtMost, isInHistory, locate, numberOfHash } from './forked/locate.js';
import { type PlaceParam, placeParam } from './forked/places.js';
import { quantity } from './quantity.js';
import { longAnswer } from './stream_response.js';

/** Length of JSON from which a result is sent in parts. */
const LONG = 256 * 1024;

/** Namespaces whose requests may be sent to another node. Methods of the others may change something. */
const READING: ReadonlySet<string> = new Set(['debug', 'eth', 'ots', 'trace']);

/** Member with the number of the block in the results of methods with a hash, by method. */
const NUMBERED: ReadonlyMap<string, string> = new Map([
  ['eth_getBlockByHash', 'number'],
  ['eth_getTransactionByBlockHashAndIndex', 'blockNumber'],
  ['eth_getTransactionByHash', 'blockNumber'],
  ['eth_getTransactionReceipt', 'blockNumber'],
]);

/** Returns the method as it answers about earlier blocks too. */
export function overHistory(method: EvmMethod): EvmMethod {
  const param = READING.has(method.namespace) ? placeParam(method.params) : undefined;
  if (param === undefined) return method;
  return {
    ...method,
    handler: (context, args, given) => {
      const { earlier } = context.evm;
      if (earlier === undefined) return method.handler(context, args, given);
      return answer({ method, param, earlier, context }, args, given);
    },
  };
}

interface Question {
  readonly method: EvmMethod;
  readonly param: PlaceParam;
  readonly earlier: EarlierHistory;
  readonly context: EvmContext;
}

/** Most characters of a piece, except for a single long text. */
const PIECE_LENGTH = 16 * 1024;

/** Yields the pieces of the JSON of a value that was parsed from JSON. Each is made quickly. */
export function* jsonPieces(value: unknown): Iterable<string> {
  if (typeof value !== 'object' || value === null || jsonLength(value, PIECE_LENGTH) <= PIECE_LENGTH) {
    yield JSON.stringify(value);
    return;
  }
  const isArray = Array.isArray(value);
  let before = isArray ? '[' : '{';
  for (const [key, member] of Object.entries(value)) {
    yield isArray ? before : `${before}${JSON.stringify(key)}:`;
    yield* jsonPieces(member);
    before = ',';
  }
  yield isArray ? ']' : '}';
}

function answer(question: Question, args: readonly unknown[], given: unknown): unknown {
  const { method, param, earlier, context } = question;
  const place = param.placeOf(args[param.index]);
  const location = locate(context.evm, earlier, place);
  const own = (): unknown => method.handler(context, args, given);
  const ask = askFor(context, earlier);
  const sent = (result: unknown): unknown =>
    jsonLength(result, LONG) > LONG ? longAnswer(context, jsonPieces(result)) : result;
  const params = (given ?? []) as readonly unknown[];
  switch (location.type) {
    case 'own':
      return own();
    case 'history': {
      if (place.type === 'state' && earlier.stateAfter !== undefined)
        return onState(question, location.number, earlier.stateAfter, args, given);
      const isTag = param.takesTags && place.type !== 'transaction' && place.block.type !== 'hash';
      const number = quantity(location.number);
      const asked = isTag ? params.map((value, i) => (i === param.index ? number : value)) : params;
      return ask(method.name, asked).then(sent);
    }
    case 'unknownHash': {
      const { stateAfter } = earlier;
      if (place.type === 'state' && stateAfter !== undefined)
        return numberOfHash(ask, earlier, location.hash).then((number) =>
          number === undefined ? own() : onState(question, number, stateAfter, args, given),
        );
      const found = ofHash(ask, earlier, method.name, params, {
        type: place.type === 'transaction' ? 'transaction' : 'block',
        hash: location.hash,
      });
      return found.then((result) => (result === undefined ? own() : sent(result)));
    }
  }
}

/** Runs the method on the state after an earlier block. */
function onState(
  { method, param, context }: Question,
  number: bigint,
  stateAfter: NonNullable<EarlierHistory['stateAfter']>,
  args: readonly unknown[],
  given: unknown,
): unknown {
  const evm: EvmBackend = Object.assign(Object.create(context.evm), stateAfter(number));
  const numbered = args.map((value, i) => (i === param.index ? { type: 'number', number } : value));
  return method.handler({ ...context, evm }, numbered, given);
}

/** Resolves to undefined when the history does not have the hash, for example because its block is above the fork. */
async function ofHash(
  ask: Ask,
  earlier: EarlierHistory,
  method: string,
  params: readonly unknown[],
  what: Hashed,
): Promise<unknown> {
  const member = NUMBERED.get(method);
  if (member === undefined) return (await isInHistory(ask, earlier, what)) ? ask(method, params) : undefined;
  const result = await ask(method, params);
  return isAtMost(earlier.blockNumber, result, member) ? result : undefined;
}
