import { lstatSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification, type VitestPluginContext } from 'vitest/node';

/** These tests take minutes. `npm test` leaves them out, `npm test -- --project long` runs them. */
const LONG = 'test/**/*.long.test.ts';

/** These tests run or import the build, which is made current before the first of them, and only when one of them runs. */
const OF_THE_BUILD = ['budget', 'cli', 'e2e', 'examples', 'fixtures/record'].map(
  (folder) => `test/${folder}/**/*.test.ts`,
);

/** These tests measure or change their process, or what modules hold: each file has a process of its own. */
const ALONE = [
  'test/crypto/crypto.test.ts',
  'test/crypto/curves/index.test.ts',
  'test/crypto/late_addon.test.ts',
  'test/devnet/api/bad_input.test.ts',
  'test/devnet/api/slow_reader.test.ts',
  'test/devnet/mempool/broadcast.test.ts',
  'test/devnet/mining/{interval,mining_modes,realtime_mode}.test.ts',
  'test/devnet/profiling/*.test.ts',
  'test/devnet/tracing/trace_stream.test.ts',
  'test/devnet/transactions/personal.test.ts',
  'test/server/slow_reader.test.ts',
];

/** These tests have configurations of their own. */
const ELSEWHERE = ['test/interop/**', 'test/package/**'];

const DEFAULTS = configDefaults.exclude;

/** `HALLEY_EVM_MACHINE=ethereumjs npm test`: tests of the sources that name no machine run on that one. */
const CHOSEN_MACHINE = {
  find: /^.*\/default_machine\.js$/,
  replacement: fileURLToPath(new URL('test/support/default_machine.ts', import.meta.url)),
};

/**
 * Keeps transformed modules in node_modules for the next run. Each is found by its contents, those of this file and of
 * the lockfile, and those of the compiler's options, which vitest leaves out. No transform reads the environment.
 */
const COMPILER_OPTIONS = readFileSync(new URL('tsconfig.json', import.meta.url), 'utf8');
const CACHED_BY_COMPILER_OPTIONS = {
  name: 'cached by compiler options',
  configureVitest: ({ experimental_defineCacheKeyGenerator }: VitestPluginContext) =>
    experimental_defineCacheKeyGenerator(() => COMPILER_OPTIONS),
};

/** The files of a worker share its process and its modules: imports would take as long as the tests. */
const TOGETHER = { isolate: false };

/** These files take longest. They begin first, so that one worker does not wait for another at the end. */
const LONGEST = [
  'contributing/recipes',
  'dashboard/browser/explorer',
  'evm/fuzz/machines',
  'cli/record_kill',
  'examples/guides',
].map((name) => `/test/${name}.long.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

/** One project runs after the other (`groupOrder`): a worker serves one project, and another one would import all anew. */
export default defineConfig({
  plugins: [CACHED_BY_COMPILER_OPTIONS],
  resolve: { alias: process.env['HALLEY_EVM_MACHINE'] === undefined ? [] : [CHOSEN_MACHINE] },
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'sources',
          include: ['test/**/*.test.ts'],
          exclude: [...DEFAULTS, LONG, ...OF_THE_BUILD, ...ALONE, ...ELSEWHERE],
          ...TOGETHER,
          sequence: { groupOrder: 2 },
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE, sequence: { groupOrder: 1 } } },
      {
        extends: true,
        test: {
          ...{ name: 'build', include: OF_THE_BUILD, exclude: [...DEFAULTS, LONG] },
          ...{ globalSetup: 'test/support/current_build.ts', ...TOGETHER, sequence: { groupOrder: 0 } },
        },
      },
      {
        extends: true,
        test: {
          ...{ name: 'long', include: [LONG], testTimeout: 180_000, hookTimeout: 180_000 },
          ...{ globalSetup: 'test/support/current_build.ts', sequence: { groupOrder: 3 } },
        },
      },
    ],
    // The limits are for tests that hang. A test that may take longer on a busy machine has a limit of its own.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    // A copy of the tree that links to these packages, as a test makes one, would leave its modules in them.
    experimental: { fsModuleCache: !lstatSync(new URL('node_modules', import.meta.url)).isSymbolicLink() },
  },
});
