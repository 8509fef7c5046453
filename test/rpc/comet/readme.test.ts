/** Compares the README's table of routes and dialects with the definitions. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COMET_DIALECTS } from '../../../src/rpc/comet/dialects/index.generated.js';
import type { Route } from '../../../src/rpc/comet/route.js';
import { COMET_ROUTES } from '../../../src/rpc/comet/routes/index.generated.js';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

function row({ name, args, summary, transport, unsafe }: Route): string {
  const mark = transport === 'websocket' ? ' (WebSocket)' : unsafe === true ? ' (unsafe)' : '';
  return `| \`${name}\`${mark} | ${args.map((arg) => `\`${arg.name}\``).join(', ')} | ${summary} |`;
}

it('has every route as it is defined, and no other', () => {
  const [, table = ''] = readme.split('| route | arguments | answers |\n| --- | --- | --- |\n');
  expect(table.split('\n\n')[0]?.split('\n').sort()).toEqual(COMET_ROUTES.map(row).sort());
});

it('has every dialect', () => {
  for (const { version } of COMET_DIALECTS) expect(readme).toContain(`| \`${version}\` | \``);
});
