/** Decodes the payload of `eth_simulateV1` (execution-apis `EthSimulatePayload`), within geth's limits. */

import type { EvmBlockToSimulate, EvmSimulationRequest } from '../../../backend/evm/execution.js';
import { DecodeError, RpcError } from '../../jsonrpc/errors.js';
import { type Param, required } from '../../jsonrpc/method.js';
import { SIMULATION_CODES } from '../simulation_codes.js';
import { decodeCallObject } from './call_object.js';
import { decodeBoolean, decodeList, decodeObject, type JsonObject, member } from './go_json.js';
import { decodeBlockOverrides, decodeStateOverrides } from './overrides.js';

const MAX_BLOCKS = 256;
const MAX_CALLS_IN_BLOCK = 5_000;
const MAX_CALLS = 10_000;
const STRUCT = 'simOpts';

export interface SimulationPayload extends Omit<EvmSimulationRequest, 'client'> {
  readonly returnFullTransactions: boolean;
}

const tooMuch = (text: string): RpcError => new RpcError(SIMULATION_CODES['limit exceeded'], text);

const flag = (object: JsonObject, key: string): boolean =>
  member(object, key, (value) => decodeBoolean(value, `${STRUCT}.${key}`)) ?? false;

function decodeBlock(value: unknown): EvmBlockToSimulate {
  const object = decodeObject(value, 'ethapi.simBlock');
  const calls = member(object, 'calls', (list) => decodeList(list, '[]ethapi.TransactionArgs', 'simBlock.calls')) ?? [];
  if (calls.length > MAX_CALLS_IN_BLOCK)
    throw tooMuch(`too many calls in block: ${calls.length} > ${MAX_CALLS_IN_BLOCK}`);
  return {
    block: member(object, 'blockOverrides', decodeBlockOverrides) ?? {},
    state: member(object, 'stateOverrides', decodeStateOverrides),
    calls: calls.map(decodeCallObject),
  };
}

function decodeSimulation(value: unknown): SimulationPayload {
  const object = decodeObject(value, `ethapi.${STRUCT}`);
  const list = decodeList(object['blockStateCalls'] ?? [], '[]ethapi.simBlock', `${STRUCT}.blockStateCalls`);
  if (list.length === 0) throw new DecodeError('empty input: blockStateCalls has no blocks');
  if (list.length > MAX_BLOCKS) throw tooMuch('too many blocks');
  let calls = 0;
  const blocks = list.map((item) => {
    const block = decodeBlock(item);
    calls += block.calls.length;
    if (calls > MAX_CALLS) throw tooMuch(`too many calls: ${calls} > ${MAX_CALLS}`);
    return block;
  });
  return {
    blocks,
    traceTransfers: flag(object, 'traceTransfers'),
    validation: flag(object, 'validation'),
    returnFullTransactions: flag(object, 'returnFullTransactions'),
  };
}

export const simulation: Param<SimulationPayload> = required(
  'payload',
  'object: `blockStateCalls` ({blockOverrides, stateOverrides, calls} each), `traceTransfers`, `validation`, …',
  decodeSimulation,
);
