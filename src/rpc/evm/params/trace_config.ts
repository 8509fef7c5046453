/** Decodes the options of `debug_trace…` methods (go-ethereum's `TraceConfig`, evm-json-rpc.md 5.7). */

import type { BlockOverrides, EvmTraceOptions, StateOverrides } from '../../../backend/evm/execution.js';
import { readGoDuration } from '../../../kernel/go_time.js';
import { DecodeError, refusal } from '../../jsonrpc/errors.js';
import { defaulted, type Param } from '../../jsonrpc/method.js';
import { decodeBoolean, decodeObject, decodeString, type JsonObject, member } from './go_json.js';
import { decodeUint64 } from './numbers.js';
import { decodeBlockOverrides, decodeStateOverrides } from './overrides.js';

export interface TraceConfig extends Pick<EvmTraceOptions, 'tracer' | 'tracerConfig' | 'structLogs' | 'timeoutMs'> {
  /** Omits memory from Hardhat's struct logs, which include it by default. */
  readonly disableMemory: boolean;
}

/** geth's timeout for a trace whose options have none. */
const DEFAULT_TIMEOUT_MS = 5000;
/** Longest timeout of a trace, because longer traces only occupy the node. */
const MAX_TIMEOUT_MS = 600_000;
const STRUCT = 'TraceConfig';

const flag = (object: JsonObject, key: string): boolean =>
  member(object, key, (value) => decodeBoolean(value, `${STRUCT}.${key}`)) ?? false;

function decodeLimit(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw new DecodeError(
      `json: cannot unmarshal ${JSON.stringify(value)} into Go struct field ${STRUCT}.limit of type int`,
    );
  if (value < 0) throw refusal(`output limit cannot be negative, got ${value}`);
  return value;
}

function decodeTimeout(value: unknown): number {
  const text = decodeString(value, `${STRUCT}.timeout`);
  const ms = readGoDuration(text, MAX_TIMEOUT_MS);
  if (ms !== undefined) return ms;
  throw refusal(`time: invalid duration ${JSON.stringify(text)}: a trace may take up to ${MAX_TIMEOUT_MS / 60_000}m`);
}

/**
 * Refuses overrides of the chain's rules, because a trace with other rules would not show what happens on this chain.
 */
function refuseRules(value: unknown): void {
  const names = Object.keys(decodeObject(value, 'params.ChainConfig', `${STRUCT}.overrides`));
  if (names.length > 0)
    throw refusal(`overrides of the chain's rules are not supported: ${names.slice(0, 5).join(', ')}`);
}

/** Decodes the options of a trace. */
export function decodeTraceConfig(value: unknown): TraceConfig {
  const object = decodeObject(value, 'tracers.TraceConfig');
  // A node prints it when it is true, and otherwise ignores it.
  member(object, 'debug', (flagged) => decodeBoolean(flagged, `${STRUCT}.debug`));
  member(object, 'overrides', refuseRules);
  return {
    tracer: member(object, 'tracer', (name) => decodeString(name, `${STRUCT}.tracer`)),
    tracerConfig: member(object, 'tracerConfig', (config) => decodeObject(config, 'tracerConfig')) ?? {},
    timeoutMs: member(object, 'timeout', decodeTimeout) ?? DEFAULT_TIMEOUT_MS,
    disableMemory: flag(object, 'disableMemory'),
    structLogs: {
      disableStack: flag(object, 'disableStack'),
      disableStorage: flag(object, 'disableStorage'),
      enableMemory: flag(object, 'enableMemory'),
      enableReturnData: flag(object, 'enableReturnData'),
      limit: member(object, 'limit', decodeLimit) ?? 0,
    },
  };
}

const KIND = 'object: `tracer`, `tracerConfig`, `timeout`, `disableStack`, `disableStorage`, `enableMemory`, …';

export const traceConfig: Param<TraceConfig> = defaulted('config', KIND, decodeTraceConfig({}), decodeTraceConfig);

/** Options of a traced call, which may have overrides. */
export interface TraceCallConfig extends TraceConfig {
  readonly stateOverrides: StateOverrides | undefined;
  readonly blockOverrides: BlockOverrides | undefined;
  /** Selects the state before the transaction with this index in the block. */
  readonly txIndex: number | undefined;
}

function decodeTraceCallConfig(value: unknown): TraceCallConfig {
  const object = decodeObject(value, 'tracers.TraceCallConfig');
  return {
    ...decodeTraceConfig(value),
    stateOverrides: member(object, 'stateOverrides', decodeStateOverrides),
    blockOverrides: member(object, 'blockOverrides', decodeBlockOverrides),
    txIndex: member(object, 'txIndex', (value) => Number(decodeUint64(value, `${STRUCT}.txIndex`))),
  };
}

export const traceCallConfig: Param<TraceCallConfig> = defaulted(
  'config',
  `${KIND}; \`stateOverrides\`, \`blockOverrides\`, \`txIndex\``,
  decodeTraceCallConfig({}),
  decodeTraceCallConfig,
);
