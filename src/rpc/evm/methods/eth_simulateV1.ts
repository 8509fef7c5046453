/**
 * Implements `eth_simulateV1` (evm-json-rpc.md 5.8): simulates a sequence of blocks with calls. A decided block has the
 * hash of its consensus header. Simulated blocks have no such header, so their hash is that of their Ethereum header.
 */
import type {
  EvmBlockToSimulate,
  EvmCallOutcome,
  EvmSimulatedCall,
  EvmSimulationOutcome,
  EvmSimulationProblem,
  EvmSimulationRequest,
} from '../../../backend/evm/execution.js';
import type { EvmSourceFrame } from '../../../backend/evm/sources.js';
import { to0x } from '../../../kernel/hex.js';
import type { Json } from '../../../kernel/json.js';
import { ALICE, BOB, CONTRACT, COUNT_SELECTOR, word } from '../../examples.js';
import { DecodeError, EXECUTION_REVERTED, INVALID_PARAMS, RpcError, SERVER_ERROR } from '../../jsonrpc/errors.js';
import { type Param, required } from '../../jsonrpc/method.js';
import { stateAt } from '../blocks.js';
import { evmMethod } from '../context.js';
import { checkChainId, messageWithStack, revertMessage } from '../outcomes.js';
import { stateBlock } from '../params/block.js';
import { decodeCallObject } from '../params/call_object.js';
import { decodeBoolean, decodeList, decodeObject, type JsonObject, member } from '../params/go_json.js';
import { decodeBlockOverrides, decodeStateOverrides } from '../params/overrides.js';
import { quantity } from '../quantity.js';
import { blockView } from '../views/block.js';
import { logView } from '../views/receipt.js';

/** Code of a call that the EVM halted. */
const VM_ERROR = -32015;

/** The error codes of `eth_simulateV1` (execution-apis `src/eth/execute.yaml`). */
const SIMULATION_CODES: Readonly<Record<EvmSimulationProblem, number>> = {
  'nonce too low': -38010,
  'nonce too high': -38011,
  'base fee too low': -38012,
  'intrinsic gas': -38013,
  'insufficient funds': -38014,
  'block gas limit': -38015,
  'block number': -38020,
  'block timestamp': -38021,
  'init code size': -38025,
  'limit exceeded': -38026,
  'invalid fees': INVALID_PARAMS,
  refused: SERVER_ERROR,
};

/**
 * Returns the blocks of a simulation as JSON, with the error codes and the call results of execution-apis
 * (`src/eth/execute.yaml`). Throws RpcError when the simulation was refused.
 */
async function simulatedBlocks(
  outcome: EvmSimulationOutcome,
  fullTransactions: boolean,
  explain: (outcomes: readonly EvmCallOutcome[]) => Promise<Stacks>,
): Promise<Json> {
  if (outcome.type === 'refused') throw new RpcError(SIMULATION_CODES[outcome.problem], outcome.reason);
  const outcomes = outcome.blocks.flatMap(({ calls }) => calls.map((call) => call.outcome));
  const stacks = outcomes.some(({ type }) => type !== 'success') ? await explain(outcomes) : [];
  let before = 0;
  return outcome.blocks.map(({ block, calls }) => ({
    ...blockView(block, fullTransactions),
    calls: calls.map((call) => simulatedCall(call, stacks[before++])),
  }));
}

type Stacks = readonly (readonly EvmSourceFrame[])[];

function simulatedCall({ outcome, maxUsedGas, logs }: EvmSimulatedCall, frames: Stacks[number] | undefined): Json {
  const used = { gasUsed: quantity(outcome.gasUsed), maxUsedGas: quantity(maxUsedGas) };
  switch (outcome.type) {
    case 'success':
      return { returnData: to0x(outcome.returnData), logs: logs.map(logView), ...used, status: '0x1' };
    case 'revert': {
      const data = to0x(outcome.data);
      const error = { ...messageWithStack(revertMessage(outcome.data), frames), code: EXECUTION_REVERTED, data };
      return { returnData: data, logs: [], ...used, status: '0x0', error };
    }
    case 'halt': {
      const error = { ...messageWithStack(`vm execution error: ${outcome.reason}`, frames), code: VM_ERROR };
      return { returnData: '0x', logs: [], ...used, status: '0x0', error };
    }
  }
}

const MAX_BLOCKS = 256;
const MAX_CALLS_IN_BLOCK = 5_000;
const MAX_CALLS = 10_000;
const STRUCT = 'simOpts';

/** Decodes the payload of `eth_simulateV1` (execution-apis `EthSimulatePayload`), within geth's limits. */
interface SimulationPayload extends Omit<EvmSimulationRequest, 'client'> {
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

export const eth_simulateV1 = evmMethod({
  name: 'eth_simulateV1',
  summary: 'Simulates blocks of calls on top of a block, each on the state of the previous one.',
  params: [simulation, stateBlock],
  result: 'array of blocks, each with `calls`: {returnData, logs, gasUsed, maxUsedGas, status, error?}',
  handler: async ({ evm, peer }, { returnFullTransactions, ...request }, block) => {
    for (const { calls } of request.blocks) for (const call of calls) checkChainId(evm, call);
    const [asked, at] = [{ ...request, client: peer }, stateAt(evm, block)];
    return simulatedBlocks(await evm.simulate(asked, at), returnFullTransactions, async (outcomes) =>
      evm.knowsSources() ? evm.explainSimulation(asked, outcomes, at) : [],
    );
  },
  example: {
    params: [
      {
        blockStateCalls: [
          { calls: [{ from: ALICE, to: CONTRACT }] },
          {
            calls: [
              { to: CONTRACT, input: COUNT_SELECTOR },
              { from: BOB, to: ALICE, value: '0x1' },
            ],
          },
        ],
      },
      'latest',
    ],
    result: [
      { number: '0x7', calls: [{ status: '0x1', logs: [{ address: CONTRACT, logIndex: '0x0' }] }] },
      { number: '0x8', calls: [{ returnData: word(3) }, { status: '0x1', gasUsed: '0x5208' }] },
    ],
  },
});
