/** Tests the node's log as a program receives it: calls, failures, and the content of blocks. */
import { createWalletClient, custom, toFunctionSelector } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { afterEach, describe, expect, it } from 'vitest';
import type { LogEntry, RpcError } from '../../../src/devnet/index.js';
import { NodeLog } from '../../../src/devnet/log/node_log.js';
import { compileSolidity } from '../../support/solidity.js';
import { aLoggedDevnet, call, closeAll } from './kit.js';

const SOURCE = `pragma solidity ^0.8.0;
contract Fails {
  error Broken(uint256 code);
  function transfer(address, uint256) external payable {}
  function own() external {}
  function reason() external pure { revert("not today"); }
  function panics(uint256 by) external pure returns (uint256) { return 1 / by; }
  function custom() external pure { revert Broken(7); }
  function burns() external { for (uint256 i = 0; ; i++) assembly { sstore(i, 1) } }
}`;

const UNBORN = `pragma solidity ^0.8.0;
contract Unborn {
  event Born(address by);
  constructor() { emit Born(msg.sender); revert("not born"); }
}`;

afterEach(closeAll);

const transactionsIn = (entries: readonly LogEntry[]) =>
  entries.flatMap((entry) => (entry.type === 'block' ? entry.transactions : []));

describe('the log', () => {
  it('reports a call when it arrives, and its block before the response', async () => {
    const { ask, received, alice, bob } = await aLoggedDevnet();
    const hash = await ask('eth_sendTransaction', { from: alice, to: bob, value: '0xde0b6b3a7640000', gas: '0x5208' });
    const block = (await ask('eth_getBlockByNumber', 'latest', false)) as Record<string, string>;
    const entries = received();
    expect(entries.map(({ type }) => type)).toEqual(['call', 'block', 'call']);
    expect(entries[0]).toEqual({ type: 'call', method: 'eth_sendTransaction' });
    expect(entries[1]).toEqual({
      type: 'block',
      number: 2,
      hash: block['hash'],
      timestamp: Number(block['timestamp']),
      baseFeePerGas: `${BigInt(block['baseFeePerGas'] as string)}`,
      gasUsed: '21000',
      gasLimit: '60000000',
      transactions: [
        { hash, from: alice, to: bob, value: '1000000000000000000', gasUsed: '21000', gasLimit: '21000', console: [] },
      ],
      others: 0,
    });
    expect(JSON.parse(JSON.stringify(entries))).toEqual(entries);
  });

  it('names created contracts, and known functions', async () => {
    const { deploy, send, received, alice } = await aLoggedDevnet();
    const { address, abi } = await deploy(SOURCE, 'Fails');
    await send(address, call(abi, 'transfer', [alice, 1n]));
    await send(address, call(abi, 'own'));
    await send('0x0000000000000000000000000000000000000800', '0x53266bbb');
    const [created, known, own, staking] = transactionsIn(received());
    expect(created).toMatchObject({ created: address });
    expect(created).not.toHaveProperty('to');
    expect(known?.call).toEqual({ selector: '0xa9059cbb', signature: 'transfer(address,uint256)' });
    expect(own?.call).toEqual({ selector: call(abi, 'own') });
    expect(staking?.call).toEqual({ selector: '0x53266bbb', signature: 'delegate(address,string,uint256)' });
    expect(staking?.error).toMatch(/^execution reverted: abi: /);
  });

  it('gives the reason of a failed transaction', async () => {
    const { deploy, send, received } = await aLoggedDevnet();
    const { address, abi } = await deploy(SOURCE, 'Fails');
    received();
    for (const [name, args] of [['reason'], ['panics', [0n]], ['custom'], ['burns']] as const)
      await send(address, call(abi, name, args));
    const selector = toFunctionSelector('Broken(uint256)');
    expect(transactionsIn(received()).map(({ error }) => error)).toEqual([
      'execution reverted: not today',
      'execution reverted: division or modulo by zero',
      `execution reverted: custom error ${selector} (${selector}${'7'.padStart(64, '0')})`,
      'out of gas',
    ]);
  });

  it('names no contract for a failed deployment, and gives the reason', async () => {
    const { ask, devnet, alice, received } = await aLoggedDevnet();
    const { bytecode } = await compileSolidity(UNBORN, 'Unborn');
    const hash = await ask('eth_sendTransaction', { from: alice, data: bytecode, gas: '0x4c4b40' });
    const [entry, ...more] = transactionsIn(received());
    expect(entry).toMatchObject({ hash, from: alice, error: 'execution reverted: not born', console: [] });
    expect(more).toEqual([]);
    expect(Object.keys(entry ?? {})).not.toContain('created');
    expect(Object.keys(entry ?? {})).not.toContain('to');
    // The logs of its constructor are reverted too.
    expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x0', logs: [] });
    const receipt = (await ask('eth_getTransactionReceipt', hash)) as { readonly logsBloom: string };
    expect(BigInt(receipt.logsBloom)).toBe(0n);
    expect(await ask('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' })).toEqual([]);
    expect(devnet.height).toBe(2n);
  });

  it('reports error responses with the same text as the caller gets', async () => {
    const { deploy, ask, received } = await aLoggedDevnet();
    const { address, abi } = await deploy(SOURCE, 'Fails');
    received();
    const asked = [
      ask('eth_call', { to: address, data: call(abi, 'reason') }, 'latest'),
      ask('eth_nothing'),
      ask('eth_getBalance', 1, 2, 3),
    ];
    const errors = (await Promise.all(asked.map((answer) => answer.catch((error) => error)))) as RpcError[];
    const failures = received().filter(({ type }) => type === 'failure');
    expect(failures).toHaveLength(3);
    for (const { code, message } of errors) expect(failures).toContainEqual(expect.objectContaining({ code, message }));
    expect(failures).toContainEqual({
      type: 'failure',
      method: 'eth_call',
      code: 3,
      message: 'execution reverted: not today',
      data: errors[0]?.data,
    });
  });

  it('leaves out the method by which viem asks, before it sends, whether the node fills transactions in', async () => {
    const { devnet, bob, received } = await aLoggedDevnet();
    const asked: string[] = [];
    const request: typeof devnet.provider.request = (args) => {
      asked.push(args.method);
      return devnet.provider.request(args);
    };
    const account = mnemonicToAccount('test test test test test test test test test test test junk');
    const wallet = createWalletClient({ account, transport: custom({ request }) });
    await wallet.sendTransaction({ to: bob, value: 1n, chain: null });
    expect(asked).toContain('eth_fillTransaction');
    const named = received().flatMap((entry) => ('method' in entry ? [entry.method] : []));
    expect(named).toContain('eth_sendRawTransaction');
    expect(named).not.toContain('eth_fillTransaction');
  });

  it('counts the Cosmos transactions of a block, with dev transactions', async () => {
    const { ask, devnet, received, bob } = await aLoggedDevnet();
    await ask('hardhat_setBalance', bob, '0x1');
    await devnet.mine();
    expect(received().at(-1)).toMatchObject({ type: 'block', transactions: [], others: 1 });
  });

  it('is silent while logging is off', async () => {
    const { ask, devnet, received } = await aLoggedDevnet();
    await ask('anvil_setLoggingEnabled', false);
    received();
    await ask('eth_blockNumber');
    await ask('eth_nothing').catch(() => undefined);
    await devnet.mine();
    expect(received()).toEqual([]);
    await ask('hardhat_setLoggingEnabled', true);
    await ask('eth_blockNumber');
    expect(received()).toEqual([{ type: 'call', method: 'eth_blockNumber' }]);
  });

  it('survives a listener that throws, and reports the error as a bug', async () => {
    const bugs: unknown[] = [];
    const { ask } = await aLoggedDevnet({
      log: () => {
        throw new Error('full');
      },
      onBug: (where, error) => bugs.push([where, String(error)]),
    });
    expect(await ask('eth_blockNumber')).toBe('0x1');
    expect(bugs).toEqual([['log', 'Error: full']]);
  });
});

it('what is done while someone listens ends when something else takes its place', () => {
  const log = new NodeLog(undefined, undefined);
  const done: string[] = [];
  const begin = (name: string) => () => {
    done.push(`begin ${name}`);
    return () => void done.push(`end ${name}`);
  };
  log.whileHeard(begin('first'));
  expect(done).toEqual([]);
  const stops = [log.listen(() => undefined), log.listen(() => undefined)];
  log.whileHeard(begin('second'));
  expect(done).toEqual(['begin first', 'end first', 'begin second']);
  for (const stop of stops) stop();
  expect(done).toEqual(['begin first', 'end first', 'begin second', 'end second']);
});
