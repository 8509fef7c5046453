/** Scenarios, and runs one at a time. A run streams its lines, and ends when its reader goes away. */
import { HalleyError } from '../../kernel/errors.js';
import { tryFromUtf8 } from '../../kernel/text.js';
import type { ProtocolRequest, ProtocolResponse } from '../protocol_handler.js';
import { json, refused } from '../rest/responses.js';
import type { DashboardDeps } from './deps.js';
import { type LineSink, lineResponse } from './line_stream.js';
import type { ScenarioRun, ScenarioRunner } from './scenario_runner.js';
import type { ScenarioCheck, ScenarioLine, ScenarioRequest } from './wire.js';

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

  async check({ body }: ProtocolRequest): Promise<ProtocolResponse> {
    const { scenarios } = this.deps;
    if (scenarios === undefined) return NO_RUNNER;
    const request = readRequest(tryFromUtf8(body));
    if (typeof request === 'string') return refused(400, request);
    const run = await opened(scenarios, request);
    return json(200, { problem: typeof run === 'string' ? run : null } satisfies ScenarioCheck);
  }

  async run({ body, peer }: ProtocolRequest): Promise<ProtocolResponse> {
    const { scenarios } = this.deps;
    if (scenarios === undefined) return NO_RUNNER;
    const request = readRequest(tryFromUtf8(body));
    if (typeof request === 'string') return refused(400, request);
    if (this.#isBusy) return refused(409, BUSY);
    const run = await opened(scenarios, request);
    if (typeof run === 'string') return refused(400, run);
    const end = (summary: string): ScenarioLine => ({ type: 'end', passed: false, summary });
    const work = async (sink: LineSink<ScenarioLine>): Promise<void> => {
      if (this.#isBusy) {
        sink.emit(end(BUSY));
        return;
      }
      this.#isBusy = true;
      try {
        await run(sink);
      } finally {
        this.#isBusy = false;
      }
    };
    return lineResponse(this.deps, peer, work, end);
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
