import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SETTINGS } from '../../src/config/names.js';
import { ASSET_ROUTES } from '../../src/rpc/assets/routes/index.generated.js';
import { COMET_DIALECTS } from '../../src/rpc/comet/dialects/index.generated.js';
import { COMET_ROUTES } from '../../src/rpc/comet/routes/index.generated.js';
import { EVM_METHODS } from '../../src/rpc/evm/methods/index.generated.js';

const page = (name: string): string => readFileSync(`docs/reference/${name}.md`, 'utf8');

it('the page of the EVM JSON-RPC names every method under each of its names', () => {
  const text = page('evm-json-rpc');
  for (const { name, aliases } of EVM_METHODS)
    for (const one of [name, ...aliases.map((alias) => alias.name)]) expect(text).toContain(`\`${one}\``);
});

it('the page of the CometBFT RPC names every dialect, and every route with its arguments', () => {
  const text = page('cometbft-rpc');
  for (const { version } of COMET_DIALECTS) expect(text).toContain(`| \`${version}\` |`);
  for (const { name, args } of COMET_ROUTES)
    expect(text).toMatch(
      new RegExp(`^\\| \`${name}\` \\| ${args.map((arg) => `${arg.name}: \\w+`).join(', ')} \\|`, 'm'),
    );
});

it('the page of the asset API names every path', () => {
  const text = page('asset-api');
  for (const { paths } of ASSET_ROUTES) for (const path of paths) expect(text).toContain(path);
});

it('the page of the configuration names every setting as flag, variable and key', () => {
  const text = page('configuration');
  for (const { flag, variable, path, file } of SETTINGS) {
    expect(text).toContain(`\`${flag}\``);
    expect(text).toContain(`\`${variable}\``);
    if (file !== undefined) expect(text).toContain(`\`${path}\``);
  }
});
