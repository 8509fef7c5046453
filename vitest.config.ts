import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

/** What they run or import is the build: it is made current before the first of them, and only when one of them runs. */
const OF_THE_BUILD = ['test/cli/**/*.test.ts', 'test/e2e/**/*.test.ts', 'test/examples/**/*.test.ts'];

/** `HALLEY_EVM_MACHINE=ethereumjs npm test`: tests of the sources that name no machine run on that one. */
const CHOSEN_MACHINE = {
  find: /^.*\/default_machine\.js$/,
  replacement: fileURLToPath(new URL('test/support/default_machine.ts', import.meta.url)),
};

export default defineConfig({
  resolve: { alias: process.env['HALLEY_EVM_MACHINE'] === undefined ? [] : [CHOSEN_MACHINE] },
  test: {
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'sources',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...OF_THE_BUILD, 'test/interop/**', 'test/package/**'],
        },
      },
      { extends: true, test: { name: 'build', include: OF_THE_BUILD, globalSetup: 'test/support/current_build.ts' } },
    ],
    // The limits are for tests that hang. They are long, because other tests may be slow on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    pool: 'forks',
  },
});
