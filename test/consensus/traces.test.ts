/** Replays the 21 runs recorded from the unmodified CometBFT 0.38.25 state machine, line by line. */
import { describe, expect, test } from 'vitest';
import { ALWAYS_PROPOSE, DEFAULT_TIMEOUTS } from '../../src/consensus/env.js';
import vectorsFile from '../vectors/consensus-vectors.json' with { type: 'json' };
import { anEnv, fourValidators } from './chain_kit.js';
import { TraceDriver } from './trace_driver.js';

interface Run {
  readonly name: string;
  readonly observed_node: string;
  readonly lines: readonly string[];
}

const { runs } = (vectorsFile as unknown as { traces: { runs: readonly Run[] } }).traces;

function emptyBlocksOf(name: string) {
  if (name.startsWith('create_empty_blocks=false')) return { create: false, interval: 0n };
  if (name.startsWith('create_empty_blocks_interval 300 ms')) return { create: true, interval: 300_000_000n };
  return ALWAYS_PROPOSE;
}

function driverOf({ name, observed_node }: Run): TraceDriver {
  const { chain, keys } = fourValidators();
  const node = Number(observed_node.slice(1));
  const skipTimeoutCommit = name.startsWith('skip_timeout_commit');
  const timeouts = { ...DEFAULT_TIMEOUTS, skipTimeoutCommit };
  const env = anEnv(node, keys[node], { timeouts, emptyBlocks: emptyBlocksOf(name) });
  const isConstant = name.includes('constant app hash');
  return new TraceDriver(env, keys, chain, (height) => (isConstant ? 'genesis' : `after ${height}`));
}

function play(run: Run): { readonly driver: TraceDriver; readonly transcript: readonly string[] } {
  const driver = driverOf(run);
  const transcript: string[] = [];
  let taken = 0;
  for (const line of run.lines) {
    if (line.startsWith('--')) {
      transcript.push(line, ...driver.remark(line));
      continue;
    }
    if (taken === driver.emitted.length) driver.provoke(line);
    transcript.push(driver.emitted[taken++] ?? '(silence)');
  }
  transcript.push(...driver.emitted.slice(taken));
  return { driver, transcript };
}

describe('the engine emits what CometBFT emitted', () => {
  test.each(runs)('$name', (run) => {
    const { driver, transcript } = play(run);
    expect(transcript).toEqual(run.lines);
    expect(driver.accused).toEqual(run.name === 'equivocating prevote' ? [3] : []);
  });

  test('all recorded runs are replayed', () => {
    expect(runs).toHaveLength(21);
  });
});
