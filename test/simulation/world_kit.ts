/**
 * Provides a simulated network for tests: by default four validators of power 10, a trivial application, and traces by
 * node.
 */
import { campaignKeys } from '../../scripts/campaign_keys.js';
import type { FinalizeBlockRequest, FinalizeBlockResponse, ValidatorUpdate } from '../../src/abci/application.js';
import { type ChainState, genesisState } from '../../src/consensus/types/chain_state.js';
import { type ConsensusParams, DEFAULT_PARAMS } from '../../src/consensus/types/params.js';
import { DEFAULT_SYNCHRONY } from '../../src/consensus/types/pbts.js';
import { indexOfAddress } from '../../src/consensus/types/validator_set.js';
import { consensusCrypto } from '../../src/crypto/validator_keys.js';
import { type Bytes, concatBytes, EMPTY_BYTES } from '../../src/kernel/bytes.js';
import { sha256 } from '../../src/kernel/hash.js';
import { utf8 } from '../../src/kernel/text.js';
import { parseTime, type UnixNanos } from '../../src/kernel/time.js';
import {
  type AbciReply,
  createSimNetwork,
  DEFAULT_TIMEOUTS,
  type NodeAbciCall,
  type NodeEvent,
  type Progress,
  type SimNetwork,
  type SimNetworkOptions,
  type ValidatorKey,
} from '../../src/simulation/index.js';
import { traceEvent } from '../../src/simulation/trace.js';

export const MS = 1_000_000n;
export const SECOND = 1000n * MS;
export const START = parseTime('2025-01-01T00:00:00Z') as UnixNanos;

export type Committed = Extract<NodeEvent, { readonly type: 'committed' }>;

export interface TestNetworkOptions extends Partial<SimNetworkOptions> {
  readonly powers?: readonly bigint[];
  /** Nodes whose keys are not in the genesis set. */
  readonly watchers?: number;
  /** Returns the validator updates of the application at a height. */
  readonly updatesAt?: (height: bigint) => readonly ValidatorUpdate[];
  /** Makes the application's state constant. */
  readonly isConstant?: boolean;
  /** First height at which votes have extensions; 0, the default, for none. */
  readonly extendedFrom?: bigint;
  /** First height whose block has its proposer's time; 0, the default, for none. */
  readonly pbtsFrom?: bigint;
  /** Bounds of PBTS; the default is CometBFT's. */
  readonly synchrony?: ConsensusParams['synchrony'];
  /** Returns the extension that the application gives a vote, and whether it accepts one. */
  readonly extend?: (ask: Extract<NodeAbciCall, { type: 'extendVote' }>) => Bytes;
  readonly acceptsExtension?: (ask: Extract<NodeAbciCall, { type: 'verifyVoteExtension' }>) => boolean;
  readonly accept?: (ask: Extract<NodeAbciCall, { type: 'processProposal' }>) => boolean;
}

export function aChain(
  keys: readonly ValidatorKey[],
  powers: readonly bigint[],
  voteExtensionsEnableHeight = 0n,
  timing: Pick<ConsensusParams, 'feature' | 'synchrony'> = {},
): ChainState {
  const doc = {
    genesisTime: START,
    chainId: 'world-1',
    initialHeight: 1n,
    consensusParams: { ...DEFAULT_PARAMS, abci: { voteExtensionsEnableHeight }, ...timing },
    validators: powers.map((power, i) => ({ ...(keys[i] as ValidatorKey), power })),
    appHash: utf8('genesis'),
    appState: {},
  };
  return genesisState(doc, { validators: [], appHash: doc.appHash }, 0n);
}

/** Runs a simulated network: answers its ABCI calls and records the events. */
export class TestNetwork {
  readonly network: SimNetwork;
  readonly notes: NodeEvent[] = [];
  readonly asks: NodeAbciCall[] = [];
  readonly keys: readonly ValidatorKey[];
  readonly options: SimNetworkOptions;

  constructor(private readonly test: TestNetworkOptions = {}) {
    const { powers = [10n, 10n, 10n, 10n], watchers = 0, updatesAt: _, accept: __, isConstant: ___, ...rest } = test;
    const { extendedFrom = 0n, extend: ____, acceptsExtension: _____, pbtsFrom = 0n, synchrony, ...options } = rest;
    const timing = { feature: { pbtsEnableHeight: pbtsFrom }, synchrony: synchrony ?? DEFAULT_SYNCHRONY };
    this.keys = inSetOrder(campaignKeys(powers.length + watchers), powers);
    this.options = {
      state: aChain(this.keys, powers, extendedFrom, pbtsFrom > 0n ? timing : {}),
      now: START,
      seed: 'test',
      keys: this.keys,
      crypto: consensusCrypto,
      timeouts: DEFAULT_TIMEOUTS,
      linkDelay: 10n * MS,
      heightStart: 'free',
      ...options,
    };
    this.network = createSimNetwork(this.options);
  }

  /** Runs one event and answers the ABCI calls that it makes. */
  step(): void {
    this.#take(this.network.step());
  }

  #take(progress: Progress): void {
    this.notes.push(...progress.notes);
    if (progress.ask === undefined) return;
    this.asks.push(progress.ask);
    this.#take(this.network.answer(answerOfNetwork(progress.ask, this.asks.length, this.test)));
  }

  /** Runs until the condition is true, for at most `limit` events. */
  until(isReached: () => boolean, limit = 50_000): this {
    for (let i = 0; !isReached(); i++) {
      if (i === limit || this.network.nextEventTime() === undefined)
        throw new Error(`not reached after ${i} events, at height ${this.network.lastDecidedHeight + 1n}`);
      this.step();
    }
    return this;
  }

  /** Runs until every given node has committed the height. */
  untilAll(height: bigint, nodes: readonly number[] = this.keys.map((_, i) => i)): this {
    return this.until(() => nodes.every((node) => this.round(node).height > height));
  }

  /** Runs all events up to `time`. */
  runTo(time: UnixNanos): this {
    for (
      let next = this.network.nextEventTime();
      next !== undefined && next <= time;
      next = this.network.nextEventTime()
    )
      this.step();
    return this;
  }

  /** Runs until no event is left. */
  drain(): this {
    while (this.network.nextEventTime() !== undefined) this.step();
    return this;
  }

  round(node: number) {
    return this.network.node(node).engine.round;
  }

  commits(node?: number): readonly Committed[] {
    return this.notes.filter(
      (note): note is Committed => note.type === 'committed' && (node ?? note.node) === note.node,
    );
  }

  /** Returns the block of a height, as the first node decided it. */
  decided(height: bigint): Committed {
    const found = this.commits().find(({ decided }) => decided.block.header.height === height);
    if (found === undefined) throw new Error(`height ${height} is not decided`);
    return found;
  }

  /** Returns the trace of one node, in the format of the recorded traces. */
  trace(node: number): readonly string[] {
    const names = new Map<string, string>();
    const nameOf = ({ hash }: { readonly hash: Uint8Array }): string => {
      const id = hash.join();
      if (!names.has(id)) names.set(id, String.fromCharCode(65 + names.size));
      return names.get(id) as string;
    };
    return this.notes.flatMap((note) => (note.node === node ? traceEvent(note, nameOf) : []));
  }
}

/** Returns the test application's reply to its call number `count`. */
export function answerOfNetwork(ask: NodeAbciCall, count: number, test: TestNetworkOptions = {}): AbciReply {
  switch (ask.type) {
    case 'prepareProposal':
      return { type: ask.type, txs: [utf8(`tx ${ask.request.height} ${count}`)] };
    case 'processProposal':
      return { type: ask.type, accept: test.accept?.(ask) ?? true };
    case 'extendVote':
      return { type: ask.type, voteExtension: test.extend?.(ask) ?? EMPTY_BYTES };
    case 'verifyVoteExtension':
      return { type: ask.type, accept: test.acceptsExtension?.(ask) ?? ask.request.voteExtension.length === 0 };
    case 'finalizeBlock':
      return { type: ask.type, response: execute(ask.request, test) };
  }
}

function execute(request: FinalizeBlockRequest, { updatesAt, isConstant }: TestNetworkOptions): FinalizeBlockResponse {
  const result = {
    code: 0,
    data: EMPTY_BYTES,
    log: '',
    info: '',
    gasWanted: 0n,
    gasUsed: 0n,
    events: [],
    codespace: '',
  };
  return {
    events: [],
    txResults: request.txs.map(() => result),
    validatorUpdates: updatesAt?.(request.height) ?? [],
    appHash: isConstant ? utf8('genesis') : sha256(concatBytes(request.hash, ...request.txs)),
  };
}

/** Sorts the keys so that node `i` is validator `v<i>`; keys outside the genesis set come last. */
function inSetOrder(keys: readonly ValidatorKey[], powers: readonly bigint[]): readonly ValidatorKey[] {
  const { validators } = aChain(keys, powers);
  const rank = (key: ValidatorKey): number => {
    const index = indexOfAddress(validators, key.address);
    return index < 0 ? powers.length : index;
  };
  return [...keys].sort((a, b) => rank(a) - rank(b));
}
