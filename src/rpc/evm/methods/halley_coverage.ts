/** Implements the methods that return reports of what clients ran, methods of Halley only. */
import { evmMethod } from '../context.js';

export const halley_coverage = evmMethod({
  name: 'halley_coverage',
  summary: 'Returns which lines, functions and branches of the project have run (halley start --coverage).',
  params: [],
  result: "null without --coverage, or string: a trace file of lcov with all contracts of the project's artifacts",
  trustedOnly: true,
  handler: async ({ evm }) => (await evm.coverage()) ?? null,
  example: { params: [], result: null },
});

export const halley_gasReport = evmMethod({
  name: 'halley_gasReport',
  summary: 'Returns the gas of deployments and functions that have run (halley start --gas-report).',
  params: [],
  result:
    'null without --gas-report, or list of objects as of `forge test --gas-report --json`: contract, deployment (gas, size), functions (calls, min, mean, median, max by signature)',
  trustedOnly: true,
  handler: async ({ evm }) => (await evm.gasReport()) ?? null,
  example: { params: [], result: null },
});

export const halley_resetReports = evmMethod({
  name: 'halley_resetReports',
  summary: 'Forgets all runs that reports of coverage and gas have counted.',
  params: [],
  result: 'boolean: whether reports are made',
  trustedOnly: true,
  handler: async ({ evm }) => evm.resetReports(),
  example: { params: [], result: false },
});
