/**
 * Controls the simulated network of the validators, which have indexes from 0. Each change is in effect, and on disk, when
 * its promise resolves. Throws HalleyError, and changes nothing, for an invalid argument.
 */
import type { UnixNanos } from '../../kernel/time.js';

/** Fault as plain data: its type and its parameters. */
export type EvmFault = Readonly<Record<string, unknown>>;

/** Type of fault, and its parameters. */
export interface EvmFaultKind {
  readonly type: string;
  readonly summary: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly summary: string;
    /** Valid values. */
    readonly expected: string;
    readonly optional: boolean;
    /** Name of the form of the values, such as `node`; `choice` is one of `choices`. */
    readonly form: string;
    readonly choices?: readonly string[];
  }[];
}

export interface EvmActiveFault {
  readonly id: number;
  readonly fault: { readonly type: string };
  /** Start of the fault: the height of the newest block then, and the network's time. */
  readonly since: { readonly height: bigint; readonly time: UnixNanos };
}

/** State of a link in both directions. What is left out is as on a healthy link. */
export interface EvmLink {
  readonly up?: boolean;
  /** Milliseconds that are added to the delay. */
  readonly ms?: number;
  /** Percentage of messages that are lost. */
  readonly percent?: number;
}

/** Validator and its node. */
export interface EvmValidatorNode {
  readonly index: number;
  /** Such as `validator-0`. */
  readonly name: string;
  /** Consensus address in upper-case hex. */
  readonly address: string;
  /** Voting power at the next height. */
  readonly power: bigint;
  /** Whether the validator was removed from the set for misbehaviour. */
  readonly jailed: boolean;
  readonly up: boolean;
  readonly height: bigint;
  readonly round: number;
  /** Name of the step in consensus: `Propose`, `Prevote`, … */
  readonly step: string;
  /** Nodes to which the node is connected. */
  readonly peers: readonly number[];
}

export interface EvmNetworkControl {
  /** Lists all validators of the devnet by index. */
  nodes(): readonly EvmValidatorNode[];
  /** Lists the links that are cut, as pairs of validators. */
  cutLinks(): readonly (readonly [number, number])[];
  /** Types of faults, in alphabetical order. */
  readonly faultMenu: readonly EvmFaultKind[];
  faults(): readonly EvmActiveFault[];
  crashValidator(index: number): Promise<void>;
  restartValidator(index: number): Promise<void>;
  /** Begins a fault. Resolves to its id. */
  addFault(fault: EvmFault): Promise<number>;
  removeFault(id: number): Promise<void>;
  /** Separates groups of validators. Resolves to the id of the fault. */
  partition(groups: readonly (readonly number[])[]): Promise<number>;
  /** Ends all partitions, and restores all links. */
  heal(): Promise<void>;
  setLink(a: number, b: number, link: EvmLink): Promise<void>;
  /** Sets how far the clock of a validator is ahead, in milliseconds; 0 ends the skew. */
  setClockSkew(index: number, ms: number): Promise<void>;
}

/** Access to the simulated network. */
export interface EvmNetworkAccess {
  readonly networkControl: EvmNetworkControl;
}
