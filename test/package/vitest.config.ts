/** Configures the tests of the installed package (`test/package`), which need a registry. Two files run at a time. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/package/**/*.test.ts'],
    globalSetup: 'test/package/install.ts',
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
