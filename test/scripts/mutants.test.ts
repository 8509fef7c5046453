import { expect, test, vi } from 'vitest';
import { type Mutant, report, score, testsOf } from '../../scripts/mutants.mjs';

const aMutant = (fields: Partial<Mutant> = {}): Mutant => ({
  fileName: 'src/a.ts',
  location: { start: { line: 2, column: 3 }, end: { line: 3, column: 5 } },
  mutatorName: 'BlockStatement',
  replacement: '{}',
  status: 'Killed',
  ...fields,
});

test('a place is tested by the tests of its layer, and of the layers that use it', () => {
  expect(testsOf('src/mempool/heap.ts')).toEqual(['test/mempool/**/*.test.ts']);
  expect(testsOf('src/rpc/evm/params')).toEqual(['test/rpc/evm/**/*.test.ts', 'test/rpc/jsonrpc/**/*.test.ts']);
  expect(testsOf('src/devnet')).toEqual(
    ['test/devnet', 'test/rpc', 'test/live', 'test/scenarios'].map((folder) => `${folder}/**/*.test.ts`),
  );
});

test('only the named tests run', async () => {
  vi.stubEnv('HALLEY_MUTATE_TESTS', '["test/mempool/**/*.test.ts"]');
  const { default: config } = await import('../../scripts/mutate/vitest.config.js');
  vi.unstubAllEnvs();
  expect(config.test?.include).toEqual(['test/mempool/**/*.test.ts']);
  expect(config.test?.projects).toBeUndefined();
});

test('timeouts count as killed, uncovered mutants as survived, and ignored ones as neither', () => {
  const mutants = ['Killed', 'Timeout', 'RuntimeError', 'Survived', 'NoCoverage', 'Ignored', 'CompileError'];
  expect(score(mutants.map((status) => aMutant({ status })))).toEqual({ killed: 3, lived: 2, percent: 60 });
  expect(score([])).toEqual({ killed: 0, lived: 0, percent: 100 });
});

test('a surviving mutant is reported with its position, the original code and the replacement', () => {
  const mutants = [
    aMutant({ fileName: 'src/b.ts', status: 'NoCoverage' }),
    aMutant({ status: 'Survived' }),
    aMutant(),
    aMutant({ status: 'Ignored' }),
  ];
  const texts = new Map([
    ['src/a.ts', 'one\n  {two;\n   } three'],
    ['src/b.ts', `1\n  ${'x'.repeat(95)}\n   `],
  ]);
  expect(report(mutants, (file) => texts.get(file) ?? '').split('\n')).toEqual([
    'src/a.ts:2:3  {two; }  →  {}',
    `src/b.ts:2:3  ${'x'.repeat(90)}…  →  {}  (no test covers it)`,
    '',
    ' % killed   killed  timeout survived   no cov   static',
    '     50.0        1        0        1        0        1  src/a.ts',
    '      0.0        0        0        0        1        0  src/b.ts',
    '     33.3        1        0        1        1        1  all',
  ]);
});
