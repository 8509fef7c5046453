/** Tests the debugger of the dashboard's page in Chromium. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { afterAll, beforeAll, describe, it, onTestFinished } from 'vitest';
import { BrowserKit, CAN_BROWSE, eventually, type OpenPage } from './page_kit.js';

const SOURCE = `contract Vault {
  error TooMuch(uint256 total);
  uint256 total = 3;

  function add(uint256 amount) external {
    total += amount;
    check(amount);
    total += 1;
  }

  function check(uint256 added) internal view {
    if (total > 40) revert TooMuch(total + added);
  }
}`;

/** Compiles the vault into a folder of artifacts. */
function compileVault(): { readonly artifacts: string; readonly bytecode: Hex } {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string };
  const outputSelection = { '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode', 'storageLayout'] } };
  const input = { language: 'Solidity', sources: { 'Vault.sol': { content: SOURCE } }, settings: { outputSelection } };
  const output = JSON.parse(solc.compile(JSON.stringify(input)));
  const artifacts = mkdtempSync(join(tmpdir(), 'halley-vault-'));
  onTestFinished(() => rmSync(artifacts, { recursive: true }));
  writeFileSync(join(artifacts, 'build.json'), JSON.stringify({ input, output }));
  return { artifacts, bytecode: `0x${output.contracts['Vault.sol'].Vault.evm.bytecode.object}` };
}

/** Deploys the vault, and adds an amount. Returns the hashes of both transactions. */
async function addToVault({ devnet }: OpenPage, bytecode: Hex, amount: bigint): Promise<readonly [Hex, Hex]> {
  const request = <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
    devnet.provider.request({ method, params } as never) as Promise<T>;
  const [from] = await request<Hex[]>('eth_accounts');
  const deployed = await request<Hex>('eth_sendTransaction', { from, data: bytecode });
  const { contractAddress: to } = await request<{ contractAddress: Hex }>('eth_getTransactionReceipt', deployed);
  const data = encodeFunctionData({ abi: parseAbi(['function add(uint256)']), functionName: 'add', args: [amount] });
  // A transaction that reverts in automine throws, and is in its block all the same.
  await request('eth_sendTransaction', { from, to, data, gas: '0x1c0000' }).catch(() => undefined);
  const block = await request<{ transactions: Hex[] }>('eth_getBlockByNumber', 'latest', false);
  return [deployed, block.transactions[0] as Hex];
}

describe.runIf(CAN_BROWSE)('the debugger', () => {
  let kit: BrowserKit;

  beforeAll(async () => {
    kit = await BrowserKit.start();
  });

  afterAll(() => kit.close());

  it('steps by line with the keys of editors, to breakpoints, and backwards, and closes its session', async () => {
    const { artifacts, bytecode } = compileVault();
    await using opened = await kit.open({ artifacts });
    const { page, devnet } = opened;
    const [, hash] = await addToVault(opened, bytecode, 7n);
    await opened.go(`#/tx/${hash}`);
    await page.getByRole('link', { name: 'Debug' }).click();
    await opened.see('Vault.add, line 6', '.where');
    await opened.see(/amount uint256\s*7/, '.arguments');
    await opened.see(/total uint256\s*3/, '.arguments');
    await page.keyboard.press('F10');
    await opened.see('line 7', '.where');
    await opened.see(/total uint256\s*10/, '.arguments');
    await page.keyboard.press('F11');
    await opened.see('Vault.check', '.where');
    await opened.see('Vault.add', '.frames');
    await page.keyboard.press('Shift+F11');
    await opened.see('Vault.add', '.where');
    await page.keyboard.press('F10');
    await opened.see('line 8', '.where');
    await page.keyboard.press('Shift+F10');
    await opened.see('line 7', '.where');
    await page.getByRole('button', { name: 'Breakpoint at 12' }).click();
    await opened.passesAxe();
    await page.keyboard.press('F5');
    await opened.see('Vault.check, line 12. Stopped at a breakpoint.', '.where');
    await page.keyboard.press('F5');
    await opened.see('The last step.', '.where');
    await page.keyboard.press('Shift+F5');
    await opened.see('line 12. Stopped at a breakpoint.', '.where');
    await page.locator('.code .heat4').first().waitFor();
    await opened.go('#/blocks');
    await opened.see('Blocks', 'h1');
    const close = { method: 'halley_debugClose', params: ['1'] };
    await eventually(() => devnet.provider.request(close as never)).toBe(false);
  });

  it('steps by instruction, and stops where a call fails', async () => {
    const { artifacts, bytecode } = compileVault();
    await using opened = await kit.open({ artifacts }, { width: 400, colorScheme: 'dark' });
    const { page } = opened;
    const [deployed, hash] = await addToVault(opened, bytecode, 90n);
    await opened.go(`#/debug/${hash}`);
    await opened.see('Vault.add', '.where');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await opened.see('Stopped where a call fails.', '.where');
    await opened.see('REVERT', '.facts');
    await page.getByLabel('Instructions').check();
    await opened.see('REVERT', '.code [aria-current]');
    await page.getByRole('button', { name: 'Over, backwards' }).click();
    await page.locator('.code [aria-current]', { hasNotText: 'REVERT' }).waitFor();
    await page.locator('input[type=range]').fill('0');
    await opened.see('PUSH1 0x80', '.code [aria-current]');
    for (const part of await page.locator('.closed summary').all()) await part.click();
    await opened.passesAxe();
    await opened.fitsTheWindow();
    await opened.go(`#/debug/${deployed}`);
    await opened.see('Vault', '.where');
  });

  it('says what it needs when no contracts are compiled', async () => {
    await using opened = await kit.open();
    await opened.go(`#/debug/0x${'5'.repeat(64)}`);
    await opened.see('The transaction was not opened: tx not found', '.problem');
    await opened.go('#/debug');
    await opened.see('Choose one of the transactions');
    await opened.passesAxe();
  });
});
