/**
 * Implements the methods of the debugger, which are Halley's only: a session has a recorded transaction, and a position
 * is the number of a step. The client keeps its position, so that a session never has to be moved back.
 */
import type { EvmBreakpoint, EvmDebugMove, EvmDebugView } from '../../../backend/evm/debugging.js';
import { to0x } from '../../../kernel/hex.js';
import { BOB, TRANSFER_HASH } from '../../examples.js';
import { DecodeError, refusal } from '../../jsonrpc/errors.js';
import { type Param, required } from '../../jsonrpc/method.js';
import { stateAt } from '../blocks.js';
import { evmMethod } from '../context.js';
import { callFor } from '../hardhat/call_rules.js';
import { checkChainId } from '../outcomes.js';
import { stateBlock } from '../params/block.js';
import { callObject } from '../params/call_object.js';
import { decodeAddress } from '../params/data.js';
import { decodeBoolean, decodeList, decodeObject, decodeString, type JsonObject, member } from '../params/go_json.js';
import { decodeWhole } from '../params/numbers.js';
import { transactionHash } from '../params/values.js';
import { quantity } from '../quantity.js';

const session: Param<string> = required('session', 'id of the session', (value) => decodeString(value));
const position: Param<number> = required('position', 'number of a step', (value) =>
  Number(decodeWhole(value, 'a position')),
);
const file: Param<string> = required('file', 'name of a source, or path of a file', (value) => decodeString(value));
const line: Param<number> = required('line', 'number from 1', (value) => Number(decodeWhole(value, 'a line')));

const KINDS = ['stepIn', 'next', 'stepOut', 'continue'] as const;
const GRANULARITIES = ['line', 'instruction'] as const;
/** Most breakpoints of a move. */
const MAX_BREAKPOINTS = 1_000;

function oneOf<T extends string>(values: readonly T[], name: string, value: unknown): T {
  const found = values.find((one) => one === value);
  if (found === undefined)
    throw new DecodeError(`${name} is ${JSON.stringify(value)}, expected one of ${values.join(', ')}`);
  return found;
}

function decodeBreakpoint(value: unknown): EvmBreakpoint {
  const object = decodeObject(value, 'breakpoint');
  if ('line' in object)
    return {
      type: 'line',
      file: decodeString(object['file'], 'breakpoint.file'),
      line: Number(decodeWhole(object['line'], 'a line')),
    };
  if ('function' in object) return { type: 'function', name: decodeString(object['function'], 'breakpoint.function') };
  if ('pc' in object)
    return {
      type: 'instruction',
      pc: Number(decodeWhole(object['pc'], 'a program counter')),
      address: member(object, 'address', (text) => to0x(decodeAddress(text, 'breakpoint.address'))),
    };
  if (object['revert'] === true) return { type: 'revert' };
  throw new DecodeError(
    `${JSON.stringify(value).slice(0, 100)} is no breakpoint, expected {file, line}, {function}, {pc, address} or {revert: true}`,
  );
}

function decodeMove(value: unknown): EvmDebugMove {
  const object: JsonObject = decodeObject(value, 'move');
  const breakpoints = member(object, 'breakpoints', (list) => decodeList(list, '[]breakpoint', 'move.breakpoints'));
  if (breakpoints !== undefined && breakpoints.length > MAX_BREAKPOINTS)
    throw new DecodeError(`there are ${breakpoints.length} breakpoints, expected at most ${MAX_BREAKPOINTS}`);
  return {
    kind: oneOf(KINDS, 'move.kind', object['kind']),
    granularity: oneOf(GRANULARITIES, 'move.granularity', object['granularity'] ?? 'line'),
    reverse: member(object, 'reverse', (flag) => decodeBoolean(flag, 'move.reverse')) ?? false,
    breakpoints: (breakpoints ?? []).map(decodeBreakpoint),
  };
}

const move: Param<EvmDebugMove> = required(
  'move',
  'object: kind (`stepIn`, `next`, `stepOut`, `continue`), granularity (`line`, `instruction`), reverse, breakpoints (`{file, line}`, `{function}`, `{pc, address}`, `{revert: true}`)',
  decodeMove,
);

function viewJson({
  gas,
  gasCost,
  address,
  frames,
  stack,
  memory,
  calldata,
  returnData,
  storage,
  ...view
}: EvmDebugView) {
  return {
    ...view,
    gas: quantity(gas),
    gasCost: quantity(gasCost),
    address: to0x(address),
    frames: frames.map((frame) => ({ ...frame, address: to0x(frame.address) })),
    stack: stack.map(quantity),
    memory: to0x(memory),
    calldata: to0x(calldata),
    returnData: to0x(returnData),
    storage: storage.map(({ slot, value }) => ({ slot, value: quantity(value) })),
  };
}

const NO_SESSION =
  'there is no debug session "1": it was closed, 4 others were opened since, or it was not used for 30 minutes; open the transaction again';
const NO_SOURCES =
  'no compiled contracts are known: start with --artifacts DIR, or add them with hardhat_addCompilationResult';

export const halley_debugTransaction = evmMethod({
  name: 'halley_debugTransaction',
  summary: 'Records the run of a mined transaction for the debugger. It needs artifacts.',
  params: [transactionHash],
  result:
    'object: session, position of the first line, steps (their number), sources: name, text, lines (line with code, gas)',
  trustedOnly: true,
  handler: async ({ evm, peer }, hash) => {
    const opened = await evm.openDebugSession(hash, peer);
    if (opened === undefined) throw refusal(`tx not found, hash: ${to0x(hash)}`);
    const { id, ...rest } = opened;
    return { session: id, ...rest };
  },
  example: {
    params: [TRANSFER_HASH],
    result: undefined,
    alone: NO_SOURCES,
  },
});

export const halley_debugCall = evmMethod({
  name: 'halley_debugCall',
  summary: 'Records the run of a call on the state of a block for the debugger. It needs artifacts.',
  params: [callObject, stateBlock],
  result: 'object as of `halley_debugTransaction`',
  trustedOnly: true,
  handler: async ({ evm, peer, compat }, call, block) => {
    checkChainId(evm, call);
    const at = stateAt(evm, block);
    if (at === 'pending') throw refusal('the pending block changes: debug the call on latest, or on a number');
    if (evm.earlier !== undefined && at <= evm.earlier.blockNumber)
      throw refusal(`block ${at} is of the forked chain: debug the call on a block after ${evm.earlier.blockNumber}`);
    const { id, ...rest } = await evm.openDebugCall(callFor(evm, compat, call, undefined).call, at, peer);
    return { session: id, ...rest };
  },
  example: { params: [{ to: BOB }, 'latest'], result: undefined, alone: NO_SOURCES },
});

export const halley_debugMove = evmMethod({
  name: 'halley_debugMove',
  summary: 'Moves by line, instruction or to a breakpoint, in either direction, and returns the position.',
  params: [session, position, move],
  result: 'object: position, reason (`step`, `breakpoint`, `exception`, `start`, `end`)',
  trustedOnly: true,
  handler: ({ evm, peer }, id, from, how) => evm.debugMove(id, from, how, peer),
  example: { params: ['1', 0, { kind: 'next' }], result: undefined, alone: NO_SESSION },
});

export const halley_debugView = evmMethod({
  name: 'halley_debugView',
  summary: 'Returns the machine before a step, and the functions that led to it.',
  params: [session, position],
  result:
    'object: step, pc, op, gas, gasCost, depth, error, address, stack (top last), memory, calldata, returnData, storage (accessed slots), state (variables), frames (innermost first: contract, function, file, line, column, arguments as passed, locals)',
  trustedOnly: true,
  handler: async ({ evm, peer }, id, at) => viewJson(await evm.debugView(id, at, peer)),
  example: { params: ['1', 0], result: undefined, alone: NO_SESSION },
});

export const halley_debugLine = evmMethod({
  name: 'halley_debugLine',
  summary: 'Returns the line with code at which a breakpoint stops, from a line on.',
  params: [session, file, line],
  result: 'number, or null where no line with code follows',
  trustedOnly: true,
  handler: ({ evm }, id, name, from) => evm.debugLine(id, name, from) ?? null,
  example: { params: ['1', 'Vault.sol', 5], result: undefined, alone: NO_SESSION },
});

export const halley_debugClose = evmMethod({
  name: 'halley_debugClose',
  summary: 'Closes a debug session.',
  params: [session],
  result: 'boolean: whether it was open',
  trustedOnly: true,
  handler: ({ evm }, id) => evm.closeDebugSession(id),
  example: { params: ['1'], result: false },
});
