/**
 * Configures how `npm run mutate` tests a mutant: it runs the test files that the script names, the quickest first, up
 * to the first failure.
 */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import base from '../../vitest.config.js';

class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { cache, config } = this.ctx;
    const duration = ({ project, moduleId }: TestSpecification): number =>
      cache.getFileTestResults(`${project.name}:${moduleId.slice(config.root.length + 1)}`)?.duration ?? 0;
    return [...files].sort((a, b) => duration(a) - duration(b));
  }
}

// The projects are removed, because each would add its own tests to these.
const { projects, ...test } = base.test ?? {};

export default defineConfig({
  test: {
    ...test,
    include: JSON.parse(process.env['HALLEY_MUTATE_TESTS'] ?? '[]'),
    setupFiles: ['test/support/unshrunk.ts'],
    sequence: { sequencer: QuickestFirst },
  },
});
