/** Tests profiles as protobuf, read by Go's own tool if it is installed, and V8's profiles as samples. */
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodePprof } from '../../../src/devnet/profiling/pprof.js';
import { cpuSamples, heapSamples } from '../../../src/devnet/profiling/v8_profiles.js';

const frame = (name: string, line: number) => ({ name, file: 'file:///a.js', line });
const CPU = { type: 'cpu', unit: 'nanoseconds' };
const PROFILE = {
  types: [{ type: 'samples', unit: 'count' }, CPU],
  samples: [
    { stack: [frame('inner', 7), frame('outer', 3)], values: [2, 20_000_000] },
    { stack: [frame('outer', 3)], values: [1, 10_000_000] },
  ],
  period: { type: CPU, every: 10_000_000 },
  time: 1_700_000_000_000_000_000n,
  durationNs: 30_000_000n,
  comment: 'a comment',
};

describe('a profile for pprof', () => {
  it('names each text, function and place once', () => {
    const text = gunzipSync(encodePprof(PROFILE)).toString('latin1');
    for (const name of ['inner', 'outer', 'file:///a.js', 'nanoseconds', 'a comment'])
      expect(text.split(name)).toHaveLength(2);
  });
});

const callFrame = (functionName: string, lineNumber = 0) => ({ functionName, url: '', lineNumber });

it('of the CPU counts each sample for its own stack, without idle time', () => {
  const nodes = [
    { id: 1, callFrame: callFrame('(root)'), children: [2, 4] },
    { id: 2, callFrame: callFrame('outer', 4), children: [3] },
    { id: 3, callFrame: callFrame('') },
    { id: 4, callFrame: callFrame('(idle)') },
  ];
  expect(cpuSamples({ nodes, samples: [3, 4, 3, 2, 1], timeDeltas: [10, 10, 5, 1, 9] })).toEqual([
    {
      stack: [
        { name: '(anonymous)', file: '', line: 1 },
        { name: 'outer', file: '', line: 5 },
      ],
      values: [2, 15_000],
    },
    { stack: [{ name: 'outer', file: '', line: 5 }], values: [1, 1000] },
  ]);
});

it('of the heap has the size of each location', () => {
  const leaf = { id: 3, callFrame: callFrame('leaf'), selfSize: 100, children: [] };
  const middle = { id: 2, callFrame: callFrame('middle'), selfSize: 0, children: [leaf] };
  const head = { id: 1, callFrame: callFrame('(root)'), selfSize: 0, children: [middle] };
  expect(heapSamples({ head, samples: [{ nodeId: 3 }, { nodeId: 3 }] })).toEqual([
    {
      stack: [
        { name: 'leaf', file: '', line: 1 },
        { name: 'middle', file: '', line: 1 },
      ],
      values: [2, 100],
    },
  ]);
});
