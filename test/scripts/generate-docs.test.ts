import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withPart } from '../../scripts/generate-docs.js';
import { SETTINGS } from '../../src/config/names.js';
import { EVM_METHODS } from '../../src/rpc/evm/methods/index.generated.js';

const page = readFileSync('docs/evm-json-rpc-methods.md', 'utf8');

it('the page names every method under each of its names, and every setting', () => {
  for (const { name, aliases } of EVM_METHODS)
    for (const one of [name, ...aliases.map((alias) => alias.name)]) expect(page).toContain(`\`${one}\``);
  for (const { flag, section } of SETTINGS) if (section === 'jsonRpc') expect(page).toContain(`\`${flag}\``);
});

it('what stands between the markers is replaced, and nothing else', () => {
  const [begin, end] = ['<!-- generated: EVM JSON-RPC -->', '<!-- end of what is generated -->'];
  expect(withPart(`a\n${begin}\nold\n${end}\nz`, `${begin}\nnew\n${end}`)).toBe(`a\n${begin}\nnew\n${end}\nz`);
  expect(() => withPart('nothing', 'x')).toThrow('lacks the lines');
});
