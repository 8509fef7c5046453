/** Selects among implementations of which some are absent, wrong, or cannot be started. */
import { describe, expect, it } from 'vitest';
import type { Secp256k1Backend } from '../../src/crypto/secp256k1/backend.js';
import { loadAddon } from '../../src/crypto/secp256k1/native.js';
import { nobleSecp256k1 } from '../../src/crypto/secp256k1/noble.js';
import { type Candidates, Selection } from '../../src/crypto/secp256k1/selection.js';
import { wasmSecp256k1 } from '../../src/crypto/secp256k1/wasm.js';

const WRONG: Secp256k1Backend = { ...nobleSecp256k1, name: 'secp256k1', recover: () => new Uint8Array(64) };

/** Makes a selection on a machine that has everything except what is given, and lists the names that it reports. */
function selection(given: Partial<Candidates>): { readonly selection: Selection; readonly names: readonly string[] } {
  const names: string[] = [];
  const candidates = { addon: async () => loadAddon(), others: [wasmSecp256k1], last: nobleSecp256k1, ...given };
  return { selection: new Selection(candidates, (name) => names.push(name)), names };
}

/** Counts how often the addon is started. */
function counted(start: () => Secp256k1Backend): {
  readonly addon: Candidates['addon'];
  readonly starts: () => number;
} {
  let starts = 0;
  const addon = async () => () => {
    starts++;
    return start();
  };
  return { addon, starts: () => starts };
}

const addonOfMachine = (): Secp256k1Backend => {
  const start = loadAddon();
  if (start === undefined) throw new Error('it does not load on this machine');
  return start();
};

describe('the addon', () => {
  it('is selected when it loads, and started once, at the first use', async () => {
    const { addon, starts } = counted(addonOfMachine);
    const { selection: made, names } = selection({ addon });
    await made.select();
    expect([names, starts()]).toEqual([['secp256k1'], 0]);
    expect([made.used.name, made.used.name, starts()]).toEqual(['secp256k1', 'secp256k1', 1]);
    await made.warmUp();
    expect(starts()).toBe(1);
  });

  it('is started by the warm-up before the first use', async () => {
    const { addon, starts } = counted(addonOfMachine);
    const { selection: made } = selection({ addon });
    await made.select();
    await made.warmUp();
    expect([starts(), made.used.name, starts()]).toEqual([1, 'secp256k1', 1]);
  });

  it.each([
    ['is wrong', () => WRONG],
    [
      'cannot be started',
      () => {
        throw new Error('no');
      },
    ],
  ])('that %s is replaced at its first use, by noble, and then by WebAssembly', async (_, start) => {
    const { selection: made, names } = selection({ addon: async () => start });
    await made.select();
    expect(made.used).toBe(nobleSecp256k1);
    expect(names).toEqual(['secp256k1', '@noble/curves']);
    await made.warmUp();
    expect([made.used.name, names.at(-1)]).toEqual(['libauth', 'libauth']);
  });
});

describe('a machine without the addon', () => {
  const absent = async () => undefined;

  it('has WebAssembly at once', async () => {
    const { selection: made, names } = selection({ addon: absent });
    await made.select();
    expect([made.used.name, names]).toEqual(['libauth', ['libauth']]);
    await made.warmUp();
    expect(names).toEqual(['libauth']);
  });

  it.each([
    ['absent', absent],
    ['wrong', async () => WRONG],
  ])('has noble where WebAssembly is %s', async (_, other) => {
    const { selection: made, names } = selection({ addon: absent, others: [other] });
    await made.select();
    await made.warmUp();
    expect([made.used, names.at(-1)]).toEqual([nobleSecp256k1, '@noble/curves']);
  });
});

it('is an error of the program to use it before the selection', () => {
  expect(() => selection({}).selection.used).toThrow('before installFastCrypto() has resolved');
});
