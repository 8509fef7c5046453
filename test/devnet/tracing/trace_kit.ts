/** Makes a chain whose blocks contain everything that a trace must run again, and traces of them. */
import { SigningStargateClient } from '@cosmjs/stargate';
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { type Abi, encodeDeployData, encodeFunctionData, type Hex } from 'viem';
import { encodeBech32 } from '../../../src/codec/bech32.js';
import { createDevnet, type Devnet, type JsonRpcOptions } from '../../../src/devnet/index.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { ethereumSigner } from '../../support/ethereum_signer.js';
import { compileSolidity } from '../../support/solidity.js';

const SOURCE = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;
interface Bech32 { function hexToBech32(address addr, string memory prefix) external returns (string memory); }
contract Child {
  event Born(address by);
  constructor(bool ok) payable { require(ok, "stillborn"); emit Born(msg.sender); }
  function end(address payable heir) external { selfdestruct(heir); }
}
contract Zoo {
  event Said(uint256 indexed n, string text);
  mapping(uint256 => uint256) kept;
  uint256 public total;
  receive() external payable { total += msg.value; }
  function write(uint256 at, uint256 value) external payable { kept[at] = value; total += value; emit Said(value, "written"); }
  function clear(uint256 at) external { delete kept[at]; }
  function nested(uint256 depth) external { emit Said(depth, "down"); if (depth > 0) this.nested(depth - 1); emit Said(depth, "up"); }
  function failing(uint256 n) external { emit Said(n, "lost"); kept[n] = n; revert("inside"); }
  function caught(uint256 n) external { emit Said(n, "before"); try this.failing(n) {} catch { emit Said(n, "after"); } }
  function fails(uint256 n) external { kept[n] = n; emit Said(n, "lost"); require(n > 1000, "outside"); }
  function divides(uint256 by) external { total = total / by; }
  function burns() external { while (true) total++; }
  function creates(bool ok) external payable {
    try new Child{value: msg.value}(ok) returns (Child child) { child.end(payable(msg.sender)); } catch { total++; }
  }
  function borrows(address code, uint256 n) external {
    (bool ok, ) = code.delegatecall(abi.encodeCall(this.caught, (n)));
    require(ok);
  }
  function hashes(bytes calldata data) external { total = uint256(sha256(data)) % 1000; }
  function weighs(address who) external { emit Said(who.balance, "weighed"); }
  function natives() external { emit Said(1, Bech32(0x0000000000000000000000000000000000000400).hexToBech32(msg.sender, "halley")); }
}`;

const GAS = '0x493e0';
const SENDERS = 3;
/** Sends Cosmos transactions. */
const COSMOS = 4;
/** Sends without a key. */
const WHALE = '0x00000000000000000000000000000000000000aa';
const FEE = { amount: [{ denom: 'ahalley', amount: '2000000000000000' }], gas: '200000' };

// biome-ignore lint/suspicious/noExplicitAny: traces and receipts of any shape
export type Json = any;

export interface Zoo {
  readonly devnet: Devnet;
  readonly address: Hex;
  ask(method: string, ...params: readonly unknown[]): Promise<Json>;
  data(name: string, ...args: readonly unknown[]): Hex;
  /** Sends a transaction that waits for its block; resolves to its hash. */
  send(from: number | Hex, to: Hex | undefined, data: Hex, more?: Record<string, unknown>): Promise<Hex>;
  sendCosmos(): Promise<void>;
  close(): Promise<void>;
}

export async function aZoo(jsonRpc: JsonRpcOptions = {}): Promise<Zoo> {
  const devnet = await createDevnet({
    seed: 'zoo',
    miningMode: 'manual',
    rpc: true,
    jsonRpc: { ...jsonRpc, namespaces: ['all'] },
  });
  const ask: Zoo['ask'] = (method, ...params) => devnet.provider.request({ method, params });
  const { abi, bytecode } = await compileSolidity(SOURCE, 'Zoo');
  const addressOf = (index: number): string => devnet.accounts[index]?.address as string;
  const send: Zoo['send'] = (from, to, data, more = {}) =>
    ask('eth_sendTransaction', {
      from: typeof from === 'number' ? addressOf(from) : from,
      ...(to && { to }),
      data,
      gas: GAS,
      ...more,
    });
  const hash = await send(0, undefined, encodeDeployData({ abi, bytecode }), { gas: '0x4c4b40' });
  await devnet.mine();
  const { contractAddress: address } = await ask('eth_getTransactionReceipt', hash);
  const client = await SigningStargateClient.connectWithSigner(
    devnet.urls.cometRpc as string,
    ethereumSigner(fromHex(devnet.accounts[COSMOS]?.privateKey.slice(2) as string), addressOf(COSMOS), 'direct'),
  );
  const bech32 = (index: number): string => encodeBech32('halley', fromHex(addressOf(index).slice(2)));
  return {
    devnet,
    address,
    ask,
    data: (functionName, ...args) => encodeFunctionData({ abi: abi as Abi, functionName, args }),
    send,
    sendCosmos: async () => {
      const amount = [{ denom: 'ahalley', amount: '7' }];
      const message = {
        typeUrl: '/cosmos.bank.v1beta1.MsgSend',
        value: { fromAddress: bech32(COSMOS), toAddress: bech32(0), amount },
      };
      const signed = await client.sign(bech32(COSMOS), [message], FEE, '');
      await client.broadcastTxSync(TxRaw.encode(signed).finish());
    },
    close: async () => {
      client.disconnect();
      await devnet.close();
    },
  };
}

/** Draws deterministic numbers, so that a failure can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * Makes a block of many senders, with dev transactions and Cosmos transactions. Returns the hashes of its Ethereum
 * transactions.
 */
export async function randomBlock({ devnet, address, ask, data, send, sendCosmos }: Zoo, seed: number): Promise<Hex[]> {
  const draw = numbers(seed);
  const n = (): bigint => BigInt(draw(6));
  const acts: readonly (() => Promise<Hex>)[] = [
    () => send(draw(SENDERS), address, data('write', n(), n()), { value: '0x5' }),
    () => send(draw(SENDERS), address, data('clear', n())),
    () => send(draw(SENDERS), address, data('nested', n())),
    () => send(draw(SENDERS), address, data('caught', n())),
    () => send(draw(SENDERS), address, data('fails', n())),
    () => send(draw(SENDERS), address, data('divides', 0n)),
    () => send(draw(SENDERS), address, data('burns'), { gas: '0x186a0' }),
    () => send(draw(SENDERS), address, data('creates', draw(2) === 0), { value: '0x9' }),
    () => send(draw(SENDERS), address, data('borrows', address, n())),
    () => send(draw(SENDERS), address, data('hashes', '0x0102')),
    () => send(draw(SENDERS), address, data('natives')),
    () => send(draw(SENDERS), address, data('weighs', devnet.accounts[COSMOS]?.address)),
    () => send(draw(SENDERS), WHALE, '0x', { value: '0x1' }),
    () => send(WHALE, address, data('write', 9n, 1n)),
  ];
  if (draw(2) === 0) await ask('hardhat_setBalance', WHALE, '0x8ac7230489e80000');
  if (draw(2) === 0) await ask('hardhat_setStorageAt', address, '0x1', `0x${'0'.repeat(62)}2a`);
  const hashes: Hex[] = [];
  const count = 4 + draw(8);
  for (let i = 0; i < count; i++) {
    const act = acts[draw(acts.length)] as () => Promise<Hex>;
    hashes.push(await act());
    if (i === 2) await sendCosmos();
  }
  await devnet.mine();
  return hashes;
}

export const impersonateWhale = async ({ ask, devnet }: Zoo): Promise<void> => {
  await ask('hardhat_setBalance', WHALE, '0x8ac7230489e80000');
  await ask('hardhat_impersonateAccount', WHALE);
  await devnet.mine();
};
