/**
 * Configures the tests against other real software (`test/interop`). They run one at a time, because they bind ports
 * and use much memory.
 */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/interop/**/*.test.ts'],
    globalSetup: 'test/support/current_build.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 1,
  },
});
