/**
 * Measures CometBFT RPC: Halley beside CometBFT with its example application, if its binary is found. Both hold a block
 * of 500 transactions of the same size. In each round both do the same for the same load generator, one after the
 * other.
 */
import { ATTEMPTS, SOCKET_PATH } from './comet_chain.js';
import type { AbciCall } from './comet_questions.js';
import { BLOCK_TXS, type Side, SUBSCRIBERS, startSides } from './comet_side.js';
import { startEcho } from './echo.js';
import type { EventsReport } from './event_load.js';
import type { HttpReport } from './http_load.js';
import { Load } from './load.js';
import { printTable } from './table.js';
import { cpuSeconds } from './targets.js';

const MANY = 16;
const EVENTS_TIMEOUT_MS = 30_000;
/** Time after which all work for a block has ended, in milliseconds. */
const SETTLE_MS = 200;

interface Effort {
  /**
   * Duration of each request before the first round, in milliseconds, so that no side is timed while its code is still
   * being compiled.
   */
  readonly compileMs: number;
  readonly rounds: number;
  /** Duration of one load after the warm-up, in milliseconds. */
  readonly ms: number;
  readonly warmUpMs: number;
  readonly eventRounds: number;
  readonly blockSeconds: number;
}

const FULL: Effort = { compileMs: 1000, rounds: 5, ms: 700, warmUpMs: 300, eventRounds: 5, blockSeconds: 2 };
const QUICK: Effort = { compileMs: 300, rounds: 3, ms: 100, warmUpMs: 50, eventRounds: 1, blockSeconds: 1 };

/** Returns the sides in the order of a round; a different side begins in each round. */
const inTurn = <T>(sides: readonly T[], round: number): readonly T[] =>
  sides.map((_, i) => sides[(i + round) % sides.length] as T);

async function ask(load: Load, port: number, question: AbciCall, connections: number, effort: Effort) {
  const { ms, warmUpMs } = effort;
  const report = await load.http({ port, request: question.request, connections, ms, warmUpMs });
  if (report.leastBytes < question.resultBytes) throw new Error(`${question.name}: an answer was too short`);
  return report;
}

function note(side: Side, name: string, connections: number, { rate, p50 }: HttpReport): void {
  if (name === 'status' && connections === 1) side.add('status, time to the answer', 'µs', p50);
  side.add(`${name}, ${connections} connection${connections === 1 ? '' : 's'}`, 'req/s', rate);
}

/** Measures the requests. Returns the largest share of a core that the load generator used. */
async function measureRequests(load: Load, sides: readonly Side[], effort: Effort): Promise<number> {
  for (const side of sides)
    for (const question of side.questions)
      await ask(load, side.port, question, MANY, { ...effort, ms: effort.compileMs });
  let cpu = 0;
  for (const [index, { name }] of (sides[0]?.questions ?? []).entries())
    for (const connections of [1, MANY])
      for (let round = 0; round < effort.rounds; round++)
        for (const side of inTurn(sides, round)) {
          const question = side.questions[index] as AbciCall;
          const report = await ask(load, side.port, question, connections, effort);
          note(side, name, connections, report);
          cpu = Math.max(cpu, report.cpu);
        }
  return cpu;
}

/**
 * Returns the CPU seconds that the process uses for a full block, from before its first transaction until a while after
 * `delivered`. Returns NaN if the system does not report them, and undefined if the transactions needed several blocks.
 */
async function cpuOfBlock({ chain }: Side, delivered: () => Promise<void>): Promise<number | undefined> {
  const used = (): number => cpuSeconds(chain.target.pid) ?? Number.NaN;
  let before = 0;
  const height = await chain.tryFullBlock(BLOCK_TXS, () => {
    before = used();
  });
  if (height === undefined) return undefined;
  await delivered();
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return used() - before;
}

async function deliver(load: Load, side: Side): Promise<{ readonly report: EventsReport; readonly cpu: number }> {
  const blockBytes = side.questions.find(({ name }) => name === 'block')?.resultBytes ?? 0;
  const subscriptions = [
    { query: "tm.event='Tx'", events: BLOCK_TXS, leastBytes: 0 },
    { query: "tm.event='NewBlock'", events: 1, leastBytes: blockBytes },
  ];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const unreceived = await cpuOfBlock(side, async () => undefined);
    await load.subscribe({ port: side.port, path: SOCKET_PATH, clients: SUBSCRIBERS, subscriptions });
    let report: EventsReport | undefined;
    const heard = await cpuOfBlock(side, async () => {
      report = await load.events(EVENTS_TIMEOUT_MS);
    });
    if (report !== undefined && heard !== undefined && unreceived !== undefined)
      return { report, cpu: heard - unreceived };
    await load.hangUp();
  }
  throw new Error(`${side.chain.target.name}: no full block while ${SUBSCRIBERS} clients listen`);
}

async function measureEvents(load: Load, sides: readonly Side[], effort: Effort): Promise<void> {
  for (let round = 0; round < effort.eventRounds; round++)
    for (const side of inTurn(sides, round)) {
      const { report, cpu } = await deliver(load, side);
      // A server that prepares a whole block's events before it sends the first has worked longer than clients see.
      const seconds = Math.max(report.seconds, Number.isNaN(cpu) ? 0 : cpu / side.cores);
      side.add(`events to ${SUBSCRIBERS} subscribers`, 'events/s', report.events / seconds);
      side.add('bytes of an event', 'bytes', report.bytes / report.events);
      if (!Number.isNaN(cpu)) side.add('CPU for an event', 'µs', (cpu * 1e6) / report.events);
    }
}

/** Prints how fast the load generator is with answers of these sizes, when the server does nothing but answer. */
async function printCeilings(load: Load, asked: readonly AbciCall[], cpu: number): Promise<void> {
  console.log(
    `\nThe load generator used at most ${cpu.toFixed(2)} of a core. Against a bare socket, ${MANY} connections:`,
  );
  for (const question of asked) {
    const echo = await startEcho(question.resultBytes);
    const { rate } = await ask(load, echo.port, question, MANY, FULL);
    echo.stop();
    console.log(`- answers as long as ${question.name}: ${rate.toFixed(0)} req/s`);
  }
}

export async function measureConsensus(quick: boolean): Promise<void> {
  const effort = quick ? QUICK : FULL;
  const load = new Load();
  const sides = await startSides(effort.blockSeconds);
  if (sides.length === 1) console.log('CometBFT is not installed: measuring Halley alone.\n');
  const cpu = await measureRequests(load, sides, effort);
  await measureEvents(load, sides, effort);
  printTable(
    sides.map((side) => side.column()),
    true,
  );
  await Promise.all(sides.map((side) => side.stop()));
  await printCeilings(load, sides[0]?.questions.slice(0, 2) ?? [], cpu);
  load.stop();
}
