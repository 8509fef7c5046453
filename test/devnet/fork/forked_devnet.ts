/** Starts devnets on the state of another devnet. */
import type { Hex } from 'viem';
import { onTestFinished } from 'vitest';
import { createAddress } from '../../../src/codec/ethereum/tx.js';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { to0x } from '../../../src/kernel/hex.js';
import { dev } from '../../app/support/wallet.js';
import { TestDevnet } from '../../support/devnets/test_devnet.js';
import { compileSolidity } from '../../support/solidity.js';

export interface Opened {
  readonly devnet: Devnet;
  readonly test: TestDevnet;
  readonly url: string;
  /** Bugs of ours that requests ran into, and errors that ended the devnet. */
  readonly failures: unknown[];
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  readonly ask: (method: string, ...params: readonly unknown[]) => Promise<any>;
}

/** Starts a devnet that closes when the test ends. */
export async function open(options: DevnetOptions): Promise<Opened> {
  const failures: unknown[] = [];
  const devnet = await createDevnet({
    ...{ rpc: false, assets: false },
    onBug: (where, error) => failures.push([where, error]),
    onFatal: (error) => failures.push(error),
    ...options,
  });
  onTestFinished(() => devnet.close());
  const test = new TestDevnet(devnet);
  const url = devnet.urls.evmHttp ?? '';
  return { devnet, test, url, failures, ask: (method, ...params) => test.ask(method, ...params) };
}

/** Starts a devnet to be forked. */
export const openOrigin = (options: DevnetOptions = {}): Promise<Opened> =>
  open({ seed: 'origin', jsonRpc: { address: '127.0.0.1:0' }, ...options });

/** Forks the node of a URL. Nothing is kept on disk, and nothing is tried again. */
export const openFork = (url: string, options: DevnetOptions = {}, fork: Partial<DevnetOptions['fork']> = {}) =>
  open({ jsonRpc: { namespaces: ['all'] }, ...options, fork: { url, retries: 0, noStorageCaching: true, ...fork } });

const { bytecode, abi } = await compileSolidity(
  `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;
contract Token {
  mapping(address => uint256) public balanceOf;
  uint256 public totalSupply;
  mapping(uint256 => uint256) public cells;
  event Transfer(address indexed from, address indexed to, uint256 value);
  constructor(uint256 supply) {
    totalSupply = supply; balanceOf[msg.sender] = supply;
    for (uint256 i = 0; i < 50; i++) cells[i] = i + 1;
  }
  function transfer(address to, uint256 value) external returns (bool) {
    balanceOf[msg.sender] -= value; balanceOf[to] += value;
    emit Transfer(msg.sender, to, value);
    return true;
  }
  function sum() external view returns (uint256 total) { for (uint256 i = 0; i < 50; i++) total += cells[i]; }
  function hashOf(uint256 number) external view returns (bytes32) { return blockhash(number); }
}`,
  'Token',
);
export const TOKEN_ABI = abi;
export const TOKEN_CODE: Hex = `${bytecode}${(10n ** 24n).toString(16).padStart(64, '0')}`;

/** Deploys a token from a development account, which receives all of it. */
export async function deployToken({ test, devnet }: Pick<Opened, 'test' | 'devnet'>, from = 1): Promise<Hex> {
  const nonce = BigInt(await test.ask('eth_getTransactionCount', dev(from).address, 'latest'));
  await test.send(from, { data: TOKEN_CODE, gas: 5_000_000n });
  if (devnet.miningMode.type === 'manual') await test.mine();
  return to0x(createAddress(dev(from).bytes, nonce)) as Hex;
}
