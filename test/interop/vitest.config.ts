/**
 * Configures the tests against other real software (`test/interop`). Two files run at a time, because most of them wait
 * for other programs. Networks of validators run alone: how their rounds go depends on how fast the machine is.
 */
import { configDefaults, defineConfig } from 'vitest/config';

const NETWORKS = 'test/interop/validators/**/*.test.ts';

const SHARED = {
  globalSetup: 'test/support/current_build.ts',
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  pool: 'forks' as const,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...{ name: 'peers', include: ['test/interop/**/*.test.ts'], exclude: [...configDefaults.exclude, NETWORKS] },
          ...{ ...SHARED, maxWorkers: 2, sequence: { groupOrder: 0 } },
        },
      },
      { test: { name: 'networks', include: [NETWORKS], ...SHARED, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
