import { expect, test } from 'vitest';
import { fromHex } from '../../src/kernel/hex.js';
import { CompiledCode, CompiledContract } from '../../src/solidity/compiled_contract.js';
import { ContractIndex } from '../../src/solidity/contract_index.js';
import { SourceText } from '../../src/solidity/source_text.js';

/** CBOR map of one entry with a length of 8 bytes, as solc appends one. */
const metadata = (byte: string): string => `a1${byte.repeat(7)}0008`;
const M1 = metadata('11');
const M2 = metadata('22');

function aContract(
  name: string,
  codes: { creation?: string; runtime?: string; references?: object },
  text = `contract ${name} {}`,
) {
  const { creation, runtime, references } = codes;
  return new CompiledContract(
    name,
    `${name}.sol`,
    '[]',
    CompiledCode.read(creation, '0:1:0'),
    CompiledCode.read(runtime, '0:1:0', references),
    new Map([[0, new SourceText(`${name}.sol`, text)]]),
    false,
  );
}

function indexOf(...contracts: readonly CompiledContract[]): ContractIndex {
  const index = new ContractIndex();
  index.replace('all', contracts);
  return index;
}

const runtime = (index: ContractIndex, hex: string): string | undefined => {
  const found = index.ofRuntime(hex, fromHex(hex));
  return found && `${found.contract.name} ${found.isExact ? 'exact' : 'similar'}`;
};
const creation = (index: ContractIndex, hex: string): string | undefined => {
  const found = index.ofCreation(fromHex(hex));
  return found && `${found.contract.name} ${found.isExact ? 'exact' : 'similar'}`;
};

test('ignores immutables, links and the own address of a library', () => {
  const linked = `6001__$${'a'.repeat(34)}$__6002`;
  const index = indexOf(
    aContract('Immutable', { runtime: `60aa${'00'.repeat(4)}60bb`, references: { 12: [{ start: 2, length: 4 }] } }),
    aContract('Linked', { runtime: linked }),
    aContract('Library', { runtime: `73${'00'.repeat(20)}3014` }),
  );
  expect(runtime(index, '60aa1234567860bb')).toBe('Immutable exact');
  expect(runtime(index, '60aa1234567860bc')).toBe(undefined);
  expect(runtime(index, `6001${'c3'.repeat(20)}6002`)).toBe('Linked exact');
  expect(runtime(index, `73${'d4'.repeat(20)}3014`)).toBe('Library exact');
});

test('calls code with other metadata similar, because its sources may differ', () => {
  const index = indexOf(aContract('Token', { runtime: `6003${M1}`, creation: `6004${M1}` }));
  expect(runtime(index, `6003${M1}`)).toBe('Token exact');
  expect(runtime(index, `6003${M2}`)).toBe('Token similar');
  expect(creation(index, `6004${M1}${'05'.repeat(32)}`)).toBe('Token exact');
  expect(creation(index, `6004${M2}${'05'.repeat(32)}`)).toBe('Token similar');
  expect(creation(index, '60')).toBe(undefined);
});

test('prefers the longer of two initcodes with the same beginning', () => {
  const index = indexOf(aContract('Short', { creation: '600760' }), aContract('Long', { creation: '60076008' }));
  expect(creation(index, '6007600809')).toBe('Long exact');
  expect(creation(index, '60076010')).toBe('Short exact');
});

test('shows no line where contracts with the same code have other sources', () => {
  const one = aContract('Double', { runtime: '600b' });
  const other = aContract('Double', { runtime: '600b' }, '// another comment\ncontract Double {}');
  expect(runtime(indexOf(one, other), '600b')).toBe('Double similar');
  expect(runtime(indexOf(one, aContract('Double', { runtime: '600b' })), '600b')).toBe('Double exact');
});

test('finds the newest contracts after a group is replaced', () => {
  const index = indexOf(aContract('Old', { runtime: '600c' }));
  expect(runtime(index, '600c')).toBe('Old exact');
  index.replace('all', [aContract('New', { runtime: '600c' })]);
  expect(runtime(index, '600c')).toBe('New exact');
  index.replace('all');
  expect([runtime(index, '600c'), index.size]).toEqual([undefined, 0]);
});

test('ignores code that is no hex, and references beyond its end', () => {
  const index = indexOf(
    aContract('Damaged', { runtime: '0xzz' }),
    aContract('Beyond', {
      runtime: '600d',
      references: [
        { start: 1, length: 40 },
        { start: -3, length: 2 },
      ],
    }),
  );
  expect(runtime(index, '600d')).toBe('Beyond exact');
});

test('leaves out references nested too deep, and a map longer than any compiler writes', () => {
  const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as object;
  expect(CompiledCode.read('6001', '0:1:0', deep)?.holes).toEqual([]);
  expect(CompiledCode.read('6001', ':'.repeat(1_000))?.map).toBeUndefined();
});
