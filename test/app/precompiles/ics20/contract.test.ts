/** Tests token transfers by contracts, called from Solidity: missing coins are converted from the sender's tokens. */
import { type Abi, decodeFunctionResult, encodeDeployData, type Hex, keccak256, parseAbi, stringToHex } from 'viem';
import { beforeEach, describe, expect, it } from 'vitest';
import { balanceOf, supplyOf } from '../../../../src/app/modules/bank/store.js';
import { tokensOf } from '../../../../src/app/modules/erc20/contract.js';
import { ERC20_ACCOUNT } from '../../../../src/app/modules/erc20/conversion.js';
import { registerContract } from '../../../../src/app/modules/erc20/register.js';
import type { OutgoingPacket } from '../../../../src/app/modules/ibc/channel/channels.js';
import { escrowAddress, unescrow } from '../../../../src/app/modules/transfer/escrow.js';
import { transfer } from '../../../../src/app/modules/transfer/send.js';
import { writeDenom } from '../../../../src/app/modules/transfer/store.js';
import { transferContract } from '../../../../src/app/precompiles/ics20/contract.js';
import { bech32Address, checksumAddress } from '../../../../src/app/types/address.js';
import { createAddress } from '../../../../src/codec/ethereum/tx.js';
import { Channel } from '../../../../src/codec/ibc/channel.js';
import { denomHash, localDenom } from '../../../../src/codec/ibc/denom.js';
import { decodePacketData } from '../../../../src/codec/ibc/fungible_token_packet.js';
import { type Bytes, EMPTY_BYTES } from '../../../../src/kernel/bytes.js';
import { fromHex, to0x, toUpperHex } from '../../../../src/kernel/hex.js';
import { compileSolidity } from '../../../support/solidity.js';
import { TestChain } from '../../support/chain.js';
import { contextOn } from '../../support/message_context.js';
import { callOf, deploy, send, TOKEN } from '../../support/tokens.js';
import { dev, sign } from '../../support/wallet.js';

const alice = dev(0);
const AT = fromHex('0000000000000000000000000000000000000802');
const END = { portId: 'transfer', channelId: 'channel-0' };
const RECEIVER = 'cosmos1receiver';

const ICS20 = {
  abi: parseAbi([
    'struct Height { uint64 revisionNumber; uint64 revisionHeight; }',
    'struct Hop { string portId; string channelId; }',
    'struct Denom { string base; Hop[] trace; }',
    'struct PageRequest { bytes key; uint64 offset; uint64 limit; bool countTotal; bool reverse; }',
    'struct PageResponse { bytes nextKey; uint64 total; }',
    'function transfer(string sourcePort, string sourceChannel, string denom, uint256 amount, address sender, string receiver, Height timeoutHeight, uint64 timeoutTimestamp, string memo) returns (uint64)',
    'function denom(string) view returns (Denom)',
    'function denomHash(string) view returns (string)',
    'function denoms(PageRequest) view returns (Denom[], PageResponse)',
  ]) as Abi,
};

const SENDER = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;
struct Height { uint64 revisionNumber; uint64 revisionHeight; }
interface ICS20 {
  function transfer(string memory sourcePort, string memory sourceChannel, string memory denom, uint256 amount, address sender, string memory receiver, Height memory timeoutHeight, uint64 timeoutTimestamp, string memory memo) external returns (uint64);
}
contract Sender {
  ICS20 constant I = ICS20(0x0000000000000000000000000000000000000802);
  uint64 public last;
  event Said(uint256 n);
  function sendAs(address who, string memory denom, uint256 amount) public {
    last = I.transfer("transfer", "channel-0", denom, amount, who, "${RECEIVER}", Height(0, 100), 0, "a memo");
  }
  function sendOwn(string memory denom, uint256 amount) public { sendAs(address(this), denom, amount); }
  function saySendAndSay(string memory denom, uint256 amount) external { emit Said(1); sendOwn(denom, amount); emit Said(2); }
  function sendAndFail(string memory denom, uint256 amount) external { sendOwn(denom, amount); revert("after all"); }
  function trySend(string memory denom, uint256 amount) external { try this.sendAndFail(denom, amount) {} catch { last = 99; } }
}

/// While its tokens are taken, it asks for them to be taken again.
contract Reentrant {
  string public constant name = "Again";
  string public constant symbol = "AGN";
  uint8 public constant decimals = 6;
  mapping(address => uint256) public balanceOf;
  uint256 public times;
  event Transfer(address indexed from, address indexed to, uint256 value);
  constructor() { balanceOf[address(this)] = 1_000; }
  function begin(string memory denom, uint256 amount, uint256 n) external {
    times = n;
    ICS20(0x0000000000000000000000000000000000000802).transfer("transfer", "channel-0", denom, amount, address(this), "${RECEIVER}", Height(0, 100), 0, denom);
  }
  function transfer(address to, uint256 amount) external returns (bool) {
    balanceOf[msg.sender] -= amount; balanceOf[to] += amount; emit Transfer(msg.sender, to, amount);
    if (times > 0) {
      times--;
      string memory own = string.concat("erc20:", text(address(this)));
      ICS20(0x0000000000000000000000000000000000000802).transfer("transfer", "channel-0", own, amount, address(this), "${RECEIVER}", Height(0, 100), 0, "");
    }
    return true;
  }
  function text(address a) internal pure returns (string memory) {
    bytes memory hexes = "0123456789abcdef"; bytes memory out = new bytes(42); out[0] = "0"; out[1] = "x";
    for (uint256 i = 0; i < 20; i++) { uint8 b = uint8(uint160(a) >> (8 * (19 - i))); out[2 + 2 * i] = hexes[b >> 4]; out[3 + 2 * i] = hexes[b & 15]; }
    return string(out);
  }
}`;
const sender = await compileSolidity(SENDER, 'Sender');
const reentrant = await compileSolidity(SENDER, 'Reentrant');

let packets: OutgoingPacket[];
const contract = transferContract((message, context) =>
  transfer(message, context, {
    readChannel: (_, portId, channelId) =>
      portId === END.portId && channelId === END.channelId ? Channel.decode(EMPTY_BYTES) : undefined,
    sendPacket: (_, packet) => BigInt(packets.push(packet)),
    writeAcknowledgement: () => undefined,
  }),
);

let chain: TestChain;
let context: Awaited<ReturnType<typeof contextOn>>;
let token: Bytes;
let denom: string;
let from: Bytes;

const act = (who: Bytes, to: Bytes, abi: { readonly abi: Abi }, name: string, ...args: unknown[]) =>
  context.callEvm({ from: who, to, input: fromHex(callOf(abi, name, ...args)) });
const reason = (output: Bytes): string => new TextDecoder().decode(output.slice(68)).replace(/\0+$/, '');
const state = async (contractOf: Bytes, holder: Bytes, coin: string): Promise<object> => ({
  tokens: await tokensOf(context, contractOf, holder),
  retained: await tokensOf(context, contractOf, ERC20_ACCOUNT.address),
  escrow: balanceOf(context.state, escrowAddress(END), coin),
  supply: supplyOf(context.state, coin),
});

beforeEach(async () => {
  packets = [];
  chain = await TestChain.open();
  token = await deploy(chain, alice, TOKEN, 'Gold', 'GLD', 6, 1_000n);
  denom = `erc20:${checksumAddress(token)}`;
  from = createAddress(alice.bytes, chain.nonce(alice.bytes));
  await chain.mine(
    await sign(chain, alice, { data: encodeDeployData({ abi: sender.abi, bytecode: sender.bytecode }) }),
  );
  await send(chain, alice, token, callOf(TOKEN, 'transfer', checksumAddress(from), 300n));
  context = await contextOn(chain, [contract]);
  await registerContract(context, token);
});

describe('a transfer by a contract', () => {
  it.each(['the denom', 'the contract’s address'])(
    'converts its tokens into coins and sends them, named by %s',
    async (by) => {
      const answer = await act(
        from,
        from,
        sender,
        'sendOwn',
        by === 'the denom' ? denom : checksumAddress(token),
        120n,
      );
      expect([answer.error, reason(answer.output)]).toEqual([undefined, '']);
      expect(await state(token, from, denom)).toEqual({ tokens: 180n, retained: 120n, escrow: 120n, supply: 120n });
      expect(packets.map(({ data }) => decodePacketData(data))).toEqual([
        { amount: '120', denom, memo: 'a memo', receiver: RECEIVER, sender: bech32Address(from, 'halley') },
      ]);
      expect(packets[0]).toMatchObject({ ...END, timeoutHeight: { revisionNumber: 0n, revisionHeight: 100n } });
      const [moved, sent] = answer.logs;
      expect([answer.logs.length, to0x(moved?.address ?? EMPTY_BYTES)]).toEqual([2, to0x(token)]);
      expect(sent?.address).toEqual(AT);
      expect(to0x(sent?.topics[2] ?? EMPTY_BYTES)).toBe(keccak256(stringToHex(RECEIVER)));
    },
  );

  it('is among the logs of the contract in the order of execution', async () => {
    const answer = await act(from, from, sender, 'saySendAndSay', denom, 120n);
    expect([answer.error, reason(answer.output)]).toEqual([undefined, '']);
    expect(answer.logs.map(({ address }) => to0x(address))).toEqual([from, token, AT, from].map(to0x));
    expect([answer.logs[0], answer.logs[3]].map((log) => log?.data.at(-1))).toEqual([1, 2]);
  });

  it('converts only the coins that the contract lacks', async () => {
    await act(from, from, sender, 'sendOwn', denom, 120n);
    // This releases coins as if they had returned home without conversion.
    unescrow(context, END, from, { denom, amount: 50n });
    await act(from, from, sender, 'sendOwn', denom, 120n);
    expect(await tokensOf(context, token, from)).toBe(110n);
  });

  it('is reverted with the frame that called it', async () => {
    const before = await state(token, from, denom);
    const answer = await act(from, from, sender, 'trySend', denom, 120n);
    expect([answer.error, answer.logs]).toEqual([undefined, []]);
    expect(await state(token, from, denom)).toEqual(before);
  });

  it.each([
    [
      'another account’s tokens',
      () => ['sendAs', alice.address, denom, 1n],
      /^msg\.sender address 0x\w+ does not match the requester address/,
    ],
    ['more than the balance', () => ['sendOwn', denom, 301n], /^execution reverted: evm transaction execution failed$/],
    ['an amount of 0', () => ['sendOwn', denom, 0n], /invalid coins/],
    ['an unknown denom', () => ['sendOwn', 'none', 1n], /insufficient funds/],
  ] as const)('is refused for %s', async (_, call, text) => {
    const before = await state(token, from, denom);
    const [name, ...args] = call();
    const answer = await act(from, from, sender, name as string, ...args);
    expect(answer.error).toBe('execution reverted');
    expect(reason(answer.output)).toMatch(text);
    expect(await state(token, from, denom)).toEqual(before);
    expect(packets).toEqual([]);
  });

  it('cannot spend the same tokens twice by reentering during the conversion', async () => {
    const again = await deploy(chain, alice, reentrant);
    context = await contextOn(chain, [contract]);
    await registerContract(context, again);
    const coin = `erc20:${checksumAddress(again)}`;
    for (const times of [0n, 1n, 2n]) {
      const start = context.state.checkpoint();
      const answer = await act(again, again, reentrant, 'begin', coin, 100n, times);
      const { retained, supply, escrow, tokens } = (await state(again, again, coin)) as Record<string, bigint>;
      expect([supply, escrow, (retained as bigint) + (tokens as bigint)]).toEqual([retained, retained, 1_000n]);
      if (times === 0n) expect([answer.error, retained]).toEqual([undefined, 100n]);
      else expect(retained === 0n || answer.error === undefined).toBe(true);
      context.state.revertTo(start);
    }
  });
});

describe('the views', () => {
  const atom = { base: 'uatom', trace: [END] };
  const ask = async (name: string, ...args: unknown[]) => {
    const { error, output } = await act(alice.bytes, AT, ICS20, name, ...args);
    if (error !== undefined) throw new Error(reason(output));
    return decodeFunctionResult({ abi: ICS20.abi, functionName: name, data: to0x(output) as Hex });
  };

  it('return vouchers by their hashes and paths', async () => {
    writeDenom(context.state, atom);
    const hash = toUpperHex(denomHash(atom));
    expect(await ask('denom', hash)).toEqual(atom);
    expect(await ask('denom', localDenom(atom))).toEqual(atom);
    expect(await ask('denom', '00'.repeat(32))).toEqual({ base: '', trace: [] });
    await expect(ask('denom', 'xyz')).rejects.toThrow('invalid denom trace hash xyz');
    expect(await ask('denomHash', 'transfer/channel-0/uatom')).toBe(hash);
    expect(await ask('denomHash', 'transfer/channel-9/uatom')).toBe('');
    const page = { key: '0x', offset: 0n, limit: 10n, countTotal: true, reverse: false };
    expect(await ask('denoms', page)).toEqual([[atom], { nextKey: '0x', total: 1n }]);
  });
});
