/** Tests the command that `npx halley-devnet testnet start` suggests for a node of which nothing runs. */
import { expect, it } from 'vitest';
import { restartCommand } from '../../src/cli/testnet/restart_command.js';

const TERMS = { folder: 'net', node: 'node2', cometbft: 'cometbft' };

it('names the node, and the engine where it is not the default one', () => {
  expect(restartCommand(TERMS)).toBe('npx halley-devnet testnet start net --nodes node2');
  expect(restartCommand({ ...TERMS, cometbft: '/opt/bin/cometbft' })).toBe(
    'npx halley-devnet testnet start net --nodes node2 --cometbft /opt/bin/cometbft',
  );
});

it('quotes what a shell would change', () => {
  expect(restartCommand({ ...TERMS, folder: "my net's" })).toBe(
    `npx halley-devnet testnet start 'my net'\\''s' --nodes node2`,
  );
});
