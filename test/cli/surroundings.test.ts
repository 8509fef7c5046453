/**
 * Tests the environment of the command: terminals that close, outputs that are full or closed, inputs that never end.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { evmCall, FREE_PORTS, halley, Running, temporaryFolder } from './run.js';

it('a terminal that closes ends a devnet cleanly', async () => {
  const devnet = new Running(['start', '--json', ...FREE_PORTS]);
  await devnet.line();
  expect(await devnet.signal('SIGHUP')).toMatchObject({ code: 0, stderr: '' });
});

it('a full output is one line and code 1', async () => {
  const { code, stderr } = await new Running(['start', ...FREE_PORTS], {}, 'exec > /dev/full').ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^halley: cannot write to the standard output: .*ENOSPC.*\n$/);
});

it('an endless document is refused, and so is one whose heights are too large', async () => {
  const endless = await halley('start', ...FREE_PORTS, '--genesis=/dev/zero');
  expect(endless).toMatchObject({ code: 1, stdout: '' });
  expect(endless.stderr).toMatch(/^halley: genesis \/dev\/zero: longer than \d+ bytes\n$/);
  const file = join(temporaryFolder(), 'genesis.json');
  writeFileSync(file, JSON.stringify({ chain_id: 'halley_31337-1', initial_height: '9223372036854775807' }));
  expect(await halley('start', ...FREE_PORTS, `--genesis=${file}`)).toMatchObject({
    code: 1,
    stderr: 'halley: genesis: initial_height is 9223372036854775807, expected at most 4503599627370496\n',
  });
});

it('a timeout may have fractions of a millisecond', async () => {
  const odd = ['--json-rpc.http-timeout=30.0005s', '--json-rpc.http-idle-timeout=60000500us'];
  const devnet = new Running(['start', '--json', ...FREE_PORTS, ...odd]);
  expect(await evmCall((await devnet.facts()).urls.evmHttp, 'eth_chainId')).toBe('0x7a69');
  expect(await devnet.signal('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});
