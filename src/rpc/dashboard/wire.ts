/**
 * Defines what the dashboard's server and page exchange, as JSON. The page reads everything else from the same interfaces
 * as every client: the server passes `POST /chains/CHAIN/evm` to the EVM JSON-RPC of a chain, and
 * `GET` or `POST /chains/CHAIN/comet…` to its CometBFT RPC.
 *
 * | path | answer |
 * | --- | --- |
 * | `GET /about` | `About` |
 * | `GET /artifacts` | `readonly ArtifactFile[]` |
 * | `GET /scenarios` | `readonly ScenarioEntry[]` |
 * | `POST /scenarios/check` | `ScenarioCheck`; the body is a `ScenarioRequest` |
 * | `POST /scenarios/run` | JSON Lines: the lines of `ScenarioLine`, as the run makes them; the body is a `ScenarioRequest` |
 * | `/chains/CHAIN/rest/…` | that of the REST gateway |
 * | `GET /chains/CHAIN/keplr` | Keplr's `ChainInfo` |
 * | `GET /chains/CHAIN/rounds` | `KeptBlocks`: the blocks whose rounds are kept; `null` when there are none |
 * | `GET /chains/CHAIN/rounds/5`, `/rounds/5-9` | JSON Lines: the lines of `ReplayLine`, for these blocks; `?events=N` ends at the instant of a picture |
 * | `GET /chains/CHAIN/keys` | `ChainKeys` |
 * | WebSocket `/feed` | the client sends `FeedRequest`s, the server `FeedMessage`s |
 *
 * A refused request has status 4xx and a body `{ "error": "…" }`.
 */
import type { ChainControls } from '../../backend/controls.js';
import type { RoundsMessage } from '../../backend/rounds.js';

export type { ChainKeys } from '../served_chain.js';

/** Mining mode, and the faults that were injected into the network. */
export type Controls = ChainControls;

/** Facts about the devnet. */
export interface About {
  readonly version: string;
  /** Chains; the first one is the devnet's own. */
  readonly chains: readonly AboutChain[];
  /** Addresses of the interfaces by name, such as `http://127.0.0.1:8545`. */
  readonly urls: Readonly<Record<string, string>>;
  /** Whether the server can run scenarios. */
  readonly scenarios: boolean;
  /** Folder of `--artifacts`; absent without one. */
  readonly artifacts?: string;
}

export interface AboutChain {
  readonly id: string;
  /** Absent where another program's application runs, which has no EVM for this page. */
  readonly evmChainId?: string;
  readonly urls: Readonly<Record<string, string>>;
  /** Whether an engine in another process decides the blocks, so that nothing can be simulated. */
  readonly engine: boolean;
}

/** Contract of a Hardhat or Foundry project. */
export interface ArtifactFile {
  readonly contract: string;
  /** Path of the source file, if the artifact names one. */
  readonly source?: string;
  readonly abi: readonly unknown[];
  /** Deployed code as hex, with zeros or placeholders where libraries and immutables go. */
  readonly deployedBytecode?: string;
}

/** Scenario file that comes with Halley. */
export interface ScenarioEntry {
  readonly name: string;
  readonly title: string;
  /** Description: what happens, and why. */
  readonly summary?: string;
  readonly sketch?: ScenarioSketch;
  readonly text: string;
}

/** Topic of a scenario, and its picture. */
export interface ScenarioSketch {
  readonly topic: string;
  readonly validators: number;
  /** Marks of validators in the picture, by index. */
  readonly marks: Readonly<Record<number, 'down' | 'proposal' | 'vote' | 'liar' | 'clock' | 'power'>>;
  /** Groups of a partition. */
  readonly groups?: readonly (readonly number[])[];
  /** Cut links. */
  readonly cuts: readonly (readonly number[])[];
  /** How it ends, in a word or two. */
  readonly end: string;
}

/** Verdict of the checker about a scenario. */
export interface ScenarioCheck {
  /** First mistake, with its line and column; `null` when the scenario can run. */
  readonly problem: string | null;
}

export interface ScenarioRequest {
  /** Text of a scenario file. */
  readonly text: string;
  /** Seed; a scenario has the same result under each. */
  readonly seed?: string;
}

/** One line of a scenario's run. */
export type ScenarioLine =
  /** Line of the readable trace, as `halley scenario run` prints it. */
  | { readonly type: 'output'; readonly text: string }
  /** Activity of the network of the scenario. */
  | { readonly type: 'rounds'; readonly message: RoundsMessage }
  /** Ends the run. */
  | { readonly type: 'end'; readonly passed: boolean; readonly summary: string };

/** One line of the rounds of blocks that were made before. */
export type ReplayLine =
  | { readonly type: 'rounds'; readonly message: RoundsMessage }
  /** Ends the replay. It is incomplete when the blocks have more events than one replay passes on. */
  | { readonly type: 'end'; readonly complete: boolean };

/** Selects what the server sends. Each request replaces the one before. */
export interface FeedRequest {
  /** Id of a chain. */
  readonly chain: string;
  /** Whether the page shows rounds, which cost the server more than the rest. */
  readonly rounds: boolean;
}

/** Newest block. */
export interface Head {
  readonly height: number;
  /** Hash of the block in upper-case hex, as CometBFT writes it. */
  readonly hash: string;
  /** Time of the header, in microseconds since the Unix epoch. */
  readonly time: number;
  readonly round: number;
  readonly txs: number;
  readonly gasUsed: string;
  readonly baseFee: string;
}

/** Packet between two chains that the relayer has not finished. */
export interface PacketTask {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly port?: string;
  readonly channel?: string;
  readonly sequence?: string;
  readonly failure?: string;
}

/** Message to a page. Messages are differences: each replaces what an earlier one of the same type said. */
export type FeedMessage =
  | { readonly type: 'rounds'; readonly message: RoundsMessage }
  /** Sent at most ten times a second; `skipped` counts the heights since the last one that it leaves out. */
  | { readonly type: 'head'; readonly head: Head; readonly skipped: number }
  /** Blocks above `height` are gone. */
  | { readonly type: 'reverted'; readonly height: number }
  | { readonly type: 'mempool'; readonly pending: number; readonly queued: number }
  | { readonly type: 'controls'; readonly controls: Controls }
  | { readonly type: 'packets'; readonly tasks: readonly PacketTask[] }
  /** Entry of the node's log, as one line of text: console output of contracts, blocks, faults. */
  | { readonly type: 'log'; readonly kind: string; readonly text: string }
  /** The request was refused; the one before stays in effect. */
  | { readonly type: 'error'; readonly error: string };
