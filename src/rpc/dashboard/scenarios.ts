/** Scenarios, and runs one at a time. A run streams its lines, and ends when its reader goes away. */
import { HalleyError } from '../../kernel/errors.js';
import { isGone } from '../../kernel/fair_scheduler.js';
import { tryFromUtf8 } from '../../kernel/text.js';
import { type TextSink, TextStream } from '../../kernel/text_stream.js';
import type { Peer, ProtocolRequest, ProtocolResponse } from '../protocol_handler.js';
import { json, refused } from '../rest/responses.js';
import type { DashboardDeps } from './deps.js';
import type { ScenarioRun, ScenarioRunner } from './scenario_runner.js';
import type { ScenarioLine, ScenarioRequest } from './wire.js';

/** Most characters of a seed. */
const MAX_SEED = 100;

const NO_RUNNER = refused(404, 'this devnet has no scenarios: only the command runs them');
const BUSY = 'a scenario is running already: wait until it ends';

export class Scenarios {
  #isBusy = false;

  constructor(private readonly deps: DashboardDeps) {}

  async list(): Promise<ProtocolResponse> {
    const { scenarios } = this.deps;
    return scenarios === undefined ? NO_RUNNER : json(200, await scenarios.list());
  }

  async run({ body, peer }: ProtocolRequest): Promise<ProtocolResponse> {
    const { scenarios } = this.deps;
    if (scenarios === undefined) return NO_RUNNER;
    const request = readRequest(tryFromUtf8(body));
    if (typeof request === 'string') return refused(400, request);
    if (this.#isBusy) return refused(409, BUSY);
    const run = await opened(scenarios, request);
    if (typeof run === 'string') return refused(400, run);
    // Each line is sent as soon as it exists.
    const stream = new TextStream((sink) => this.#stream(sink, run, peer), 1);
    return { status: 200, headers: { 'content-type': 'application/x-ndjson' }, body: stream };
  }

  async #stream(sink: TextSink, run: ScenarioRun, peer: Peer): Promise<void> {
    let behind: Promise<void> | undefined;
    const emit = (line: ScenarioLine): void => {
      behind = sink.write(`${JSON.stringify(line)}\n`) ?? behind;
    };
    const fail = (summary: string): void => emit({ type: 'end', passed: false, summary });
    if (this.#isBusy) {
      fail(BUSY);
      return;
    }
    this.#isBusy = true;
    const { scheduler } = this.deps;
    const slice = await scheduler.begin({ id: peer.id });
    const pause = async (): Promise<boolean> => {
      const waiting = behind;
      behind = undefined;
      await (waiting === undefined ? slice.yieldIfDue() : slice.pause(waiting));
      return !sink.closed && !isGone(peer) && !scheduler.stopped;
    };
    try {
      await run({ emit, pause });
    } catch (error) {
      if (!(error instanceof HalleyError)) this.deps.onBug(error);
      fail(error instanceof HalleyError ? error.message : 'internal error: this is a bug of Halley');
    } finally {
      slice.end();
      this.#isBusy = false;
    }
  }
}

async function opened(scenarios: ScenarioRunner, request: ScenarioRequest): Promise<ScenarioRun | string> {
  try {
    return await scenarios.open(request);
  } catch (error) {
    if (error instanceof HalleyError) return error.message;
    throw error;
  }
}

/** Returns the request, or why it is refused. */
function readRequest(body: string | undefined): ScenarioRequest | string {
  let value: unknown;
  try {
    value = JSON.parse(body ?? '');
  } catch {
    return 'the body is not JSON: expected {"text": …, "seed": …}';
  }
  if (typeof value !== 'object' || value === null) return 'the body is not an object: expected {"text": …, "seed": …}';
  const { text, seed } = value as Readonly<Record<string, unknown>>;
  if (typeof text !== 'string') return '"text" must be the text of a scenario file';
  if (seed === undefined) return { text };
  if (typeof seed !== 'string' || seed === '' || seed.length > MAX_SEED)
    return `"seed" must be a text of at most ${MAX_SEED} characters`;
  return { text, seed };
}
