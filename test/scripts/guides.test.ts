/**
 * Compares the tables of methods in the guides for users of Anvil and Hardhat with the methods that exist, and checks how
 * documents name the command and how long they are.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesBelow } from '../../scripts/checks/findings.mjs';
import { ROOT } from '../../scripts/ensure.mjs';
import { COMMANDS } from '../../src/cli/commands/index.generated.js';
import { EVM_METHODS } from '../../src/rpc/evm/methods/index.generated.js';

const NAMES = EVM_METHODS.flatMap(({ name, aliases }) => [name, ...aliases.map((alias) => alias.name)]);

const NAMESPACE = /^(?:anvil|debug|erigon|eth|evm|hardhat|net|ots|personal|trace|txpool|wallet|web3)_/;

/** Returns the methods of a row: a name without a prefix has that of the name before it. */
function methodsIn(cell: string): readonly string[] {
  let prefix = '';
  return [...cell.matchAll(/`(\w+\*?)`/g)].map(([, name = '']) => {
    prefix = NAMESPACE.exec(name)?.[0] ?? prefix;
    return name.startsWith(prefix) ? name : prefix + name;
  });
}

const exists = (method: string): boolean =>
  method.endsWith('*') ? NAMES.some((name) => name.startsWith(method.slice(0, -1))) : NAMES.includes(method);

it.each(['foundry', 'hardhat'])('the guide %s knows which methods exist', (guide) => {
  const text = readFileSync(`docs/guides/${guide}.md`, 'utf8');
  const rows = [...text.matchAll(/^\| (`.+?) \| (same|refused|missing) \|/gm)];
  expect(rows.length).toBeGreaterThan(12);
  for (const [, cell = '', answer] of rows)
    for (const method of methodsIn(cell))
      expect({ method, exists: exists(method) }).toEqual({ method, exists: answer === 'same' });
});

it('README and guides begin each command with npx halley-devnet', () => {
  const guides = readdirSync('docs/guides').filter((name) => name.endsWith('.md'));
  const names = COMMANDS.map(({ name }) => name.replace(/_$/, '')).join('|');
  const other = new RegExp(`(?<![\\w/@.-])halley(?: (?:${names}|help)\\b| -)|npx halley `);
  expect('run halley start --json').toMatch(other);
  expect('`halley --json`').toMatch(other);
  for (const file of ['README.md', 'fixtures/README.md', ...guides.map((name) => `docs/guides/${name}`)])
    expect(
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => other.test(line)),
      file,
    ).toEqual([]);
});

it('overviews stay short: what is about one folder or one subject has a page there', () => {
  const linesOf = (file: string): number => readFileSync(file, 'utf8').split('\n').length - 1;
  for (const file of ['ARCHITECTURE.md', 'LIMITS.md']) expect(statSync(file).size, file).toBeLessThanOrEqual(12_000);
  expect(linesOf('README.md')).toBeLessThanOrEqual(200);
  const pages = ['src', 'scripts']
    .flatMap((folder) => filesBelow(ROOT, folder))
    .filter((file) => file.endsWith('README.md'));
  expect(pages).toContain('src/evm/halley/interpreter/README.md');
  for (const file of pages) expect(linesOf(file), file).toBeLessThanOrEqual(65);
});

it('the index of the guides and README link every guide', () => {
  const index = readFileSync('docs/guides/README.md', 'utf8');
  const readme = readFileSync('README.md', 'utf8');
  for (const name of readdirSync('docs/guides').filter((file) => file.endsWith('.md') && file !== 'README.md')) {
    expect(index).toContain(`](${name})`);
    expect(readme).toContain(`](docs/guides/${name})`);
  }
});
