/** Runs short scenarios in which a revert takes back what expectations are about, and in which time runs out. */
import { describe, expect, it } from 'vitest';
import { readScenario, runScenario } from '../../src/scenario/index.js';

/** Writes a table for each entry of a timeline, and for each expectation. */
const tables = (name: string, all: readonly Readonly<Record<string, unknown>>[]): string =>
  all
    .map(
      (entry) =>
        `[[${name}]]\n${Object.entries(entry)
          .map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
          .join('')}`,
    )
    .join('');

interface Draft {
  readonly until: number;
  readonly patience?: string;
  readonly timeline: readonly Readonly<Record<string, unknown>>[];
  readonly expectations: readonly Readonly<Record<string, unknown>>[];
}

/** Runs a scenario. Returns the height that was reached, and what was seen against the expectations. */
async function run({ until, patience, timeline, expectations }: Draft) {
  const head = `title = "T"\nsummary = "S"\nuntil = ${until}\n${patience === undefined ? '' : `patience = "${patience}"\n`}`;
  const text = `${head}${tables('timeline', timeline)}${tables('expect', expectations)}`;
  const { height, outcomes, problems } = await runScenario(await readScenario(text, 'test.toml'), { seed: '1' });
  expect(problems).toEqual([]);
  return { height, seen: outcomes.map(({ seen }) => seen) };
}

const DOUBLE = { do: 'fault', name: 'double', type: 'equivocate', node: 3, vote: 'prevote', height: 2 };
const EVIDENCE = { that: 'evidence', kind: 'duplicate-vote', height: 2 };

describe('evidence in blocks', () => {
  it('is not expected of blocks that a revert has removed', async () => {
    const { seen } = await run({
      until: 6,
      timeline: [
        { at: '2', do: 'snapshot', name: 'before' },
        { at: '2', ...DOUBLE },
        { at: '5', do: 'revert', name: 'before' },
      ],
      expectations: [{ that: 'evidence', validators: [] }],
    });
    expect(seen).toEqual([undefined]);
  });

  it('is still expected of the block to which a revert goes', async () => {
    const double = { at: '2', ...DOUBLE };
    const { seen: plain } = await run({
      until: 6,
      timeline: [double],
      expectations: [{ that: 'evidence', validators: [] }],
    });
    const [, included] = /in block (\d+)/.exec(plain[0] ?? '') ?? [];
    const next = Number(included) + 1;
    const { seen } = await run({
      until: 6,
      timeline: [
        double,
        { at: `${next}`, do: 'snapshot', name: 'with' },
        { at: `${next + 1}`, do: 'revert', name: 'with' },
      ],
      expectations: [{ ...EVIDENCE, validators: [3], count: 1 }],
    });
    expect(seen).toEqual([undefined]);
  });
});

describe('a run', () => {
  const halted = (after: string, patience: string) =>
    run({
      until: 5,
      patience,
      timeline: [
        { at: '3', do: 'crash', validators: [1, 2] },
        { at: '3/0 Prevote', after, do: 'restart', validators: [1, 2] },
      ],
      expectations: [{ that: 'evidence', validators: [] }],
    });

  it('has its whole patience after each entry of the timeline', async () => {
    expect((await halted('30s', '10s')).height).toBe(5);
  });

  it('ends when no height is decided for so long', async () => {
    const { height } = await run({
      until: 5,
      patience: '10s',
      timeline: [{ at: '3', do: 'crash', validators: [1, 2] }],
      expectations: [{ that: 'evidence', validators: [] }],
    });
    expect(height).toBe(2);
  });
});
