/** Implements the role of sources: it runs a failed call or transaction once more, and watches it. */
import type { EvmQueries } from '../../../app/evm_queries.js';
import { REVERTED } from '../../../app/traces/geth_error_text.js';
import type { TraceChoice } from '../../../app/traces/tracing.js';
import { type EvmCallOutcome, type EvmTraceOutcome, NO_STEPS } from '../../../backend/evm/execution.js';
import type { EvmSourceFrame, EvmSources } from '../../../backend/evm/sources.js';
import type { FrameEnd } from '../../../evm/observer.js';
import { equalBytes } from '../../../kernel/bytes.js';
import { HalleyError } from '../../../kernel/errors.js';
import { keccak256 } from '../../../kernel/hash.js';
import { to0x } from '../../../kernel/hex.js';
import type { CallRecorder } from '../../../solidity/call_recorder.js';
import type { LateSources } from '../../artifacts/late_sources.js';
import type { ProjectSources } from '../../artifacts/project_sources.js';
import { committedBlock } from '../../chain/committed_block.js';
import { hostSchedule } from '../../platform.js';
import type { RunningChain } from '../../running_chain.js';
import type { RunAt } from './execution.js';

/** Time limit of the second run, in ms: that of a call. */
const TIMEOUT_MS = 5_000;
/** Longest wait of a failed call for artifacts that are being read, in ms. */
const READING_MS = 2_000;

/** Nothing of the second run is written. */
export const SILENT = {
  tracer: undefined,
  tracerConfig: {},
  structLogs: NO_STEPS,
  timeoutMs: TIMEOUT_MS,
  maxLength: 1_000,
  client: { id: 'stack traces' },
  out: { write: () => undefined, closed: false },
} satisfies TraceChoice;

export function evmSources({ chain: { app, blockStore }, host: { sources } }: RunningChain, run: RunAt): EvmSources {
  return {
    knowsSources: () => sources.canExplain,
    namesOf: (receipt, height) => sources.now?.namesOf(receipt, app.evm.at(height)),
    contractOf: async (code) => {
      if (!sources.hasContracts || code.length === 0) return undefined;
      const project = await sources.load();
      await atMost(READING_MS, project.refresh());
      return project.index.ofRuntime(to0x(keccak256(code)), code)?.contract;
    },
    addSources: async (input, output) => (await sources.load()).add(input, output),
    explainCall: (request, outcome, at, state, block) =>
      explained(
        sources,
        (options) => run(at, (height, pending) => app.evm.traceCall(request, height, options, state, block, pending)),
        outcome,
      ),
    explainSimulation: (request, outcomes, at) => explainedCalls(sources, app.evm, run, request, outcomes, at),
    explainTransaction: (hash) =>
      explained(sources, async (options) => {
        const position = blockStore.ethereumPosition(hash);
        const block = position && committedBlock(blockStore, position.height);
        return block && app.traces.transaction(block, position.index, options);
      }),
    coverage: async () => sources.reports?.coverage(),
    gasReport: async () => sources.reports?.gasReport(),
    resetReports() {
      sources.reports?.reset();
      return sources.reports !== undefined;
    },
  };
}

async function explained(
  late: LateSources,
  runAgain: (options: TraceChoice) => Promise<EvmTraceOutcome | undefined>,
  outcome?: EvmCallOutcome,
): Promise<readonly EvmSourceFrame[]> {
  const sources = await readSources(late);
  if (sources === undefined) return [];
  let recorder: CallRecorder | undefined;
  try {
    await runAgain({
      ...SILENT,
      observedBy: ({ state }) => {
        recorder = sources.recorder(state);
        return { observer: recorder, result: () => '' };
      },
    });
  } catch (error) {
    // A state that is gone leaves the error of the first run as it is.
    if (!(error instanceof HalleyError)) throw error;
    return [];
  }
  const isOther = outcome !== undefined && !isSameFailure(outcome, recorder?.failure?.end);
  return recorder === undefined || isOther ? [] : sources.explain(recorder);
}

async function explainedCalls(
  late: LateSources,
  queries: EvmQueries,
  run: RunAt,
  ...[request, outcomes, at]: Parameters<EvmSources['explainSimulation']>
): Promise<readonly (readonly EvmSourceFrame[])[]> {
  const sources = await readSources(late);
  if (sources === undefined) return [];
  const recorders: CallRecorder[] = [];
  await run(at, (height, pending) =>
    queries.simulate(request, height, pending, (call, state) => {
      const recorder = sources.recorder(state);
      recorders[call] = recorder;
      return recorder;
    }),
  );
  return outcomes.map((outcome, i) => {
    const recorder = recorders[i];
    return recorder !== undefined && isSameFailure(outcome, recorder.failure?.end) ? sources.explain(recorder) : [];
  });
}

/** Returns the sources when they are read, or after a while; undefined where they have no contract. */
async function readSources(late: LateSources): Promise<ProjectSources | undefined> {
  const sources = await late.load();
  await atMost(READING_MS, sources.refresh());
  return sources.index.size === 0 ? undefined : sources;
}

/** Waits for the end of work, at most `ms`. */
async function atMost(ms: number, work: Promise<void>): Promise<void> {
  let stop = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    stop = hostSchedule(ms, resolve);
  });
  await Promise.race([work, late]).finally(() => stop());
}

/** Reports whether a second run failed as the first one did. Only a revert has data. */
function isSameFailure(first: EvmCallOutcome, second: FrameEnd | undefined): boolean {
  if (second === undefined) return false;
  const isRevert = second.error === REVERTED;
  return first.type === 'revert' ? isRevert && equalBytes(first.data, second.output) : !isRevert;
}
