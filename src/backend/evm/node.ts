/** Defines what methods read of the node and its process, and change in them. */
import type { Message } from '../../codec/protobuf/message.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { EvmConsoleCalls } from './execution.js';

/** Rules of the chain from its genesis on, with the names of EIP-7910. */
export interface EvmForkConfig {
  /** 4 bytes (EIP-6122). They follow from the genesis alone, because no fork comes after it. */
  readonly forkId: Bytes;
  readonly precompiles: ReadonlyMap<string, Bytes>;
  readonly systemContracts: ReadonlyMap<string, Bytes>;
  /** Fraction of EIP-7840's blob schedule; `undefined` before Cancun, which introduced blobs. */
  readonly blobFeeUpdateFraction: number | undefined;
}

export interface EvmInstance {
  /** Returns 32 bytes that no other chain has. They change with a reset and differ in each process. */
  instanceId(): Bytes;
  /** Unix time in seconds. */
  readonly genesisTime: bigint;
  /** Name of the chain's fork: `osaka`, or that of its genesis document. */
  readonly hardfork: string;
  forkConfig(): EvmForkConfig;
}

/** Node of the consensus engine. */
export interface EvmNode {
  /** 20 bytes. */
  readonly nodeId: Bytes;
  readonly moniker: string;
  /** For example `tcp://127.0.0.1:26656`. */
  readonly listenAddress: string;
}

export interface EvmPeer extends EvmNode {
  /** Whether this node opened the connection. */
  readonly isOutbound: boolean;
}

export interface EvmNetwork {
  readonly chainId: bigint;
  peerCount(): number;
  /** Folder of this node as an absolute path; `undefined` for a chain that is not persistent. */
  readonly home: string | undefined;
  /** Returns this node. Throws HalleyError `unavailable` while it is unknown. */
  node(): EvmNode;
  peers(): readonly EvmPeer[];
}

/** Changes of a development chain by dev transactions. */
export interface EvmDevelopment {
  /** Returns whether the chain accepts dev transactions of this node. */
  acceptsDevTxs(): boolean;
  /**
   * Changes the chain by a dev message of `src/codec/dev`. When it resolves, reads of the head include the change. The
   * change is pending until the next block, which it does not start. Throws HalleyError when the change is impossible,
   * or when the chain accepts no dev transactions.
   */
  sendDevTx<T>(message: Message<T>, value: T): Promise<void>;
  /** Whether changes wait for a block, which may contain several of them. They take effect in their order. */
  readonly changesTogether?: boolean;
  /**
   * Changes storage so that a view of a contract returns `value`. Throws HalleyError when no single slot decides its
   * result, or when the chain accepts no dev transactions.
   */
  setAnswer(contract: Bytes, query: Bytes, value: bigint): Promise<void>;
  /**
   * Sets the voting power of a validator, given by its index in the network or its consensus address. Resolves when a
   * block includes the change, which applies two heights later. Throws HalleyError when it is impossible.
   */
  setValidatorPower(validator: number | Bytes, power: bigint): Promise<void>;
  /**
   * Passes a proposal of governance, given by its id, or a new one with messages in protobuf's JSON. Resolves when a
   * block has run its messages. Throws HalleyError when it is impossible; then nothing has changed.
   */
  passProposal(proposal: bigint | readonly unknown[]): Promise<PassedProposal>;
}

/** Outcome of a proposal that was passed at once. */
export interface PassedProposal {
  readonly id: bigint;
  /**
   * `PROPOSAL_STATUS_PASSED`, or `PROPOSAL_STATUS_FAILED` when one of its messages failed. In mining modes that control
   * time, `PROPOSAL_STATUS_VOTING_PERIOD` until the next block.
   */
  readonly status: string;
  /** Error of that message; otherwise empty. */
  readonly failedReason: string;
}

/** Control of the node's log of calls and blocks. */
export interface EvmLogging {
  /** Turns the log on or off from now on. Earlier calls and blocks are not logged later. */
  setLogging(enabled: boolean): void;
  /** Logs the console.log calls of a run that leaves no other trace. */
  logConsole(method: 'eth_call' | 'eth_estimateGas', consoleCalls: EvmConsoleCalls | undefined): void;
}

/**
 * Profiles of the process. Methods that write a file reject with HalleyError for a path outside the home folder and the
 * folder of temporary files, and for a file that exists.
 */
export interface EvmProfiling {
  /** Collects garbage and returns memory to the system. */
  freeMemory(): Promise<void>;
  /** Sets by what percentage the heap may grow between two collections. Returns the previous percentage. */
  setGcPercent(percent: number): number;
  /** Resolves to Go's `runtime.MemStats`. */
  memStats(): Promise<Readonly<Record<string, unknown>>>;
  /** Resolves to Go's `debug.GCStats`. */
  gcStats(): Promise<Readonly<Record<string, unknown>>>;
  /** Returns as text what is running and what it waits for. */
  stacks(): string;
  /** Records delays of at least so many nanoseconds; 0 and less turn counting off. */
  setBlockRate(nanos: number): void;
  /** Records one delay in `oneIn`; 0 turns counting off. */
  setMutexFraction(oneIn: number): void;
  writeBlocks(path: string): Promise<void>;
  writeMutexes(path: string): Promise<void>;
  /** Records for the given seconds, then writes. */
  profileBlocks(path: string, seconds: number): Promise<void>;
  profileMutexes(path: string, seconds: number): Promise<void>;
  writeMemory(path: string): Promise<void>;
  /** Rejects with HalleyError while a profile runs. */
  startCpu(path: string): Promise<void>;
  /** Writes the profile. Rejects with HalleyError when none runs. */
  stopCpu(): Promise<void>;
  profileCpu(path: string, seconds: number): Promise<void>;
  /** Rejects with HalleyError while a trace runs. */
  startTrace(path: string): Promise<void>;
  /** Writes the trace. Rejects with HalleyError when none runs. */
  stopTrace(): Promise<void>;
  profileTrace(path: string, seconds: number): Promise<void>;
}

/** Trace of the running chain, for subscriptions, and the record of its devnet. */
export interface EvmTraceFeed {
  /**
   * Calls the listener with the lines of the chain's trace, as JSON texts: soon with those that describe the chain and
   * its position, then with each input and event from then on. Returns the function that stops it.
   */
  listenToTrace(listener: (line: string) => void): () => void;
  /** Reads a part of the record. Resolves to undefined without a record, and for an offset behind its end. */
  readRecord(offset: number): Promise<EvmRecordPiece | undefined>;
}

export interface EvmRecordPiece {
  /** Chain id of the called chain. The record may have lines of other chains. */
  readonly chain: string;
  /** Whole lines. */
  readonly text: string;
  /** Offset of the next piece, in bytes. */
  readonly next: number;
  /** Bytes that the record has now. */
  readonly size: number;
}
