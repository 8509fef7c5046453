/**
 * Ends a CI run: `node scripts/ci_sum.mjs STEPS_FAILED REPORT…` adds up vitest's JSON reports, names failed and skipped
 * tests, and prints `N passed, N failed` as the last line. It fails when a step or a test failed, when a report is
 * missing, when a test was skipped, and when none ran.
 */
import { existsSync, readFileSync } from 'node:fs';

/**
 * @typedef {{ fullName: string, status: string }} Result
 * @typedef {{ success: boolean, testResults: { name: string, status: string, assertionResults: Result[] }[] }} Report
 */

const [stepsFailed, ...files] = process.argv.slice(2);
let passed = 0;
let failed = 0;
let complete = files.length > 0;

for (const file of files) {
  if (!existsSync(file)) {
    complete = false;
    continue;
  }
  /** @type {Report} */
  const report = JSON.parse(readFileSync(file, 'utf8'));
  if (!report.success) complete = false;
  for (const { name, status, assertionResults } of report.testResults) {
    if (status === 'failed' && assertionResults.length === 0) {
      failed++;
      console.log(`could not run: ${name}`);
    }
    for (const result of assertionResults) {
      if (result.status === 'passed') passed++;
      else {
        failed++;
        console.log(`${result.status}: ${result.fullName}`);
      }
    }
  }
}

console.log(`${passed} passed, ${failed} failed`);
process.exit(complete && stepsFailed === '0' && failed === 0 && passed > 0 ? 0 : 1);
