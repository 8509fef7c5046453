/** Compares transactions and headers that were encoded from JSON with viem's encoding, and with known headers. */
import { type Hex, serializeTransaction, type TransactionSerializable } from 'viem';
import { describe, expect, it } from 'vitest';
import { encodeHeaderJson, headerProblem } from '../../../src/codec/ethereum/header_json.js';
import { encodeTxJson } from '../../../src/codec/ethereum/tx.js';
import { keccak256 } from '../../../src/kernel/hash.js';
import { to0x } from '../../../src/kernel/hex.js';

const TO = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const KEY: Hex = `0x${'0'.repeat(63)}5`;
const R: Hex = '0xf41d35a93e001874a13836d3b9b59ac27a655b6bf17c2ac5b969e7574d75ce22';
const S: Hex = '0x22abf63ae2bc7d33e0ca9fa75630b9f61b1f4c3e7da25b669ac3c5e8a7a891e';
const call = { nonce: 7, gas: 21_000n, to: TO, value: 3n, data: '0x1234' } as const;
const dynamic = { chainId: 31_337, maxFeePerGas: 9n, maxPriorityFeePerGas: 2n } as const;
const accessList = [{ address: TO, storageKeys: [KEY] }] as const;
const authorization = { chainId: 31_337, address: TO, nonce: 1, yParity: 1, r: R, s: R } as const;

const json = {
  nonce: '0x7',
  gas: '0x5208',
  to: TO,
  value: '0x3',
  input: '0x1234',
  chainId: '0x7a69',
  yParity: '0x1',
  v: '0x1',
  r: R,
  s: S,
};
const fees = { maxFeePerGas: '0x9', maxPriorityFeePerGas: '0x2' };

describe('a transaction in JSON', () => {
  it.each<[string, object, TransactionSerializable]>([
    [
      'legacy',
      { type: '0x0', gasPrice: '0x5', v: '0xf4f6' },
      { type: 'legacy', ...call, chainId: 31_337, gasPrice: 5n },
    ],
    [
      'access list',
      { type: '0x1', gasPrice: '0x5', accessList },
      { type: 'eip2930', ...call, chainId: 31_337, gasPrice: 5n, accessList },
    ],
    ['dynamic fee', { type: '0x2', ...fees, accessList: [] }, { type: 'eip1559', ...call, ...dynamic }],
    [
      'blob',
      { type: '0x3', ...fees, accessList, maxFeePerBlobGas: '0x4', blobVersionedHashes: [`0x01${'22'.repeat(31)}`] },
      {
        type: 'eip4844',
        ...call,
        ...dynamic,
        accessList,
        maxFeePerBlobGas: 4n,
        blobVersionedHashes: [`0x01${'22'.repeat(31)}`],
      },
    ],
    [
      'set code',
      {
        type: '0x4',
        ...fees,
        authorizationList: [{ chainId: '0x7a69', address: TO, nonce: '0x1', yParity: '0x1', r: R, s: R }],
      },
      { type: 'eip7702', ...call, ...dynamic, authorizationList: [authorization] },
    ],
  ])('of type %s has the bytes of viem', (_, more, tx) => {
    const signature = { r: R, s: `0x0${S.slice(2)}` as Hex, yParity: 1, ...(tx.type === 'legacy' && { v: 62_710n }) };
    const encoded = encodeTxJson({ ...json, ...more });
    expect(encoded && to0x(encoded)).toBe(
      serializeTransaction(tx, signature as Parameters<typeof serializeTransaction>[1]),
    );
  });

  it('of an unknown type has no bytes', () => {
    expect(encodeTxJson({ ...json, type: '0x7e' })).toBeUndefined();
  });
});

describe('a header in JSON', () => {
  const zeros = (bytes: number): string => `0x${'00'.repeat(bytes)}`;
  /** Genesis of Ethereum's mainnet. */
  const mainnet = {
    parentHash: zeros(32),
    sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
    miner: zeros(20),
    stateRoot: '0xd7f8974fb5ac78d9ac099b9ad5018bedc2ce0a72dad1827a1709da30580f0544',
    transactionsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
    receiptsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
    logsBloom: zeros(256),
    difficulty: '0x400000000',
    number: '0x0',
    gasLimit: '0x1388',
    gasUsed: '0x0',
    timestamp: '0x0',
    extraData: '0x11bbe8db4e347b4e8c937c1c8370e4b5ed33adb3db69cbdb7a38e1e50b1b82fa',
    mixHash: zeros(32),
    nonce: '0x0000000000000042',
  };

  it('has the hash that Ethereum has of its genesis', () => {
    expect(headerProblem(mainnet)).toBeUndefined();
    expect(to0x(keccak256(encodeHeaderJson(mainnet)))).toBe(
      '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
    );
  });

  it('names its first invalid member', () => {
    expect(headerProblem({ ...mainnet, miner: '0x12' })).toEqual({ name: 'miner', expected: '20 bytes in 0x hex' });
    expect(headerProblem({ ...mainnet, gasUsed: `0x${'f'.repeat(64)}` })).toBeUndefined();
    const tooLong = { ...mainnet, gasUsed: `0x1${'0'.repeat(64)}` };
    expect(headerProblem(tooLong)).toEqual({ name: 'gasUsed', expected: 'a quantity in 0x hex' });
    expect(headerProblem({ ...mainnet, baseFeePerGas: 5 })).toMatchObject({ name: 'baseFeePerGas' });
    expect(headerProblem({})).toMatchObject({ name: 'parentHash' });
  });
});
