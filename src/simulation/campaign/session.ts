/** Runs a plan: the simulated network, the application's replies, the planned commands and the trace. */
import type { ExecTxResult, FinalizeBlockRequest, FinalizeBlockResponse } from '../../abci/application.js';
import type { ConsensusCrypto, ValidatorKey } from '../../consensus/env.js';
import type { AbciReply } from '../../consensus/input.js';
import { genesisState } from '../../consensus/types/chain_state.js';
import { DEFAULT_PARAMS } from '../../consensus/types/params.js';
import { DEFAULT_SYNCHRONY } from '../../consensus/types/pbts.js';
import { type Bytes, concatBytes, EMPTY_BYTES, equalBytes } from '../../kernel/bytes.js';
import { InvariantViolation, invariant } from '../../kernel/errors.js';
import { sha256 } from '../../kernel/hash.js';
import { fromUtf8, utf8 } from '../../kernel/text.js';
import { parseTime, type UnixNanos } from '../../kernel/time.js';
import { objectOf } from '../apply_command.js';
import {
  type Command,
  createSimNetwork,
  type NodeAbciCall,
  type Progress,
  type SimNetwork,
  type SimNetworkOptions,
  type SimNetworkSnapshot,
} from '../index.js';
import { traceEvent } from '../trace.js';
import { afterDecision, afterReply, healed, type Liveness } from './liveness.js';
import type { Plan } from './session_plan.js';

const GENESIS_TIME = parseTime('2025-01-01T00:00:00Z') as UnixNanos;

/** Longest virtual time after `quietAt` within which nodes must reach the goal, in nanoseconds. */
const PATIENCE = 900_000_000_000n;

export interface SessionSnapshot {
  readonly network: SimNetworkSnapshot;
  readonly commands: number;
  readonly goal: bigint | undefined;
  readonly lines: readonly string[];
  readonly answers: number;
  readonly liveness: Liveness | undefined;
}

export function networkOptions(plan: Plan, keys: readonly ValidatorKey[], crypto: ConsensusCrypto): SimNetworkOptions {
  const validators = plan.powers.map((power, i) => ({ ...(keys[i] as ValidatorKey), power }));
  const doc = {
    genesisTime: GENESIS_TIME,
    chainId: 'campaign-1',
    initialHeight: 1n,
    consensusParams: {
      ...DEFAULT_PARAMS,
      abci: { voteExtensionsEnableHeight: plan.extendedFrom },
      ...(plan.pbtsFrom > 0n && { feature: { pbtsEnableHeight: plan.pbtsFrom }, synchrony: DEFAULT_SYNCHRONY }),
    },
    validators,
    appHash: utf8('genesis'),
    appState: {},
  };
  return {
    state: genesisState(doc, { validators: [], appHash: doc.appHash }, 0n),
    now: GENESIS_TIME,
    seed: plan.seed,
    keys,
    crypto,
    timeouts: plan.timeouts,
    linkDelay: plan.linkDelay,
    heightStart: 'free',
    reproduce: `npx tsx scripts/simulate.ts --seed ${plan.seed}`,
  };
}

const OK: ExecTxResult = {
  code: 0,
  data: EMPTY_BYTES,
  log: '',
  info: '',
  gasWanted: 0n,
  gasUsed: 1n,
  events: [],
  codespace: '',
};

/**
 * Defines the smallest application that detects consensus mistakes. Its hash covers every block, transaction and piece
 * of evidence so far. Its transactions can change the validators' powers, and it rejects some proposals. Replies depend
 * only on the request and its number. `count` makes the proposals of one node differ, so that the application does not
 * reject all of them.
 */
export function answerOf(plan: Plan, keys: readonly ValidatorKey[], ask: NodeAbciCall, count: number): AbciReply {
  switch (ask.type) {
    case 'prepareProposal':
      return { type: ask.type, txs: proposedTxs(plan, ask.request.height, count) };
    case 'processProposal':
      return { type: ask.type, accept: !isRefused(plan, ask.request.hash) };
    case 'extendVote':
      return { type: ask.type, voteExtension: extensionAt(ask.request.height) };
    case 'verifyVoteExtension':
      return { type: ask.type, accept: equalBytes(ask.request.voteExtension, extensionAt(ask.request.height)) };
    case 'finalizeBlock':
      return { type: ask.type, response: execute(keys, ask.request) };
  }
}

const extensionAt = (height: bigint): Bytes => utf8(`extension ${height}`);

function proposedTxs(plan: Plan, height: bigint, count: number): readonly Bytes[] {
  const updates = plan.updates.filter((update) => update.height === height);
  return [utf8(`count ${count}`), ...updates.map(({ key, power }) => utf8(`power ${key} ${power}`))];
}

/** Decides by the hash, so that either all nodes reject a block or none does. */
const isRefused = ({ refusals }: Plan, hash: Bytes): boolean => refusals > 0 && (hash[0] as number) % refusals === 0;

function execute(keys: readonly ValidatorKey[], request: FinalizeBlockRequest): FinalizeBlockResponse {
  const offences = Uint8Array.of(request.misbehavior.length);
  const validatorUpdates = request.txs.flatMap((tx) => {
    const [word, key, power] = fromUtf8(tx).split(' ');
    const pubKey = word === 'power' ? keys[Number(key)]?.pubKey : undefined;
    return pubKey === undefined ? [] : [{ pubKey, power: BigInt(power ?? 0) }];
  });
  return {
    events: [],
    txResults: request.txs.map(() => OK),
    validatorUpdates,
    appHash: sha256(concatBytes(request.hash, offences, ...request.txs)),
  };
}

export class Session {
  readonly network: SimNetwork;
  readonly lines: string[] = [];
  /** Request that the application has to answer next; `undefined` when there is none. */
  asked: NodeAbciCall | undefined;
  #commands = 0;
  #answers = 0;
  #goal: bigint | undefined;
  #liveness: Liveness | undefined;

  constructor(
    readonly plan: Plan,
    private readonly keys: readonly ValidatorKey[],
    crypto: ConsensusCrypto,
  ) {
    this.network = createSimNetwork(networkOptions(plan, keys, crypto));
  }

  /** Whether every node that is not lost has reached the goal. */
  get isDone(): boolean {
    const goal = this.#goal;
    if (goal === undefined || this.asked !== undefined) return false;
    for (let i = 0; i < this.network.size; i++)
      if (!this.plan.lost.includes(i) && this.network.node(i).engine.round.height <= goal) return false;
    return true;
  }

  /** Number of rounds of the slowest height after the faults ended; 0 before. */
  get rounds(): number {
    return this.#liveness?.most ?? 0;
  }

  /** Runs one event, or the planned command that is due before it. Leaves an ABCI request in `asked`. */
  advance(): void {
    const next = this.network.nextEventTime();
    const due = this.plan.commands[this.#commands];
    if (due !== undefined && (next === undefined || next >= GENESIS_TIME + due.at)) {
      this.#commands++;
      this.#applyCommand(due.command);
      return;
    }
    if (due === undefined && this.#goal === undefined && this.#isQuiet(next)) {
      this.#goal = this.network.lastDecidedHeight + this.plan.heights;
      this.#liveness = healed(this.network, this.plan);
    }
    const { quietAt } = this.plan;
    const stuck = next === undefined || next > GENESIS_TIME + quietAt + PATIENCE;
    if (stuck)
      throw new InvariantViolation(
        `liveness: height ${this.network.lastDecidedHeight + 1n} is not decided in time (seed ${this.plan.seed}; to reproduce: npx tsx scripts/simulate.ts --seed ${this.plan.seed})`,
      );
    this.#take(this.network.step());
  }

  /** Passes the application's reply to the network. */
  answer(): void {
    const ask = this.asked;
    invariant(ask !== undefined, 'no ABCI call is pending');
    this.asked = undefined;
    const reply = answerOf(this.plan, this.keys, ask, this.#answers++);
    if (this.#liveness !== undefined) this.#liveness = afterReply(this.#liveness, ask, reply);
    this.#take(this.network.answer(reply));
  }

  /** Runs to the end, or until `until` events have happened. */
  run(until = Number.POSITIVE_INFINITY): this {
    while (!this.isDone && this.network.events < until) {
      if (this.asked !== undefined) this.answer();
      else this.advance();
    }
    return this;
  }

  snapshot(): SessionSnapshot {
    invariant(this.asked === undefined, 'an ABCI call is pending: take a snapshot between two events');
    return {
      network: this.network.snapshot(),
      commands: this.#commands,
      goal: this.#goal,
      lines: [...this.lines],
      answers: this.#answers,
      liveness: this.#liveness,
    };
  }

  /** Continues from a snapshot of this session, or of another session of the same plan. */
  restore(snapshot: SessionSnapshot): void {
    this.network.restore(snapshot.network);
    this.#commands = snapshot.commands;
    this.#goal = snapshot.goal;
    this.#answers = snapshot.answers;
    this.#liveness = snapshot.liveness;
    this.lines.length = 0;
    for (const line of snapshot.lines) this.lines.push(line);
    this.asked = undefined;
  }

  #isQuiet(next: UnixNanos | undefined): boolean {
    return next === undefined || next >= GENESIS_TIME + this.plan.quietAt;
  }

  #take({ notes, ask }: Progress): void {
    const at = this.network.now - GENESIS_TIME;
    for (const note of notes)
      if (note.type === 'committed' && note.first && this.#liveness !== undefined)
        this.#liveness = afterDecision(this.#liveness, note.decided.seenCommit, this.plan);
    for (const note of notes) for (const line of traceEvent(note)) this.lines.push(`${at} n${note.node} ${line}`);
    this.asked = ask;
  }

  #applyCommand(command: Command): void {
    const at = this.network.now - GENESIS_TIME;
    this.network.applyCommand(command);
    this.lines.push(`${at} ${command.type} ${objectOf(command)}`);
  }
}
