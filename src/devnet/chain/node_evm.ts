/** Answers queries for calls and traces of the EVM, with the decoders of the EVM JSON-RPC. */
import { invalidArgument, notFound, plainError } from '../../app/sdk/query/failure.js';
import type { EvmCallAsked, NodeEvm } from '../../app/sdk/query/node_evm.js';
import type { EvmCallRequest, EvmTraceOutcome, StateOverrides } from '../../backend/evm/execution.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { to0x } from '../../kernel/hex.js';
import { fromUtf8 } from '../../kernel/text.js';
import type { TextSink } from '../../kernel/text_stream.js';
import { decodeCallObject } from '../../rpc/evm/params/call_object.js';
import { decodeStateOverrides } from '../../rpc/evm/params/overrides.js';
import { DecodeError, RpcError } from '../../rpc/jsonrpc/errors.js';
import type { AppChain } from './chain.js';
import { committedBlock } from './committed_block.js';

/** Most characters of a trace. */
const MAX_TRACE = 64_000_000;
/** Client whose time slices the work uses. */
const QUERIES = { id: 'queries' };

export function nodeEvm({ app, blockStore }: Pick<AppChain, 'app' | 'blockStore'>): NodeEvm {
  const place = (hash: Bytes) => {
    const found = blockStore.ethereumPosition(hash);
    if (found === undefined) throw notFound(`tx not found: ${to0x(hash)}`);
    return { hash, height: found.height, index: found.index };
  };
  const blockAt = (height: bigint) => {
    const block = committedBlock(blockStore, height);
    if (block === undefined) throw notFound(`block at height ${height} not found`);
    return block;
  };
  return {
    execute: async (asked, height) => app.evm.execute(callOf(asked), height, overridesOf(asked)),
    estimateGas: async (asked, height) => app.evm.estimateGas(callOf(asked), height, overridesOf(asked)),
    traceTx: (hash, options) => {
      const { height, index } = place(hash);
      return traceText((out) => app.traces.transaction(blockAt(height), index, { ...options, ...LIMITS, out }));
    },
    traceBlock: (height, hashes, options) => {
      const transactions = hashes.map(place);
      const other = transactions.find((each) => each.height !== height);
      if (other !== undefined)
        throw invalidArgument(`transaction ${to0x(other.hash)} is in block ${other.height}, not in block ${height}`);
      const early = transactions.find(({ index }, i) => index <= (transactions[i - 1]?.index ?? -1));
      if (early !== undefined)
        throw invalidArgument(
          `transaction ${to0x(early.hash)} is not after the one listed before it: list each once, in the block's order`,
        );
      const unnamed = transactions.map(({ index }) => ({ index, hash: undefined }));
      return traceText((out) => app.traces.block(blockAt(height), unnamed, { ...options, ...LIMITS, out }));
    },
  };
}

const LIMITS = { maxLength: MAX_TRACE, client: QUERIES };

async function traceText(run: (out: TextSink) => Promise<EvmTraceOutcome>): Promise<string> {
  const pieces: string[] = [];
  const out: TextSink = {
    write(text) {
      pieces.push(text);
      return undefined;
    },
    closed: false,
  };
  const outcome = await refusing(() => run(out));
  if (outcome.type === 'refused') throw plainError(outcome.reason);
  return pieces.join('');
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HalleyError && error.code === 'not-found') throw invalidArgument(error.message);
    throw error;
  }
}

function callOf({ args, gasCap }: EvmCallAsked): EvmCallRequest {
  const call = decoded(args, decodeCallObject);
  if (gasCap === 0n || (call.gas !== undefined && call.gas <= gasCap)) return { ...call, client: QUERIES };
  return { ...call, gas: gasCap, client: QUERIES };
}

const overridesOf = ({ overrides }: EvmCallAsked): StateOverrides | undefined =>
  overrides.length === 0 ? undefined : decoded(overrides, decodeStateOverrides, 'invalid state overrides format: ');

/** Decodes JSON. Throws SdkQueryError with the error of the EVM JSON-RPC, after `head`. */
function decoded<T>(text: Bytes, decode: (value: unknown) => T, head = ''): T {
  try {
    return decode(parsed(fromUtf8(text)));
  } catch (error) {
    if (error instanceof DecodeError || error instanceof RpcError) throw invalidArgument(`${head}${error.message}`);
    throw error;
  }
}

/** Parses JSON. Throws DecodeError in Go's words, as far as they follow from the first character. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const [first] = text.trimStart();
    if (first === undefined || '{["'.includes(first)) throw new DecodeError('unexpected end of JSON input');
    throw new DecodeError(`invalid character '${first}' looking for beginning of value`);
  }
}
