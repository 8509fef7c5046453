/** Runs scenarios under the application of another program, which this test serves over ABCI. */
import { expect, it, onTestFinished } from 'vitest';
import { readScenario, runScenario } from '../../src/scenario/index.js';
import { serveAbci } from '../../src/server/abci/serve_abci.js';
import { Ledger } from '../devnet/engine_node/ledger.js';

/** Serves an application without blocks. */
async function served(ledger = new Ledger()): Promise<string> {
  const server = await serveAbci({ address: 'tcp://127.0.0.1:0', application: ledger, onFatal: () => undefined });
  onTestFinished(() => server.close());
  return server.address;
}

const scenarioOf = (app: string, tables: string): string => `title = "Another application"
summary = "The proposer of height 2 is down, and validator 3 signs twice."
app = ${app}
until = 5
${tables}`;

const TABLES = `
[[timeline]]
at = "2"
do = "crash"
validators = [0]

[[timeline]]
at = "2"
do = "broadcast"
tx = "apple=red"

[[timeline]]
at = "3"
do = "restart"
validators = [0]

[[timeline]]
at = "3"
do = "fault"
type = "equivocate"
node = 3

[[expect]]
that = "block"
height = 2
round = 1
transactions = 1

[[expect]]
that = "evidence"
validators = [3]

[[expect]]
that = "validator"
validator = 3
power = 10
`;

it('drives consensus under applications of several validators, and tells them of evidence', async () => {
  const [first, second] = [new Ledger(), new Ledger()];
  const app = JSON.stringify([await served(first), await served(second)]);
  // The ledger accepts pairs only: these bytes are "apple=red".
  const tables = TABLES.replace('apple=red', '0x6170706c653d726564');
  const scenario = await readScenario(scenarioOf(app, tables), 'other.toml');
  const report = await runScenario(scenario, { seed: 'any' });
  expect(report.problems).toEqual([]);
  expect(report.outcomes.filter(({ seen }) => seen !== undefined)).toEqual([]);
  expect([report.passed, report.height]).toEqual([true, 5]);
  expect(first.accused[0]).toMatch(/^duplicate-vote \d+ [0-9a-f]{40}$/);
  expect(second.accused).toEqual(first.accused);
});

it('says which transaction the application refuses', async () => {
  const tables = TABLES.replace('apple=red', 'no pair');
  const scenario = await readScenario(scenarioOf(JSON.stringify(await served()), tables), 'other.toml');
  const { problems, passed } = await runScenario(scenario, { seed: 'any' });
  expect([problems, passed]).toEqual([[expect.stringContaining('CheckTx refused it with code 7 (recording)')], false]);
});

it('sends transactions to the own application too, as bytes', async () => {
  const text = scenarioOf('"x"', TABLES).replace('app = "x"\n', '').replace('apple=red', '0x616263');
  const lines: string[] = [];
  const scenario = await readScenario(text, 'own.toml');
  const { problems } = await runScenario(scenario, { seed: 'any', onEntry: (entry) => lines.push(entry) });
  expect(problems).toEqual([expect.stringMatching(/CheckTx refused it with code \d+/)]);
  expect(lines).toContain('broadcast 0x616263');
});

it('refuses bytes that are not hex', async () => {
  const text = scenarioOf('"tcp://127.0.0.1:1"', TABLES.replace('apple=red', '0x123'));
  await expect(readScenario(text, 'other.toml')).rejects.toThrow(
    /^other\.toml:\d+:\d+: .*"0x123".*expected a text that is not empty, or 0x and an even number of hex digits$/,
  );
});

it.each([
  ['the verb "power"', '[[timeline]]\nat = "2"\ndo = "power"\nvalidator = 1\npower = 7'],
  ['the verb "send"', '[[timeline]]\nat = "2"\ndo = "send"\nfrom = 1\nto = 2'],
  ['"jailed" of the expectation "validator"', '[[expect]]\nthat = "validator"\nvalidator = 1\njailed = true'],
  ['pbts', 'pbts = 2'],
])('refuses %s in one line, before anything runs', async (what, tables) => {
  const text = scenarioOf('"tcp://127.0.0.1:1"', `${tables}\n[[expect]]\nthat = "block"\nheight = 2`);
  await expect(readScenario(text, 'other.toml')).rejects.toThrow(
    new RegExp(`^other\\.toml:\\d+:\\d+: ${what} needs Halley's own application, and "app" names another$`),
  );
});
