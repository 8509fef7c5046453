/** Answers the queries of `cosmos.evm.vm.v1` that run code: calls, estimates and traces (cosmos/evm 0.7). */
import { tryJsonObject } from '../../../../codec/go_json.js';
import {
  bool,
  bytes,
  int,
  optional,
  repeated,
  repeatedString,
  small,
  string,
  timestamp,
  uint,
} from '../../../../codec/protobuf/field.js';
import { message, type Of } from '../../../../codec/protobuf/message.js';
import { EMPTY_BYTES, ZERO_HASH } from '../../../../kernel/bytes.js';
import { readGoDuration } from '../../../../kernel/go_time.js';
import { keccak256 } from '../../../../kernel/hash.js';
import { to0x } from '../../../../kernel/hex.js';
import { utf8 } from '../../../../kernel/text.js';
import { evmTimestamp } from '../../../../kernel/time.js';
import { readBlockRecord } from '../../../sdk/block_record.js';
import { defineNodeQuery } from '../../../sdk/query/define_query.js';
import { failedPrecondition, internal, invalidArgument, plainError } from '../../../sdk/query/failure.js';
import { factsOf } from '../facts.js';

/** Least gas of a transaction, below which nothing can be estimated. */
const TX_GAS = 21_000n;

const MsgEthereumTx = message('cosmos.evm.vm.v1.MsgEthereumTx', { from: bytes(5), raw: bytes(6) });
const Log = message('cosmos.evm.vm.v1.Log', {
  address: string(1),
  topics: repeatedString(2),
  data: bytes(3),
  blockNumber: uint(4),
  txHash: string(5),
  txIndex: uint(6),
  blockHash: string(7),
  index: uint(8),
  removed: bool(9),
  blockTimestamp: uint(10),
});
const MsgEthereumTxResponse = message('cosmos.evm.vm.v1.MsgEthereumTxResponse', {
  hash: string(1),
  logs: repeated(2, Log),
  ret: bytes(3),
  vmError: string(4),
  gasUsed: uint(5),
  maxUsedGas: uint(6),
  blockHash: bytes(7),
  blockTimestamp: uint(8),
});

const EthCallRequest = message(
  'cosmos.evm.vm.v1.EthCallRequest',
  {
    /** Call object of `eth_call` as JSON. */
    args: bytes(1),
    gasCap: uint(2),
    proposerAddress: bytes(3),
    chainId: int(4),
    /** State overrides of `eth_call` as JSON. */
    overrides: bytes(5),
  },
  { lenient: true },
);

/** `/cosmos.evm.vm.v1.Query/EthCall` runs a call as `eth_call` does. A failure of the code is part of the response. */
export const EthCall = defineNodeQuery('/cosmos.evm.vm.v1.Query/EthCall', {
  rest: '/cosmos/evm/vm/v1/eth_call',
  request: EthCallRequest,
  response: MsgEthereumTxResponse,
  async answer(asked, state, services) {
    const { hash: blockHash, height, time } = readBlockRecord(state);
    const { outcome, execution } = await factsOf(services).evm.execute(asked, height);
    if (outcome.type === 'refused' || execution === undefined)
      throw internal(outcome.type === 'refused' ? outcome.reason : 'not run');
    const { logs, output, error = '', reverted, gasUsed, maxUsedGas } = execution;
    const blockTimestamp = evmTimestamp(time);
    const place = {
      txHash: to0x(ZERO_HASH),
      txIndex: 0n,
      blockHash: to0x(blockHash),
      blockNumber: height,
      blockTimestamp,
    };
    return {
      hash: place.txHash,
      logs: logs.map(({ address, topics, data }, index) => ({
        ...{ address: to0x(address), topics: topics.map(to0x), data, index: BigInt(index), removed: false },
        ...place,
      })),
      ret: error === '' || reverted ? output : EMPTY_BYTES,
      ...{ vmError: error, gasUsed, maxUsedGas, blockHash, blockTimestamp },
    };
  },
});

/** `/cosmos.evm.vm.v1.Query/EstimateGas` estimates as `eth_estimateGas` does. A revert is part of the response. */
export const EstimateGas = defineNodeQuery('/cosmos.evm.vm.v1.Query/EstimateGas', {
  rest: '/cosmos/evm/vm/v1/estimate_gas',
  request: EthCallRequest,
  response: message('cosmos.evm.vm.v1.EstimateGasResponse', { gas: uint(1), ret: bytes(2), vmError: string(3) }),
  async answer(asked, state, services) {
    if (asked.gasCap < TX_GAS) throw invalidArgument(`gas cap cannot be lower than ${TX_GAS}`);
    const { outcome, gas } = await factsOf(services).evm.estimateGas(asked, readBlockRecord(state).height);
    if (gas !== undefined) return { gas, ret: EMPTY_BYTES, vmError: '' };
    if (outcome.type === 'revert') return { gas: 0n, ret: outcome.data, vmError: 'execution reverted' };
    if (outcome.type === 'refused') throw plainError(outcome.reason);
    if (outcome.type === 'halt' && !outcome.reason.startsWith('out of gas')) throw plainError(outcome.reason);
    throw plainError(`gas required exceeds allowance (${outcome.gasUsed})`);
  },
});

const TraceConfig = message('cosmos.evm.vm.v1.TraceConfig', {
  tracer: string(1),
  timeout: string(2),
  reexec: uint(3),
  disableStack: bool(5),
  disableStorage: bool(6),
  debug: bool(8),
  limit: small(9, 'int32'),
  /** Other rules of the chain, which are refused. */
  overrides: bytes(10),
  enableMemory: bool(11),
  enableReturnData: bool(12),
  tracerJsonConfig: string(13),
});

const DEFAULT_TIMEOUT_MS = 5000;
const MAX_TIMEOUT_MS = 600_000;

function traceOptions(given: Of<typeof TraceConfig> = TraceConfig.decode(EMPTY_BYTES)) {
  const { tracer, timeout, limit, overrides, tracerJsonConfig } = given;
  const { disableStack, disableStorage, enableMemory, enableReturnData } = given;
  if (limit < 0) throw invalidArgument(`output limit cannot be negative, got ${limit}`);
  if (overrides.length > 0) throw invalidArgument("overrides of the chain's rules are not supported");
  const timeoutMs = timeout === '' ? DEFAULT_TIMEOUT_MS : readGoDuration(timeout, MAX_TIMEOUT_MS);
  if (timeoutMs === undefined)
    throw invalidArgument(`timeout value: time: invalid duration ${JSON.stringify(timeout)}: expected at most 10m`);
  return {
    tracer: tracer || undefined,
    tracerConfig: tryJsonObject(tracerJsonConfig) ?? {},
    structLogs: { disableStack, disableStorage, enableMemory, enableReturnData, limit },
    timeoutMs,
  };
}

/** Fields of the block, which are read from the chain instead. */
const BLOCK = { blockHash: string(6), blockTime: timestamp(7), proposerAddress: bytes(8), chainId: int(9) };

/**
 * `/cosmos.evm.vm.v1.Query/TraceTx` traces a transaction of a block as `debug_traceTransaction` does: the chain has the
 * block and the transactions before it, so the request's own are not read.
 */
export const TraceTx = defineNodeQuery('/cosmos.evm.vm.v1.Query/TraceTx', {
  rest: '/cosmos/evm/vm/v1/trace_tx',
  request: message(
    'cosmos.evm.vm.v1.QueryTraceTxRequest',
    {
      msg: optional(1, MsgEthereumTx),
      traceConfig: optional(3, TraceConfig),
      predecessors: repeated(4, MsgEthereumTx),
      blockNumber: int(5),
      ...BLOCK,
      blockMaxGas: int(10),
    },
    { lenient: true },
  ),
  response: message('cosmos.evm.vm.v1.QueryTraceTxResponse', { data: bytes(1) }),
  async answer({ msg, traceConfig, blockNumber }, _, services) {
    if (msg === undefined) throw invalidArgument('empty request');
    const { evm, head } = factsOf(services);
    if (blockNumber > head.height + 1n)
      throw failedPrecondition(
        `requested height [${blockNumber}] must be less than or equal to current height [${head.height}]`,
      );
    return { data: utf8(await evm.traceTx(keccak256(msg.raw), traceOptions(traceConfig))) };
  },
});

/** `/cosmos.evm.vm.v1.Query/TraceBlock` traces transactions of a block as `debug_traceBlockByNumber` does. */
export const TraceBlock = defineNodeQuery('/cosmos.evm.vm.v1.Query/TraceBlock', {
  rest: '/cosmos/evm/vm/v1/trace_block',
  request: message(
    'cosmos.evm.vm.v1.QueryTraceBlockRequest',
    {
      txs: repeated(1, MsgEthereumTx),
      traceConfig: optional(3, TraceConfig),
      blockNumber: int(5),
      ...BLOCK,
      blockMaxGas: int(10),
    },
    { lenient: true },
  ),
  response: message('cosmos.evm.vm.v1.QueryTraceBlockResponse', { data: bytes(1) }),
  async answer({ txs, traceConfig, blockNumber }, _, services) {
    const options = traceOptions(traceConfig);
    const hashes = txs.map(({ raw }) => keccak256(raw));
    if (hashes.length === 0) return { data: utf8('[]') };
    return { data: utf8(await factsOf(services).evm.traceBlock(blockNumber, hashes, options)) };
  },
});
