/** Tests against real software of others (`test/interop`); one at a time, because they bind ports and weigh much. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/interop/**/*.test.ts'],
    globalSetup: 'test/support/current_build.ts',
    testTimeout: 300_000,
    hookTimeout: 300_000,
    pool: 'forks',
    maxWorkers: 1,
  },
});
