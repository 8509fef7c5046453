/**
 * Runs a scenario on a devnet of its own, in the mining mode `step`: the events of the network happen one at a time, and
 * the entries of the timeline between them. The same scenario and seed give the same run.
 */
import type { RoundsMessage } from '../../backend/rounds.js';
import { applicationOf } from '../../devnet/api/chains.js';
import { askServer } from '../../devnet/ask_server.js';
import { ChainRounds } from '../../devnet/backends/rounds.js';
import type { SimulatedChain } from '../../devnet/chain/chain.js';
import type { ChainNode } from '../../devnet/chain_node.js';
import { startDevnet } from '../../devnet/devnet.js';
import type { EngineNode } from '../../devnet/engine_node/engine_node.js';
import type { Devnet, DevnetValidator } from '../../devnet/index.js';
import { hostSchedule } from '../../devnet/platform.js';
import { HalleyError, invariant } from '../../kernel/errors.js';
import { nanosOf, type UnixNanos } from '../../kernel/time.js';
import { positionText } from '../document/position.js';
import type { Outcome } from '../expectation.js';
import type { Scenario, TimelineEntry } from '../scenario.js';
import type { Stage } from '../verb.js';
import { byProposerOrder } from './proposer_order.js';
import { Recorder, type TraceLine } from './recorder.js';

export interface RunOptions {
  readonly seed: string;
  /** Receives each line of every validator's trace, as it happens. */
  readonly onLine?: (line: TraceLine) => void;
  /** Receives each entry of the timeline when it is performed, with the time in milliseconds. */
  readonly onEntry?: (text: string, ms: number) => void;
  /** Receives the rounds of all validators, as pictures and events. */
  readonly onRounds?: (message: RoundsMessage) => void;
  /** Runs between two events, and lets others work. The run ends early when it resolves to false. */
  readonly pause?: () => Promise<boolean>;
}

export interface ScenarioReport {
  readonly seed: string;
  /** Newest height that was decided. */
  readonly height: number;
  /** Simulated time of the run, in milliseconds. */
  readonly ms: number;
  readonly outcomes: readonly (Outcome & { readonly line: number })[];
  /** Entries of the timeline that could not be performed. */
  readonly problems: readonly string[];
  readonly passed: boolean;
}

/** Runs a scenario. Rejects with HalleyError when the devnet cannot start. */
export async function runScenario(scenario: Scenario, options: RunOptions): Promise<ScenarioReport> {
  if (scenario.app !== undefined) return runHosted(scenario, options, scenario.app);
  let runtime: ChainNode | undefined;
  await using devnet = await startDevnet(
    {
      seed: options.seed,
      validators: scenario.validators,
      miningMode: { type: 'step' },
      jsonRpc: false,
      rpc: false,
      assets: false,
    },
    {
      arrangeKeys: byProposerOrder,
      features: scenario.features,
      onRuntime: (node) => {
        runtime = node;
      },
    },
  );
  // The run must be over before the devnet closes.
  return await playScenario(scenario, options, devnet, runtime as ChainNode);
}

/** Runs a scenario with the applications of another program, which have no blocks yet. */
async function runHosted(scenario: Scenario, options: RunOptions, app: readonly string[]): Promise<ScenarioReport> {
  const { seed } = options;
  const { startedEngine } = await import('../../devnet/engine_node/create_engine.js');
  let node: EngineNode | undefined;
  await using engine = await startedEngine(
    { app, seed, validators: scenario.validators, miningMode: { type: 'step' } },
    {
      arrangeKeys: byProposerOrder,
      onNode: (started) => {
        node = started;
      },
    },
  );
  invariant(node !== undefined, 'an engine has a node');
  const { chain, producer, loop } = node;
  const rounds = new ChainRounds({ chain, loop: chain.scheduler, schedule: hostSchedule });
  const facts = { operator: undefined, tokens: 0n, jailed: false };
  return await new Player(
    scenario,
    options,
    { chain, producer, loop, rounds },
    {
      ...{ devnet: engine, own: undefined, broadcast: engine.broadcast, ask: noServer },
      validators: () => engine.validators.map((validator) => ({ ...validator, ...facts })),
    },
  ).play();
}

/**
 * Runs a scenario on a devnet that has just started in the mining mode `step`, with the scenario's number of validators
 * and their keys arranged by `byProposerOrder`.
 */
export async function playScenario(
  scenario: Scenario,
  options: RunOptions,
  devnet: Devnet,
  runtime: ChainNode,
): Promise<ScenarioReport> {
  if (scenario.app !== undefined)
    throw new HalleyError(
      'invalid-config',
      `${scenario.file}: "app" names another application, and this run has Halley's own`,
    );
  const { broadcast } = applicationOf(runtime.slot);
  const ask: Stage['ask'] = (server, method, params) => askServer(runtime, server, method, params);
  const subject = { devnet, own: devnet, broadcast, ask, validators: () => devnet.validators };
  return await new Player(scenario, options, runtime, subject).play();
}

/** Refuses requests: the verb that sends them is of Halley's own application. */
const noServer: Stage['ask'] = () => Promise.reject(new HalleyError('unavailable', 'an engine has no such interface'));

/** More events in a second than any run makes. */
const ALL_EVENTS = 1e9;

/** Passes on the rounds of a run. A run steps through its events, so nothing is left out. */
class ScenarioRounds {
  readonly #stop: () => void;
  #isQuiet = false;

  constructor(
    private readonly runtime: Pick<Runtime, 'chain' | 'rounds'>,
    receive: (message: RoundsMessage) => void,
  ) {
    this.#stop = runtime.rounds.listenToRounds((message) => {
      this.#isQuiet = false;
      receive(message);
    }, ALL_EVENTS);
  }

  /** Resolves when everything was passed on: in a turn of the event loop without messages. */
  async end(): Promise<void> {
    for (let quietTurns = 0; quietTurns < 2; quietTurns = this.#isQuiet ? quietTurns + 1 : 0) {
      this.#isQuiet = true;
      await new Promise<void>((resolve) => this.runtime.chain.scheduler.afterIo(resolve));
    }
    this.#stop();
  }
}

/** Parts of the node that a run drives. */
type Runtime = Pick<ChainNode, 'loop' | 'producer' | 'rounds'> & { readonly chain: SimulatedChain };

/** Devnet or engine on which a scenario runs. */
interface Subject extends Pick<Stage, 'broadcast' | 'own' | 'ask'> {
  readonly devnet: Pick<Devnet, 'network' | 'step'>;
  /** Returns the validators now. */
  readonly validators: () => readonly DevnetValidator[];
}

class Player {
  readonly #recorder: Recorder;
  readonly #stage: Stage;
  readonly #chain: SimulatedChain;
  readonly #problems: string[] = [];
  #timeline: readonly TimelineEntry[];
  /** Time at which each height was about to begin. */
  readonly #heights = new Map<number, UnixNanos>();
  /** Time at which the last height was decided, or the last entry performed. */
  #quietSince: UnixNanos;

  constructor(
    private readonly scenario: Scenario,
    private readonly options: RunOptions,
    private readonly runtime: Runtime,
    private readonly subject: Subject,
  ) {
    const { devnet, own, broadcast, ask, validators } = subject;
    this.#chain = runtime.chain;
    const shown = { network: devnet.network, validators };
    this.#recorder = new Recorder(this.#chain, shown, options.onLine ?? (() => undefined));
    this.#stage = { devnet, own, broadcast, ask, answers: new Map(), ids: new Map() };
    this.#timeline = scenario.timeline;
    this.#quietSince = this.#chain.simNetwork.now;
  }

  async play(): Promise<ScenarioReport> {
    const { onRounds, pause } = this.options;
    const stop = this.#chain.simNetwork.listen((event) => this.#recorder.see(event));
    const rounds = onRounds && new ScenarioRounds(this.runtime, onRounds);
    while (!this.#isOver()) {
      if (pause !== undefined && !(await pause())) break;
      const due = this.#timeline.find((entry) => this.#isDue(entry));
      if (due !== undefined) await this.#perform(due);
      else if (!(await this.#next())) break;
    }
    stop();
    await rounds?.end();
    for (const { at, line } of this.#timeline)
      this.#problems.push(`line ${line}: the run never reached "${positionText(at)}"`);
    return this.#report();
  }

  /** Runs one event. Returns false when none is left, and no entry of the timeline waits for time alone. */
  async #next(): Promise<boolean> {
    const before = this.#chain.blockStore.height;
    const { count } = this.#hasEnded ? { count: 0 } : await this.subject.devnet.step('event', 1);
    if (this.#chain.blockStore.height !== before) this.#quietSince = this.#chain.simNetwork.now;
    if (count > 0) return true;
    const waiting = this.#timeline.find((entry) => this.#reachedAt(entry) !== undefined);
    if (waiting === undefined) return false;
    await this.#perform(waiting);
    return true;
  }

  /** Whether conflicting commits have ended the chain. Only a revert goes on. */
  get #hasEnded(): boolean {
    return this.#chain.simNetwork.conflict !== undefined;
  }

  #isOver(): boolean {
    const { simNetwork } = this.#chain;
    if (this.#timeline.length > 0 && this.#timeline.some((entry) => this.#reachedAt(entry) !== undefined)) return false;
    if (simNetwork.now - this.#quietSince > nanosOf(this.scenario.patience)) return true;
    return this.subject.devnet.network.nodes.every(({ up, height }) => !up || height > BigInt(this.scenario.until));
  }

  /** Returns when the position of an entry was reached; undefined before that. */
  #reachedAt({ at, by }: TimelineEntry): UnixNanos | undefined {
    if (at.round !== undefined) return this.#recorder.reachedAt(at, by);
    const known = this.#heights.get(at.height);
    if (known !== undefined) return known;
    const { blockStore, simNetwork } = this.#chain;
    const previous = BigInt(at.height) - 1n;
    const isNow = blockStore.height > previous || (blockStore.height === previous && this.runtime.producer.isOver);
    if (isNow) this.#heights.set(at.height, simNetwork.now);
    return isNow ? simNetwork.now : undefined;
  }

  #isDue(entry: TimelineEntry): boolean {
    const at = this.#reachedAt(entry);
    if (at === undefined) return false;
    if (entry.after === 0) return true;
    const next = this.runtime.producer.nextTime;
    return next === undefined || next > at + nanosOf(entry.after);
  }

  async #perform(entry: TimelineEntry): Promise<void> {
    const { verb, data, line } = entry;
    this.#timeline = this.#timeline.filter((other) => other !== entry);
    await this.#waitFor(entry);
    this.options.onEntry?.(verb.describe(data), this.#recorder.ms);
    const before = this.#chain.blockStore.height;
    try {
      await verb.perform(this.#stage, data);
    } catch (error) {
      if (!(error instanceof HalleyError)) throw error;
      this.#problems.push(`line ${line}: ${verb.describe(data)}: ${error.message}`);
    }
    const { height } = this.#chain.blockStore;
    if (height < before) this.#recorder.forgetAbove(Number(height));
    this.#quietSince = this.#chain.simNetwork.now;
  }

  /** Lets the time pass until an entry is due. Before that no event happens. */
  async #waitFor(entry: TimelineEntry): Promise<void> {
    const to = (this.#reachedAt(entry) ?? 0n) + nanosOf(entry.after);
    const { simNetwork } = this.#chain;
    if (to > simNetwork.now) await this.runtime.loop.run(async () => simNetwork.passTime(to));
  }

  #report(): ScenarioReport {
    const seen = { ...this.#recorder.observations(), answers: this.#stage.answers };
    const outcomes = this.scenario.expectations.map(({ definition, data, line }) => ({
      ...definition.check(data, seen),
      line,
    }));
    return {
      seed: this.options.seed,
      height: Number(this.#chain.blockStore.height),
      ms: this.#recorder.ms,
      outcomes,
      problems: this.#problems,
      passed: this.#problems.length === 0 && outcomes.every(({ seen: other }) => other === undefined),
    };
  }
}
