/** Compares the tables of methods in the guides for users of Anvil and Hardhat with the methods that exist. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EVM_METHODS } from '../../src/rpc/evm/methods/index.generated.js';

const NAMES = EVM_METHODS.flatMap(({ name, aliases }) => [name, ...aliases.map((alias) => alias.name)]);

const NAMESPACE = /^(?:anvil|debug|erigon|eth|evm|hardhat|net|ots|trace|txpool|wallet|web3)_/;

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
