/** Implements the role of debugging: it records a transaction once, and runs it again to show a position. */
import { KeptReader } from '../../../app/state/kept_reader.js';
import type { TraceChoice } from '../../../app/traces/tracing.js';
import type { EvmDebugging, EvmDebugSession } from '../../../backend/evm/debugging.js';
import type { EvmCallRequest, EvmTraceOutcome } from '../../../backend/evm/execution.js';
import { CallTimeout } from '../../../evm/execution_guard.js';
import type { Observer } from '../../../evm/observer.js';
import { opName } from '../../../evm/opcodes.js';
import type { AccountsReader } from '../../../evm/state.js';
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import { HalleyError } from '../../../kernel/errors.js';
import { type Client, runInSlices } from '../../../kernel/fair_scheduler.js';
import { to0x } from '../../../kernel/hex.js';
import type { ProjectSources } from '../../artifacts/project_sources.js';
import { committedBlock } from '../../chain/committed_block.js';
import type { RunningChain } from '../../running_chain.js';
import { SILENT } from './sources.js';

/** Most sessions; opening another one closes the one that was used least recently. */
const MAX_SESSIONS = 4;
/** Time without a request after which a session closes, in ms. */
const IDLE_MS = 30 * 60_000;
/** Time limit of a run, in ms. Observed steps take a microsecond or two. */
const TIMEOUT_MS = 60_000;

type Recorded = ReturnType<ProjectSources['debugRun']>;

/** Observer, and whether it has seen enough. */
interface Watched {
  readonly observer: Observer;
  readonly isDone: () => boolean;
}

/** Runs of a transaction or a call. */
interface Runs {
  /** What the runs have read. A session outlives a chain that goes back behind its block. */
  readonly kept: KeptReader;
  /** Runs it again. */
  readonly again: (watch: (state: AccountsReader) => Watched, client: Client) => Promise<void>;
}

interface Session extends Runs {
  readonly run: Recorded;
  /** Time of the last use. */
  readonly usedMs: number;
}

export function evmDebugging({ chain, host: { sources: late, platform } }: RunningChain): EvmDebugging {
  /** Sessions by id, the least recently used one first. */
  const sessions = new Map<string, Session>();
  let opened = 0;

  const closeIdle = (): void => {
    const oldest = platform.monotonicMs() - IDLE_MS;
    for (const [id, { usedMs }] of sessions) if (usedMs < oldest) sessions.delete(id);
  };

  const sessionOf = (id: string): Session => {
    closeIdle();
    const session = sessions.get(id);
    if (session === undefined)
      throw new HalleyError(
        'not-found',
        `there is no debug session ${JSON.stringify(id)}: it was closed, ${MAX_SESSIONS} others were opened since, or it was not used for ${IDLE_MS / 60_000} minutes; open the transaction again`,
        { id },
      );
    sessions.delete(id);
    sessions.set(id, { ...session, usedMs: platform.monotonicMs() });
    return session;
  };

  async function open(runs: Runs, what: string, client: Client): Promise<EvmDebugSession> {
    const project = await late.load();
    await project.refresh();
    if (project.index.size === 0)
      throw new HalleyError(
        'unavailable',
        'no compiled contracts are known: start with --artifacts DIR, or add them with hardhat_addCompilationResult',
      );
    let run: Recorded | undefined;
    await runs.again((state) => {
      const recorded = project.debugRun(state);
      run = recorded;
      return { observer: recorded.recorder, isDone: () => recorded.recorder.isFull };
    }, client);
    if (run === undefined || run.steps() === 0)
      throw new HalleyError('unavailable', `${what} runs no code, so it has no steps`);
    if (run.recorder.isFull)
      throw new HalleyError('limit-exceeded', `the run has ${run.steps()} steps or more, and fewer can be debugged`);
    const id = String(++opened);
    closeIdle();
    sessions.set(id, { run, ...runs, usedMs: platform.monotonicMs() });
    const [oldest] = sessions.keys();
    if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
    return { id, position: run.first(), steps: run.steps(), sources: run.sources() };
  }

  return {
    openDebugSession: async (hash, client) => {
      const runs = runsOf(chain, hash);
      return runs && open(runs, `the transaction ${to0x(hash)}`, client);
    },
    openDebugCall: (request, height, client) => open(callRuns(chain, request, height), 'the call', client),
    debugMove: async (id, position, move, client) => {
      const { run } = sessionOf(id);
      checkPosition(run, position);
      return runInSlices(chain.scheduler, client, run.move(position, move));
    },
    debugView: async (id, position, client) => {
      const { run, kept, again } = sessionOf(id);
      checkPosition(run, position);
      let watching: ReturnType<Recorded['viewer']> | undefined;
      await again((state) => {
        const viewer = run.viewer(position, state);
        watching = viewer;
        return { observer: viewer, isDone: () => viewer.view !== undefined };
      }, client);
      const view = watching?.view;
      if (view === undefined || view.pc !== run.recorder.pcs.at(position))
        throw new HalleyError('conflict', 'the transaction runs otherwise than when it was opened: open it again');
      // Variables that no run has read are unknown after the chain has gone back behind the block.
      return { ...view, op: opName(view.op), state: kept.hasMissed ? [] : view.state };
    },
    debugLine: (id, file, line) => sessionOf(id).run.lineFrom(file, line),
    closeDebugSession: (id) => sessions.delete(id),
  };
}

/** Makes runs of a transaction; undefined for one that is not in a block. */
function runsOf(chain: RunningChain['chain'], hash: Bytes): Runs | undefined {
  const { app, blockStore, state } = chain;
  const position = blockStore.ethereumPosition(hash);
  const block = position && committedBlock(blockStore, position.height);
  if (position === undefined || block === undefined) return undefined;
  const kept = new KeptReader(state.at(block.height - 1n));
  const again = watchedRuns(chain, (choice) => app.traces.transaction(block, position.index, choice, kept));
  return { kept, again };
}

/** Makes runs of a call. Unlike a transaction, it needs its block in the chain, whose time and fees it sees. */
function callRuns(chain: RunningChain['chain'], request: EvmCallRequest, height: bigint): Runs {
  const { app, blockStore } = chain;
  const hash = blockStore.block(height)?.blockId.hash;
  const kept = new KeptReader(app.evm.kept(height));
  const again = watchedRuns(chain, async (choice) => {
    const now = height <= blockStore.height ? blockStore.block(height)?.blockId.hash : undefined;
    if (hash === undefined || now === undefined || !equalBytes(hash, now))
      throw new HalleyError('conflict', `block ${height} of the call is gone: open the call again`);
    return app.evm.traceCall(request, height, choice, undefined, undefined, undefined, kept);
  });
  return { kept, again };
}

const watchedRuns =
  (chain: RunningChain['chain'], run: (choice: TraceChoice) => Promise<EvmTraceOutcome>): Runs['again'] =>
  async (watch, client) => {
    let watched: Watched | undefined;
    const outcome = await run({
      ...SILENT,
      client,
      timeoutMs: TIMEOUT_MS,
      observedBy: ({ state }) => {
        watched = watch(state);
        return { observer: stopping(watched, chain.state.remote === undefined), result: () => '' };
      },
    });
    if (outcome.type === 'refused' && watched?.isDone() !== true) throw new HalleyError('unavailable', outcome.reason);
  };

/**
 * Ends a run that has shown enough, as if its time were up. On a forked chain, values of an earlier attempt may be
 * guesses, so it goes on.
 */
const stopping = ({ observer, isDone }: Watched, mayStop: boolean): Observer => ({
  ...observer,
  step: (step) => {
    observer.step?.(step);
    if (mayStop && isDone()) throw new CallTimeout();
  },
});

function checkPosition({ steps }: Recorded, position: number): void {
  if (position < 0 || position >= steps())
    throw new HalleyError('invalid-argument', `position ${position} is not a step: expected 0 to ${steps() - 1}`);
}
