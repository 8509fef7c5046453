/** Tests which files the page takes as artifacts, and how it reads the arguments that a reader types. */
import { expect, it } from 'vitest';
import { readArgument } from '../../../src/dashboard/explorer/abi/arguments.js';
import { readArtifact, withUsableAbi } from '../../../src/dashboard/explorer/abi/artifact.js';

const ABI = [{ type: 'function', name: 'f', inputs: [], outputs: [], stateMutability: 'view' }];

it('reads artifacts of Hardhat and Foundry, and bare ABIs', () => {
  const hardhat = { contractName: 'Token', sourceName: 'contracts/Token.sol', abi: ABI, deployedBytecode: '0x6001' };
  expect(readArtifact('x.json', JSON.stringify(hardhat))).toEqual({
    ...{ contract: 'Token', source: 'contracts/Token.sol', abi: ABI, deployedBytecode: '0x6001' },
  });
  const foundry = {
    abi: ABI,
    deployedBytecode: { object: '0x6002' },
    metadata: { settings: { compilationTarget: { 'src/Faucet.sol': 'Faucet' } } },
  };
  expect(readArtifact('out/Faucet.sol/Faucet.json', JSON.stringify(foundry))).toEqual({
    ...{ contract: 'Faucet', source: 'src/Faucet.sol', abi: ABI, deployedBytecode: '0x6002' },
  });
  expect(readArtifact('some/Vault.json', JSON.stringify(ABI))).toEqual({ contract: 'Vault', abi: ABI });
});

it('says what is wrong with a file', () => {
  expect(() => readArtifact('a.json', '{')).toThrow(/^a\.json is not JSON: /);
  expect(() => readArtifact('a.json', '{"abi": 5}')).toThrow('a.json has no ABI: expected a list of entries');
  expect(() => readArtifact('a.json', '[{"name": "f"}]')).toThrow('entry 0 is not an object with a type');
  expect(() => readArtifact('a.json', '[null]')).toThrow('entry 0 is not an object with a type');
  expect(() => readArtifact('a.json', JSON.stringify(new Array(10_001).fill(ABI[0])))).toThrow('10001 entries');
});

it('leaves out entries of an ABI that are damaged', () => {
  const nested = (depth: number): unknown => ({
    ...{ name: 'x', type: 'tuple', components: depth === 0 ? [] : [nested(depth - 1)] },
  });
  const damaged = [
    ...[null, 5, 'x', { type: null }, { type: 'function' }, { type: 'event', name: 'E', inputs: [null] }],
    ...[
      { type: 'error', name: 5, inputs: [] },
      { type: 'function', name: 'f', inputs: [], outputs: [{}] },
    ],
    { type: 'function', name: 'f', inputs: [nested(1000)], outputs: [] },
    { type: 'function', name: 'f', inputs: [{ name: {}, type: 'uint8' }], outputs: [] },
  ];
  const tuple = { type: 'function', name: 'g', inputs: [nested(2)], outputs: [], stateMutability: 'view' };
  const abi = [...damaged, ...ABI, tuple, { type: 'receive' }];
  expect(withUsableAbi({ contract: 'X', abi }).abi).toEqual([...ABI, tuple, { type: 'receive' }]);
  expect(withUsableAbi({ contract: 'X', abi: new Array(20_000).fill(ABI[0]) }).abi).toHaveLength(10_000);
});

it('reads arguments of every kind', () => {
  const read = (type: string, text: string) => readArgument({ name: 'x', type }, text);
  expect(read('uint256', ' 1.5e18 ')).toBe(1_500_000_000_000_000_000n);
  expect(read('int8', '-3')).toBe(-3n);
  expect(read('uint256', '0xff')).toBe(255n);
  expect(read('string', ' a ')).toBe(' a ');
  expect(read('bool', 'true')).toBe(true);
  expect(read('bytes4', '0x01020304')).toBe('0x01020304');
  expect(
    read('uint256[2][]', '[[1, 115792089237316195423570985008687907853269984665640564039457584007913129639935]]'),
  ).toEqual([[1n, 2n ** 256n - 1n]]);
  const components = [
    { name: 'to', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ];
  const to = `0x${'ab'.repeat(20)}`;
  const tuple = { name: 'x', type: 'tuple', components };
  expect(readArgument(tuple, JSON.stringify({ amount: 5, to }))).toEqual([to, 5n]);
});

it('refuses arguments that do not fit, and says what it expected', () => {
  const read = (type: string, text: string) => () => readArgument({ name: 'x', type }, text);
  expect(read('uint256', '1.5')).toThrow('"1.5" is no uint256: expected a whole number');
  expect(read('uint256', '1.55e1')).toThrow('is no uint256');
  expect(read('address', '0x12')).toThrow('expected 0x and 40 hex digits');
  expect(read('bytes2', '0x010203')).toThrow('expected 0x and 4 hex digits');
  expect(read('bool', 'yes')).toThrow('expected true or false');
  expect(read('uint256[2]', '[1]')).toThrow('uint256[2] has 2 items, not 1');
  expect(read('uint256[]', '5')).toThrow('expected a JSON list');
  expect(read('uint256[]', '[')).toThrow('is not JSON');
});
