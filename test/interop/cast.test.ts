/** Foundry's `cast` over the URL: sends, calls, estimates, and reads of what it sent. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FREE_PORTS, Running } from '../cli/run.js';
import { tool, toolsAreAbsent } from './tools.js';

const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** Stores 42 in slot 0 when it is made; each call answers 42, with a value it reverts with 0x1234. */
const CREATION = '0x602a5f55601780600d5f395ff334600c57602a5f5260205ff35b6112345f526002601efd';

let devnet: Running;
let url: string;
let key: string;

async function cast(command: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await tool('cast', [command, '--rpc-url', url, ...args], '.');
  if (code !== 0) throw new Error(stderr);
  return stdout.trim();
}

beforeAll(async () => {
  if (toolsAreAbsent) return;
  devnet = new Running(['start', '--json', '--json-rpc.api=all', ...FREE_PORTS]);
  const { urls, accounts } = await devnet.facts();
  url = urls.evmHttp ?? '';
  key = accounts[0]?.privateKey ?? '';
});
afterAll(() => devnet?.signal('SIGINT'));

describe.skipIf(toolsAreAbsent)('cast', () => {
  it('sends coins, and reads the receipt, the transaction and the block', async () => {
    const receipt = JSON.parse(await cast('send', BOB, '--value', '5', '--private-key', key, '--json'));
    expect(receipt).toMatchObject({ status: '0x1', to: BOB.toLowerCase() });
    expect(await cast('receipt', receipt.transactionHash, 'status')).toBe('true');
    expect(await cast('tx', receipt.transactionHash, 'value')).toBe('5');
    expect(await cast('balance', BOB)).toBe('10000000000000000000005');
    expect(await cast('block-number')).toBe(BigInt(receipt.blockNumber).toString());
  });

  it('makes a contract, calls it, estimates, reads its storage, and replays the transaction', async () => {
    const receipt = JSON.parse(await cast('send', '--private-key', key, '--json', '--create', CREATION));
    const { contractAddress } = receipt;
    expect(receipt.status).toBe('0x1');
    expect(await cast('call', contractAddress, 'answer()(uint256)')).toBe('42');
    expect(await cast('storage', contractAddress, '0')).toBe(`0x${'2a'.padStart(64, '0')}`);
    expect(Number(await cast('estimate', contractAddress, 'answer()'))).toBeGreaterThan(21_000);
    expect(await cast('run', receipt.transactionHash)).toMatch(/Transaction successfully executed/);
  });

  it('asks any method, and sends from an account of the node', async () => {
    expect(await cast('rpc', 'anvil_mine', '0x5')).toBe('null');
    expect(await cast('client')).toMatch(/^anvil\//);
    const [from] = JSON.parse(await cast('rpc', 'eth_accounts')) as [string];
    expect(JSON.parse(await cast('send', BOB, '--unlocked', '--from', from, '--json'))).toMatchObject({
      status: '0x1',
    });
  });
});
