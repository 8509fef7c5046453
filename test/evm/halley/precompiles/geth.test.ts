/** Compares precompiles with go-ethereum: gas, output and error texts. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { installFastCrypto } from '../../../../src/crypto/install.js';
import { precompiledOf } from '../../../../src/evm/halley/precompiles/index.js';
import { HARDFORKS, type Hardfork } from '../../../../src/evm/hardfork.js';
import { fromHex } from '../../../../src/kernel/hex.js';
import { contractAt, outcomeOf } from './precompile_kit.js';

interface Case {
  readonly fork: Hardfork;
  readonly address: number;
  readonly input: string;
  readonly gas: number;
  readonly output?: string;
  readonly error?: string;
}

const file = new URL('../../../vectors/geth-1.17.10/precompiles.json.gz', import.meta.url);
const cases = JSON.parse(gunzipSync(readFileSync(file)).toString()) as readonly Case[];
const addresses = [...precompiledOf('osaka').keys()];

beforeAll(async () => {
  await installFastCrypto();
});

describe.each(addresses)('the precompile at address %i', (address) => {
  const own = cases.filter((one) => one.address === address);

  it("gives go-ethereum's results", async () => {
    expect(own.length).toBeGreaterThan(10);
    for (const { fork, input, gas, output, error } of own) {
      // A precompile of one fork applies in the later ones, except modexp, whose price changed in Osaka.
      const forks = address === 5 ? [fork] : HARDFORKS.slice(HARDFORKS.indexOf(fork));
      for (const later of forks) {
        const contract = await contractAt(later, address);
        const bytes = fromHex(input);
        expect(contract.gasOf(bytes), input).toBe(Number.isSafeInteger(gas) ? gas : Infinity);
        if (later !== fork || (output === undefined && error === undefined)) continue;
        expect(
          outcomeOf(() => contract.run(bytes)),
          input,
        ).toMatchObject(error === undefined ? { output } : { error });
        expect(bytes, 'the input stays as it is').toEqual(fromHex(input));
      }
    }
  });
});

it('each fork has its precompiles', () => {
  const numbers = (fork: Hardfork): readonly number[] => [...precompiledOf(fork).keys()];
  const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, i) => i + 1);
  expect(numbers('shanghai')).toEqual(upTo(0x09));
  expect(numbers('cancun')).toEqual(upTo(0x0a));
  expect(numbers('prague')).toEqual(upTo(0x11));
  expect(numbers('osaka')).toEqual([...upTo(0x11), 0x100]);
});
