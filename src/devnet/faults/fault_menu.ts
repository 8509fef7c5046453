/** The kinds of faults that a devnet can have, from their definitions. */
import {
  count,
  type FaultForm,
  type FaultParameter,
  type FaultParameterForm,
  oneOf,
  optional,
  parametersOf,
} from '../../kernel/fault_parameter.js';
import type { RpcFault } from '../../rpc/faults/catalogue/union.generated.js';
import type { RpcFaultDefinition } from '../../rpc/faults/fault.js';
import { FAULT_DEFINITIONS, type Fault } from '../../simulation/index.js';

export type { RpcFault };

/** Fault of the simulated network by its type and parameters, such as `{ type: 'equivocate', node: 3 }`. */
export type NetworkFault = Fault;

const TRANSACTIONS = ['kept', 'dropped'] as const;

/** Fault that reorganises the chain: it acts neither between validators nor at an interface. */
interface ReorgFault {
  readonly type: 'reorg';
  readonly every: number;
  readonly depth?: number;
  readonly transactions?: (typeof TRANSACTIONS)[number];
}

/** Fault of the network, of an interface, such as `{ type: 'slow', ms: 600 }`, or of the chain. */
export type DevnetFault = NetworkFault | RpcFault | ReorgFault;

/** Kind of fault. */
export interface FaultKind {
  /** Such as `equivocate`. */
  readonly type: string;
  /** Effect of the fault. */
  readonly summary: string;
  /** Where it acts: between validators, at the interfaces, or on the chain as a whole. */
  readonly at: 'network' | 'rpc' | 'chain';
  readonly parameters: readonly FaultParameterKind[];
}

/** Parameter of a fault. */
export interface FaultParameterKind {
  readonly name: string;
  /** Meaning of the parameter. */
  readonly summary: string;
  /** Valid values. */
  readonly expected: string;
  readonly optional: boolean;
  /** Form of the values; `choice` is one of `choices`. */
  readonly form: FaultParameterForm;
  readonly choices?: readonly string[];
}

export const REORG_FAULT = {
  type: 'reorg',
  summary: 'Reorganises the chain after every so many blocks, which CometBFT never does and other chains do.',
  parameters: {
    every: count('Sets how many blocks are made from one reorganisation to the next.'),
    depth: optional(count('Sets how many blocks are replaced; without it, one.', 1, 1000)),
    transactions: optional(
      oneOf('Says what becomes of the transactions in them; without it, they are in the new blocks.', TRANSACTIONS),
    ),
  },
} satisfies FaultForm & { readonly summary: string };

/** Definitions of the faults of the network and of the chain. */
const KINDS: ReadonlyMap<string, FaultForm> = new Map(
  [...FAULT_DEFINITIONS, REORG_FAULT].map((definition) => [definition.type, definition]),
);

/** Definitions of the faults of interfaces, once they are loaded. */
let rpcKinds: ReadonlyMap<string, RpcFaultDefinition> | undefined;

/** Makes the faults of interfaces known. The file of the whole menu calls it when it loads. */
export function useRpcFaults(definitions: readonly RpcFaultDefinition[]): void {
  rpcKinds = new Map(definitions.map((definition) => [definition.type, definition]));
}

/** Returns whether a fault acts at the interfaces. */
export const isRpcFault = (fault: { readonly type?: unknown }): fault is RpcFault =>
  typeof fault.type === 'string' && !KINDS.has(fault.type);

/** Returns whether a fault acts between validators. */
export const isNetworkFault = (fault: { readonly type: string }): fault is NetworkFault =>
  KINDS.has(fault.type) && fault.type !== REORG_FAULT.type;

/** Returns the definition of a type of fault; undefined for an unknown one. */
export const faultKind = (type: unknown): FaultForm | undefined =>
  typeof type === 'string' ? (KINDS.get(type) ?? rpcKinds?.get(type)) : undefined;

/** Returns the types of all faults. */
export const faultTypes = (): readonly string[] => [...KINDS.keys(), ...(rpcKinds?.keys() ?? [])];

/** Returns the definitions of a fault's parameters by name; undefined for an unknown type. */
export function faultParameters(type: string): ReadonlyMap<string, FaultParameter> | undefined {
  const kind = faultKind(type);
  return kind && new Map(parametersOf(kind));
}

/** Returns whether faults of a type disconnect validators. */
export const isPartition = (type: string): boolean =>
  FAULT_DEFINITIONS.find((definition) => definition.type === type)?.group !== undefined;
