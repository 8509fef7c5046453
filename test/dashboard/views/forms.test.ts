import { describe, expect, it } from 'vitest';
import { encodeBech32 } from '../../../src/codec/bech32.js';
import { signersOfAll } from '../../../src/dashboard/explorer/read/network.js';
import { readAccount, readAmount, readTime } from '../../../src/dashboard/explorer/read/typed.js';
import { miningParams } from '../../../src/dashboard/views/control/mining_choice.js';
import { type FaultMenu, groupsOf, readFault } from '../../../src/dashboard/views/faults/menu.js';
import { createDevnet } from '../../../src/devnet/index.js';

describe('readAccount', () => {
  it('reads hex, and the same bytes as bech32 of any prefix', () => {
    const bytes = Uint8Array.from({ length: 20 }, (_, index) => (index * 37 + 200) % 256);
    const hex = `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
    expect(readAccount(` ${hex} `)).toBe(hex);
    for (const prefix of ['halley', 'cosmos', 'halleyvaloper']) {
      const text = encodeBech32(prefix, bytes);
      expect(readAccount(text)).toBe(hex);
      expect(readAccount(`${text.slice(0, -1)}${text.endsWith('q') ? 'p' : 'q'}`)).toBeUndefined();
    }
  });

  it('refuses other texts', () => {
    for (const text of ['', '0x12', 'halley1', `0x${'g'.repeat(40)}`, encodeBech32('a', new Uint8Array(32))])
      expect(readAccount(text)).toBeUndefined();
  });
});

describe('readAmount', () => {
  it('reads coins with a fraction of up to 18 digits', () => {
    expect(readAmount('2.5')).toBe(2_500_000_000_000_000_000n);
    expect(readAmount('0.000000000000000001')).toBe(1n);
    for (const text of ['', '-1', '1.', '1e3', '0.0000000000000000001']) expect(readAmount(text)).toBeUndefined();
  });
});

describe('readTime', () => {
  it('reads Unix seconds and ISO 8601, in UTC without a zone', () => {
    expect(readTime('1700000000')).toBe(1_700_000_000);
    expect(readTime('2023-11-14T22:13:20Z')).toBe(1_700_000_000);
    expect(readTime('2023-11-14T22:13:20')).toBe(1_700_000_000);
    expect(readTime('2023-11-15T00:13:20+02:00')).toBe(1_700_000_000);
    expect(readTime('2023-11-14')).toBe(1_699_920_000);
    for (const text of ['', 'soon', '2023-13-01', '-5', '14.11.2023']) expect(readTime(text)).toBeUndefined();
  });
});

describe('miningParams', () => {
  it('has the parameters of the mode, and none for fields that hold no number', () => {
    expect(miningParams('automine', undefined, undefined)).toEqual(['automine']);
    expect(miningParams('mixed', 500, undefined)).toEqual(['mixed', { ms: 500 }]);
    expect(miningParams('realtime', undefined, 20)).toEqual(['realtime', { factor: 20 }]);
    expect(miningParams('interval', 0.5, 1)).toBeUndefined();
    expect(miningParams('realtime', 1, 0)).toBeUndefined();
  });
});

describe('readFault', () => {
  /** Text of each form that the chain accepts. */
  const TEXTS: Readonly<Record<string, string>> = {
    node: '1',
    nodes: '0, 2',
    groups: '0,1/2,3',
    ms: '100',
    percent: '10',
    height: '5',
    round: '0',
    count: '3',
    counts: '1,2',
    text: 'eth_call',
    texts: 'address:127.0.0.1',
  };

  it('makes faults that the chain accepts, for each type, with all parameters and with the required ones', async () => {
    await using devnet = await createDevnet();
    const menu = (await devnet.provider.request({ method: 'halley_faultMenu' })) as FaultMenu;
    for (const [type, kind] of Object.entries(menu))
      for (const all of [true, false]) {
        const texts = Object.fromEntries(
          kind.parameters
            .filter(({ optional }) => all || !optional)
            .map(({ name, form, choices }) => [name, choices?.[0] ?? TEXTS[form] ?? '']),
        );
        const { fault, problem } = readFault(type, kind, texts);
        expect(problem, type).toBeUndefined();
        const id = await devnet.network.addFault(fault as never);
        expect(devnet.network.faults.at(-1)?.fault).toEqual(fault);
        await devnet.network.removeFault(id);
      }
  });

  it('names the first parameter that is missing or wrong', () => {
    const parameter = {
      name: 'node',
      summary: '',
      expected: 'the index of a validator',
      optional: false,
      form: 'node',
    };
    const kind = { summary: '', parameters: [parameter] };
    expect(readFault('equivocate', kind, {}).problem).toBe('"node" must be the index of a validator');
    expect(readFault('equivocate', kind, { node: 'x' }).problem).toBeDefined();
  });
});

describe('groupsOf', () => {
  it('groups validators by their choices, and leaves out empty groups', () => {
    expect(groupsOf([0, 3, 0, 1])).toEqual([[0, 2], [3], [1]]);
  });
});

describe('signersOfAll', () => {
  it('names those whose signatures are in every commit', () => {
    const branch = (...names: string[]) => ({
      ...{ block: '', round: '0x0', nodes: [] },
      signers: names.map((name, index) => ({ index, name })),
    });
    expect(signersOfAll({ branches: [branch('a', 'b', 'c'), branch('d', 'b', 'a')] })).toEqual(['a', 'b']);
  });
});
