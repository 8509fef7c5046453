/** Implements the role of debugging: it records a transaction once, and runs it again to show a position. */
import { KeptReader } from '../../../app/state/kept_reader.js';
import type { TraceChoice } from '../../../app/traces/tracing.js';
import type { EvmDebugging, EvmDebugSession } from '../../../backend/evm/debugging.js';
import { CallTimeout } from '../../../evm/execution_guard.js';
import type { Observer } from '../../../evm/observer.js';
import { opName } from '../../../evm/opcodes.js';
import type { AccountsReader } from '../../../evm/state.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { HalleyError } from '../../../kernel/errors.js';
import { type Client, runInSlices } from '../../../kernel/fair_scheduler.js';
import { to0x } from '../../../kernel/hex.js';
import type { ProjectSources } from '../../artifacts/project_sources.js';
import { committedBlock } from '../../chain/committed_block.js';
import type { RunningChain } from '../../running_chain.js';
import { SILENT } from './sources.js';

/** Most sessions; opening another one closes the one that was used least recently. */
const MAX_SESSIONS = 4;
/** Time limit of a run, in ms. Observed steps take a microsecond or two. */
const TIMEOUT_MS = 60_000;

type Recorded = ReturnType<ProjectSources['debugRun']>;

/** Observer, and whether it has seen enough. */
interface Watched {
  readonly observer: Observer;
  readonly isDone: () => boolean;
}

interface Session {
  readonly run: Recorded;
  /** What the runs have read. A session outlives a chain that goes back behind its block. */
  readonly kept: KeptReader;
  /** Runs the transaction again. */
  readonly again: (watch: (state: AccountsReader) => Watched, client: Client) => Promise<void>;
}

export function evmDebugging({ chain, host: { sources: late } }: RunningChain): EvmDebugging {
  /** Sessions by id, the least recently used one first. */
  const sessions = new Map<string, Session>();
  let opened = 0;

  const sessionOf = (id: string): Session => {
    const session = sessions.get(id);
    if (session === undefined)
      throw new HalleyError(
        'not-found',
        `there is no debug session ${JSON.stringify(id)}: it was closed, or ${MAX_SESSIONS} others were opened since; open the transaction again`,
        { id },
      );
    sessions.delete(id);
    sessions.set(id, session);
    return session;
  };

  return {
    openDebugSession: async (hash, client): Promise<EvmDebugSession | undefined> => {
      const runs = runsOf(chain, hash);
      if (runs === undefined) return undefined;
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
        throw new HalleyError('unavailable', `the transaction ${to0x(hash)} runs no code, so it has no steps`);
      if (run.recorder.isFull)
        throw new HalleyError('limit-exceeded', `the run has ${run.steps()} steps or more, and fewer can be debugged`);
      const id = String(++opened);
      sessions.set(id, { run, ...runs });
      const [oldest] = sessions.keys();
      if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
      return { id, position: run.first(), steps: run.steps(), sources: run.sources() };
    },
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
function runsOf(chain: RunningChain['chain'], hash: Bytes): Omit<Session, 'run'> | undefined {
  const { app, blockStore, state: chainState } = chain;
  const position = blockStore.ethereumPosition(hash);
  const block = position && committedBlock(blockStore, position.height);
  if (position === undefined || block === undefined) return undefined;
  const kept = new KeptReader(chainState.at(block.height - 1n));
  const again: Session['again'] = async (watch, client) => {
    let watched: Watched | undefined;
    const choice: TraceChoice = {
      ...SILENT,
      client,
      timeoutMs: TIMEOUT_MS,
      observedBy: ({ state }) => {
        watched = watch(state);
        return { observer: stopping(watched, chainState.remote === undefined), result: () => '' };
      },
    };
    const outcome = await app.traces.transaction(block, position.index, choice, kept);
    if (outcome.type === 'refused' && watched?.isDone() !== true) throw new HalleyError('unavailable', outcome.reason);
  };
  return { kept, again };
}

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
