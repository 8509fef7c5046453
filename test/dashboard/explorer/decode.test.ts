/** Tests decoding with ABIs, and how contracts are matched with artifacts. */

import {
  type Abi,
  encodeAbiParameters,
  encodeErrorResult,
  encodeEventTopics,
  encodeFunctionData,
  type Hex,
} from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { indexAbis } from '../../../src/dashboard/explorer/abi/abi_index.js';
import { isCodeOf } from '../../../src/dashboard/explorer/abi/artifact.js';
import { decodeCall, decodeLog, decodeResult, decodeRevert } from '../../../src/dashboard/explorer/abi/decode.js';
import { createDevnet } from '../../../src/devnet/index.js';
import type { CompiledContract } from '../../support/solidity.js';
import { compileShop, compileTill } from './shop.js';

const artifact = (contract: string, abi: Abi) => ({ contract, abi });

let shop: CompiledContract;
let till: CompiledContract;

beforeAll(async () => {
  [shop, till] = await Promise.all([compileShop(), compileTill()]);
});

describe('decoding', () => {
  it('names functions, arguments and results', () => {
    const index = indexAbis([artifact('Shop', shop.abi)]);
    const input = encodeFunctionData({ abi: shop.abi, functionName: 'sum', args: [[1n, 2n, 3n]] });
    expect(decodeCall(input, index)).toEqual({
      name: 'sum',
      args: [{ name: 'values', type: 'uint256[]', value: [1n, 2n, 3n] }],
    });
    const output = encodeAbiParameters([{ type: 'uint256' }, { type: 'bool' }], [6n, true]);
    expect(decodeResult(input, output, index)).toEqual([
      { name: 'total', type: 'uint256', value: 6n },
      { name: 'even', type: 'bool', value: true },
    ]);
  });

  it('names events, with indexed arguments in their places', () => {
    const buyer = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
    const topics = encodeEventTopics({ abi: till.abi, eventName: 'Sold', args: { buyer, amount: 5n } });
    const data = encodeAbiParameters([{ type: 'string' }], ['<b>']);
    const log = { address: buyer, topics: topics as string[], data };
    expect(decodeLog(log, indexAbis([artifact('Till', till.abi)]))).toEqual({
      name: 'Sold',
      args: [
        { name: 'buyer', type: 'address', value: buyer },
        { name: 'amount', type: 'uint256', value: 5n },
        { name: 'note', type: 'string', value: '<b>' },
      ],
    });
    expect(decodeLog({ ...log, data: '0x' }, indexAbis([artifact('Till', till.abi)]))).toBeUndefined();
    expect(decodeLog(log, indexAbis([]))).toBeUndefined();
  });

  it('explains Error, Panic and errors of contracts', () => {
    const index = indexAbis([artifact('Till', till.abi)]);
    const text = encodeErrorResult({
      abi: [{ type: 'error', name: 'Error', inputs: [{ name: 'message', type: 'string' }] }],
      errorName: 'Error',
      args: ['too late'],
    });
    expect(decodeRevert(text, index)?.args[0]?.value).toBe('too late');
    const panic = `0x4e487b71${'11'.padStart(64, '0')}`;
    expect(decodeRevert(panic, index)).toMatchObject({ name: 'Panic', meaning: 'an arithmetic operation overflowed' });
    const own = encodeErrorResult({ abi: till.abi, errorName: 'TooLittle', args: [50n, 100n] });
    expect(decodeRevert(own, index)).toMatchObject({ name: 'TooLittle', args: [{ value: 50n }, { value: 100n }] });
    for (const other of ['0x', '0x1234', '0x08c379a0', `0x4e487b71${'00'.repeat(3)}`])
      expect(decodeRevert(other, index)).toBeUndefined();
  });

  it('leaves out entries with types that do not exist', () => {
    const wrong = { type: 'function', name: 'f', inputs: [{ name: 'a', type: 'uint7[' }], outputs: [] };
    expect(() => indexAbis([artifact('Wrong', [wrong, ...till.abi] as unknown as Abi)])).not.toThrow();
    expect(indexAbis([artifact('Till', till.abi)]).events.size).toBe(1);
  });
});

describe('matching', () => {
  it('finds the artifact of deployed code in spite of immutables', async () => {
    await using devnet = await createDevnet({ jsonRpc: false, rpc: false });
    const request = (method: string, params: unknown[]) => devnet.provider.request({ method, params } as never);
    const [from] = (await request('eth_accounts', [])) as string[];
    const data = `${till.bytecode}${encodeAbiParameters([{ type: 'uint256' }], [12_345n]).slice(2)}`;
    const hash = await request('eth_sendTransaction', [{ from, data }]);
    const { contractAddress } = (await request('eth_getTransactionReceipt', [hash])) as { contractAddress: string };
    const code = (await request('eth_getCode', [contractAddress, 'latest'])) as Hex;
    expect(code).not.toBe(till.deployedBytecode);
    expect(isCodeOf(code, till.deployedBytecode)).toBe(true);
    expect(isCodeOf(code, shop.deployedBytecode)).toBe(false);
  });

  it('ignores the hash in the metadata, and libraries that are linked later', () => {
    const metadata = (hash: string): string => `a2646970667358221220${hash.repeat(32)}64736f6c63430008250033`;
    const body = '6080604052600080fd';
    expect(isCodeOf(`0x${body}${metadata('aa')}`, `0x${body}${metadata('bb')}`)).toBe(true);
    expect(isCodeOf(`0x${body}${metadata('aa')}`, `0x${body.replace('80fd', '81fd')}${metadata('aa')}`)).toBe(false);
    expect(isCodeOf(`0x6073${'ab'.repeat(20)}00`, `0x6073__$${'0f'.repeat(17)}$__00`)).toBe(true);
    expect(isCodeOf(`0x6073${'ab'.repeat(20)}01`, `0x6073__$${'0f'.repeat(17)}$__00`)).toBe(false);
    expect(isCodeOf('0x', '0x')).toBe(false);
  });
});
