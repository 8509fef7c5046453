/** Tests the explorer of the dashboard's page in Chromium, on chains with hostile and large contents. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeDeployData, encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { developmentGenesis } from '../../../src/config/development_genesis.js';
import { HUB, OWN, TWO_CHAINS, transfer } from '../../devnet/chains/relay_kit.js';
import { compileShop, compileTill } from '../explorer/shop.js';
import { BrowserKit, CAN_BROWSE, eventually, type OpenPage } from './page_kit.js';

const HOSTILE = '<img src=x onerror=document.title="ran">\u202e';
/** Text as which the page shows it, with the mark that reverses text as its code. */
const SHOWN = '<img src=x onerror=document.title="ran">\\u{202e}';
const OPTIONS = { jsonRpc: { address: '127.0.0.1:0', namespaces: ['all'] } };
const LATEST_GAS = '0x1c00000';

type Request = <T = string>(method: string, ...params: unknown[]) => Promise<T>;

const requestsOf = ({ devnet }: OpenPage): Request => {
  const { provider } = devnet;
  return ((method, ...params) => provider.request({ method, params } as never)) as Request;
};

/** Deploys the shop. */
async function deployShop(request: Request) {
  const { abi, bytecode } = await compileShop();
  const [from] = await request<string[]>('eth_accounts');
  const data = encodeDeployData({ abi, bytecode, args: [100n] });
  const { contractAddress: to } = await request<{ contractAddress: Hex }>(
    'eth_getTransactionReceipt',
    await request('eth_sendTransaction', { from, data }),
  );
  const send = async (functionName: string, ...args: readonly unknown[]): Promise<string> => {
    const input = encodeFunctionData({ abi, functionName, args });
    try {
      return await request('eth_sendTransaction', { from, to, data: input, gas: LATEST_GAS });
    } catch (error) {
      // A transaction that reverts in automine throws, and is in its block all the same.
      const block = await request<{ transactions: string[] }>('eth_getBlockByNumber', 'latest', false);
      return block.transactions[0] ?? String(error);
    }
  };
  return { from, to, send };
}

/** Compiles a contract whose function fails in its line 4. Returns its code, and a folder with the compiler's JSON. */
function compileVault(): { readonly folder: string; readonly bytecode: Hex } {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string };
  const content =
    'contract Vault {\n  error Locked(uint256 until);\n  function open() external pure {\n    revert Locked(77);\n  }\n}';
  const outputSelection = { '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode'] } };
  const input = { language: 'Solidity', sources: { 'Vault.sol': { content } }, settings: { outputSelection } };
  const output = JSON.parse(solc.compile(JSON.stringify(input)));
  const folder = mkdtempSync(join(tmpdir(), 'halley-sources-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'build.json'), JSON.stringify({ input, output }));
  return { folder, bytecode: `0x${output.contracts['Vault.sol'].Vault.evm.bytecode.object}` };
}

/** Lists the cells and parts of rows that must be seen, and that a phone of 400 pixels hides or cuts off. */
const lostCells = ({ page }: OpenPage): Promise<string[]> =>
  page.locator('[data-essential]').evaluateAll((cells) =>
    cells
      .filter((cell) => {
        const { right, width } = cell.getBoundingClientRect();
        return right > 400 || (width < 1 && cell.textContent !== '');
      })
      .map((cell) => cell.outerHTML),
  );

/** Chooses the artifacts of the shop in the page, as its reader does. */
async function chooseArtifacts({ page }: OpenPage): Promise<void> {
  const contracts = { Shop: await compileShop(), Till: await compileTill() };
  await page.locator('input[type=file]').setInputFiles(
    Object.entries(contracts).map(([contractName, { abi, deployedBytecode }]) => ({
      name: `${contractName}.json`,
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ contractName, abi, deployedBytecode })),
    })),
  );
}

describe.runIf(CAN_BROWSE)('the explorer', () => {
  let kit: BrowserKit;

  beforeAll(async () => {
    kit = await BrowserKit.start();
  });

  afterAll(() => kit.close());

  it('decodes a transaction, its revert and its calls with artifacts that the reader chooses', async () => {
    await using opened = await kit.open(OPTIONS, { place: '#/contracts' });
    const request = requestsOf(opened);
    const { to, send } = await deployShop(request);
    const bought = await send('buy', 150n, 'tea');
    const refused = await send('buy', 50n, 'tea');
    await opened.see(to, 'table');
    await chooseArtifacts(opened);
    await opened.see('Shop', 'table');
    await opened.see('Till', 'table');
    await opened.go('#/transactions');
    await opened.see('reverted: TooLittle(50, 100)', '.txs');
    await opened.go(`#/tx/${bought}`);
    await opened.see('✓ succeeded');
    await opened.see('Shop.buy', '.frame summary');
    await opened.see('Till.sell', '.frame .frame summary');
    await opened.see('Sold', '.log');
    await opened.page.getByText('The same transaction in Cosmos').click();
    await opened.see('/cosmos.evm.vm.v1.MsgEthereumTx');
    await opened.passesAxe();
    await opened.go(`#/tx/${refused}`);
    await opened.see('✗ reverted');
    await opened.see('TooLittle', '.revert');
    await opened.see('TooLittle', '.frame .frame .revert');
    await opened.fitsTheWindow();
  });

  it('counts an Ethereum transaction once, and opens closed parts without a fault that axe finds', async () => {
    await using opened = await kit.open(OPTIONS);
    const { send } = await deployShop(requestsOf(opened));
    const hash = await send('buy', 150n, 'tea');
    await opened.go('#/blocks');
    const newest = opened.page.locator('.rows tbody tr').first();
    await newest.getByText('3', { exact: true }).first().waitFor();
    await eventually(() => newest.locator('td').nth(2).textContent()).toBe('1');
    await eventually(() => newest.locator('td').nth(3).textContent()).toBe('0');
    for (const place of ['#/block/3', `#/tx/${hash}`]) {
      await opened.go(place);
      await opened.see('proposed it');
      await opened.page.evaluate("for (const part of document.querySelectorAll('.closed')) part.open = true");
      await opened.see('MsgEthereumTx');
      await opened.passesAxe();
    }
  });

  it('says in which line of the source a transaction failed', async () => {
    const { folder: artifacts, bytecode } = compileVault();
    await using opened = await kit.open({ ...OPTIONS, artifacts });
    const request = requestsOf(opened);
    const [from] = await request<string[]>('eth_accounts');
    const { contractAddress: to } = await request<{ contractAddress: Hex }>(
      'eth_getTransactionReceipt',
      await request('eth_sendTransaction', { from, data: bytecode }),
    );
    const data = encodeFunctionData({ abi: parseAbi(['function open()']), functionName: 'open' });
    await request('eth_sendTransaction', { from, to, data, gas: LATEST_GAS }).catch(() => undefined);
    const block = await request<{ transactions: string[] }>('eth_getBlockByNumber', 'latest', false);
    await opened.go('#/ethereum');
    await opened.see('Vault.open()', '.txs');
    await opened.see('reverted: Locked(77)', '.txs');
    await opened.go(`#/contract/${to}`);
    await opened.see('Vault', 'h1');
    await opened.see('Read (1)');
    await opened.see(getAddress(to), '.lead');
    await opened.go(`#/tx/${block.transactions[0]}`);
    await opened.see('Why it failed', 'main');
    await opened.see(/at Vault\.open \(Vault\.sol:4:\d+\)/, '.stack');
  });

  it('gives the keys of accounts on request, sends coins, and adds the chain to wallets', async () => {
    await using opened = await kit.open(OPTIONS);
    const { page, devnet } = opened;
    await page.evaluate(`
      window.ethereum = { request: async (call) => { window.asked = call; } };
      window.keplr = { experimentalSuggestChain: async (info) => { window.suggested = info.chainId; } }`);
    await opened.go('#/ethereum');
    const [first, second] = devnet.accounts;
    await opened.see('Account 2', '.accounts');
    expect(await page.locator('main').textContent()).not.toContain('test test');
    await page.getByRole('button', { name: 'Show the mnemonic' }).click();
    await opened.see('test test test test test test test test test test test junk', '.mnemonic');
    await page.getByRole('button', { name: 'Hide the mnemonic' }).click();
    await page.getByRole('button', { name: /^Key/ }).nth(1).click();
    await opened.see(second?.privateKey ?? '', '.private-key');
    await page.getByRole('button', { name: /^Send/ }).first().click();
    await page.getByLabel('To', { exact: true }).fill('1');
    await page.getByLabel('ETH', { exact: true }).fill('2.5');
    await page.getByRole('button', { name: 'Send 2.5 ETH' }).click();
    await opened.see('Sent: 0x', '.notice');
    await opened.see('Transfer', '.txs');
    await opened.see('Account 0 → Account 1', '.txs');
    await opened.see('10,002.5', '.accounts');
    await eventually(() => devnet.accounts[0]?.balance).toBeLessThan(first?.balance ?? 0n);
    await page.getByRole('button', { name: 'Add to wallet' }).click();
    await opened.see('The wallet knows halley_31337-1 now.', '.notice');
    expect(await page.evaluate('window.asked')).toEqual({
      method: 'wallet_addEthereumChain',
      params: [
        expect.objectContaining({ chainId: '0x7a69', chainName: 'halley_31337-1', rpcUrls: [devnet.urls.evmHttp] }),
      ],
    });
    await opened.passesAxe();
  });

  it('calls functions of a contract, and sends transactions to it', async () => {
    await using opened = await kit.open(OPTIONS, { place: '#/contracts' });
    const request = requestsOf(opened);
    const { to } = await deployShop(request);
    await chooseArtifacts(opened);
    await opened.go(`#/contract/${to}`);
    const sum = opened.page.locator('form.function', { hasText: 'sum' });
    await sum.locator('input').fill('[20, 22]');
    await sum.getByRole('button').click();
    await opened.see(/total uint256\s*42/, '.result');
    const fail = opened.page.locator('form.function', { hasText: 'fail' });
    await fail.getByRole('button').click();
    await opened.see('an assertion failed', '.result');
    const buy = opened.page.locator('form.function', { hasText: 'buy' });
    await buy.locator('input').first().fill('200');
    await buy.locator('input').nth(1).fill('by hand');
    await buy.getByRole('button').click();
    await opened.see('Sent:', '.result');
    const block = await request<{ transactions: string[] }>('eth_getBlockByNumber', 'latest', false);
    await opened.go(`#/tx/${block.transactions[0]}`);
    await opened.see('by hand');
    await opened.see('✓ succeeded');
  });

  it('calls a contract by an ABI that the reader pastes, and methods by their names', async () => {
    await using opened = await kit.open(OPTIONS);
    const { to } = await deployShop(requestsOf(opened));
    const { page } = opened;
    await opened.go(`#/contract/${to}`);
    await page.getByLabel('Or paste an ABI').fill('{"no": "abi"}');
    await page.getByRole('button', { name: 'Use this ABI' }).click();
    await opened.see('pasted ABI has no ABI', '.problem');
    await page.getByLabel('Or paste an ABI').fill(JSON.stringify((await compileShop()).abi));
    await page.getByRole('button', { name: 'Use this ABI' }).click();
    await opened.see('Write (2)');
    await opened.passesAxe();
    await opened.go('#/console');
    const prompt = page.getByLabel('Method and parameters');
    await prompt.fill(`eth_getCode ${to} latest`);
    await prompt.press('Enter');
    await opened.see('"0x6080', '.lines');
    await prompt.fill('eth_call {"to": 5}');
    await prompt.press('Enter');
    await page.locator('.lines .problem').waitFor();
    await prompt.press('ArrowUp');
    await prompt.press('ArrowUp');
    await eventually(() => prompt.inputValue()).toBe(`eth_getCode ${to} latest`);
    await opened.passesAxe();
  });

  it('shows hostile texts of contracts and events as text', async () => {
    await using opened = await kit.open(OPTIONS, { place: '#/contracts', width: 400 });
    const { to, send } = await deployShop(requestsOf(opened));
    await send('buy', 150n, HOSTILE);
    await chooseArtifacts(opened);
    await opened.go('#/events');
    await opened.see(SHOWN, '.log');
    await opened.fitsTheWindow();
    await opened.go(`#/contract/${to}`);
    await opened.page.locator('form.function', { hasText: 'symbol' }).getByRole('button').click();
    await opened.see('<img src=x onerror=document.title=1>\\u{202e}', '.result');
    expect(await opened.page.locator('main img').count()).toBe(0);
    expect(await opened.page.title()).toBe('Halley');
  });

  it('shows a Cosmos transaction with its messages, a hostile memo and its events, and the channels', async () => {
    const genesis = { ...(developmentGenesis({ seed: '7' }) as object), halley: { network: TWO_CHAINS } };
    await using opened = await kit.open({ ...OPTIONS, seed: '7', genesis });
    const { devnet } = opened;
    const route = { from: OWN, to: HUB, channel: 'channel-3', denom: 'ahalley', amount: 5n };
    await transfer(devnet, { ...route, memo: HOSTILE });
    const height = devnet.chains.get(OWN).height;
    await opened.go(`#/block/${height}`);
    await opened.page.locator('details.entry', { hasText: 'MsgTransfer' }).locator('summary').first().click();
    await opened.see('/ibc.applications.transfer.v1.MsgTransfer', '.messages');
    await opened.see(SHOWN, '.messages');
    await opened.page.locator('details.entry', { hasText: 'MsgTransfer' }).getByRole('link').first().click();
    await opened.see('succeeded, code 0');
    await opened.page.getByText(/^Events \(/).click();
    await opened.see('send_packet', '.events');
    await opened.go('#/chains');
    await opened.see('channel-3', '.panel');
    await opened.see('channel-10', '.panel');
    expect(await opened.page.locator('main img').count()).toBe(0);
    expect(await opened.page.title()).toBe('Halley');
  });

  it('asks the modules of the Cosmos SDK for their parameters and what they hold', async () => {
    await using opened = await kit.open(OPTIONS, { place: '#/modules', width: 400 });
    const { page } = opened;
    opened.expectProblems(/^console: Failed to load resource: the server responded with a status of 400/);
    const bank = page.locator('details', { hasText: 'cosmos/bank/v1beta1' });
    await bank.locator('summary').click();
    await bank
      .locator('form', { hasText: /v1beta1\/params$/ })
      .getByRole('button')
      .click();
    await opened.see('default_send_enabled', 'pre');
    const supply = bank.locator('form', { hasText: 'supply/by_denom' });
    await supply.getByRole('button').click();
    await opened.see('invalid denom', 'pre');
    const balances = bank.locator('form', { hasText: /\/balances\/\{address\}$/ }).first();
    await balances.locator('button:disabled').waitFor();
    await balances.getByLabel('address').fill('nobody');
    await balances.getByRole('button').click();
    await opened.see('decoding bech32 failed', 'pre');
    await opened.passesAxe();
    await opened.fitsTheWindow();
  });

  it('shows the start of a log with a megabyte of data, and more of it in steps', async () => {
    await using opened = await kit.open(OPTIONS, { place: '#/events' });
    const { send } = await deployShop(requestsOf(opened));
    await send('bulk', 1_000_000n);
    await opened.see('1,000,064 bytes', '.log');
    const length = async (): Promise<number> => ((await opened.page.locator('main').textContent()) ?? '').length;
    const before = await length();
    expect(before).toBeLessThan(5000);
    await opened.page.locator('.log .more').last().click();
    await opened.see('Show less', '.log');
    await eventually(async () => (await length()) - before).toBeGreaterThan(3900);
    expect(await length()).toBeLessThan(10_000);
  });

  it('pages through twenty thousand blocks, and reads only those that it shows', async () => {
    // One validator decides faster than four, and mining still takes most of the time.
    await using opened = await kit.open({ ...OPTIONS, validators: 1 }, { place: '#/chains' });
    await requestsOf(opened)('hardhat_mine', '0x4e20');
    const read: string[] = [];
    opened.page.on('request', (request) => read.push(request.postData() ?? ''));
    await opened.go('#/blocks');
    await opened.see('Blocks 19,977 to 20,001 of 20,001');
    await opened.page.getByRole('link', { name: 'Older' }).click();
    await opened.see('Blocks 19,952 to 19,976 of 20,001');
    const asked = read.join().match(/eth_getBlockByNumber/g)?.length ?? 0;
    expect(asked).toBeLessThan(200);
    await opened.page.keyboard.press('Control+k');
    await opened.page.locator('.finder input').fill('12345');
    await opened.page.keyboard.press('Enter');
    await opened.see('Block 12345', 'h1');
    await opened.see('signed by 10 of 10 voting power');
    await opened.passesAxe();
  });

  it('says that a revert removed what the reader looks at', async () => {
    await using opened = await kit.open(OPTIONS);
    const request = requestsOf(opened);
    const { from, send } = await deployShop(request);
    const snapshot = await request('evm_snapshot');
    const hash = await send('buy', 150n, 'gone soon');
    const height = Number(await request('eth_blockNumber'));
    await opened.go(`#/block/${height}`);
    await opened.see('proposed it');
    await request('evm_revert', snapshot);
    await opened.see(`The chain no longer has block ${height}`);
    await request('eth_sendTransaction', { from, to: from, value: '0x1' });
    await opened.go(`#/tx/${hash}`);
    await opened.see('The chain has no transaction with this hash.');
  });

  it('shows a pending transaction as such, drops it, and adds coins to an account', async () => {
    await using opened = await kit.open({ ...OPTIONS, miningMode: 'manual' }, { place: '#/mempool' });
    const request = requestsOf(opened);
    const [from, to] = await request<string[]>('eth_accounts');
    const hash = await request('eth_sendTransaction', { from, to, value: '0x5' });
    await opened.see('Pending (1)');
    await opened.go(`#/tx/${hash}`);
    await opened.see('pending: it is in the mempool');
    await opened.go('#/mempool');
    await opened.page.getByRole('button', { name: /^Drop/ }).click();
    await opened.see('Pending (0)');
    await opened.go('#/accounts');
    await opened.page
      .getByRole('button', { name: /^Add 100/ })
      .first()
      .click();
    await opened.see('10,100', '.accounts');
    await opened.passesAxe();
  });

  it('finds contracts, pending transactions and traces with the namespaces of the default', async () => {
    await using opened = await kit.open({}, { place: '#/contracts' });
    const request = requestsOf(opened);
    const { from, to, send } = await deployShop(request);
    await chooseArtifacts(opened);
    await opened.see('Shop', 'table');
    await opened.go(`#/tx/${await send('buy', 150n, 'tea')}`);
    await opened.see('Shop.buy', '.frame summary');
    await request('evm_setAutomine', false);
    await request('eth_sendTransaction', { from, to: from, value: '0x1' });
    await opened.go('#/mempool');
    await opened.see('Pending (1)');
    await opened.go(`#/account/${to}`);
    await opened.see('Bech32');
    await opened.see('Shop.buy', '.txs');
    expect(await opened.page.locator('main').textContent()).not.toContain('MsgEthereumTx');
  });

  it('has no fault that axe finds, and does not scroll sideways, in any view at any width', async () => {
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [800, 'dark'],
      [400, 'dark'],
    ] as const) {
      await using opened = await kit.open(OPTIONS, { width, colorScheme, place: '#/contracts' });
      const { to, send } = await deployShop(requestsOf(opened));
      const hash = await send('buy', 150n, HOSTILE);
      await chooseArtifacts(opened);
      const places: Readonly<Record<string, string>> = {
        '#/ethereum': 'Shop.buy',
        '#/transactions': 'Shop.buy',
        '#/cosmos': 'None among the newest',
        '#/modules': 'cosmos/staking/v1beta1',
        '#/blocks': 'Base fee, now',
        '#/block/1': 'All fields of both headers',
        [`#/tx/${hash}`]: 'What changed',
        '#/accounts': 'Account 19',
        [`#/account/${to}`]: 'Bech32',
        '#/contracts': 'Till',
        [`#/contract/${to}`]: 'Write (2)',
        '#/events': 'Sold',
        '#/console': 'Kind',
        '#/mempool': 'Queued (0)',
        '#/validators': 'validator-3',
        '#/chains': 'This devnet has one chain',
      };
      for (const [place, text] of Object.entries(places)) {
        await opened.go(place);
        await opened.see(text, 'main');
        await opened.passesAxe(`${place} ${width}`);
        await opened.fitsTheWindow(`${place} ${width}`);
        if (width === 400) await eventually(() => lostCells(opened), place).toEqual([]);
      }
    }
  });
});
