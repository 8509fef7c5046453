/** Tests an account whose balance is the maximum: a transfer of value to it fails, and the chain continues. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createAddress } from '../../src/codec/ethereum/tx.js';
import { installFastCrypto } from '../../src/crypto/install.js';
import { MACHINE_KINDS } from '../../src/evm/machines.js';
import { EMPTY_CODE_HASH } from '../../src/evm/state.js';
import { type Bytes, bytesToBigint } from '../../src/kernel/bytes.js';
import { MAX_UINT256 } from '../../src/kernel/uint256.js';
import { at, Bench } from './machine_kit.js';

beforeAll(installFastCrypto);

const CODE = at(0xc0de);
const RICH = at(0xaa);
const ANSWER = '5f5260205ff3';

describe.each(MACHINE_KINDS)('the machine of the kind %s', (kind) => {
  const open = async (code: string, rich: Bytes = RICH): Promise<Bench> => {
    const bench = await Bench.open([], kind);
    bench.place(CODE, code, 10n);
    bench.state.setAccount(rich, { nonce: 0n, balance: MAX_UINT256, codeHash: EMPTY_CODE_HASH });
    return bench;
  };

  it('fails a message with value', async () => {
    const bench = await open('');
    const message = { to: RICH, value: 1n };
    expect(await bench.run(message)).toMatchObject({ error: 'value overflow', gasUsed: 21_000n });
    expect(bench.state.account(RICH)?.balance).toBe(MAX_UINT256);
    expect(await bench.run({ to: RICH })).toMatchObject({ error: undefined });
  });

  it('fails a call with value, which costs what the operation costs', async () => {
    // The code calls with 5 wei, then returns the result of the call.
    const bench = await open(`5f5f5f5f600560aa5af1${ANSWER}`);
    const { error, output, gasUsed } = await bench.run();
    expect([error, bytesToBigint(output), bench.state.account(CODE)?.balance]).toEqual([undefined, 0n, 10n]);
    expect(gasUsed).toBe(21_000n + 4n * 2n + 3n * 2n + 2n + 2_600n + 9_000n - 2_300n + 2n + 6n + 3n + 2n);
  });

  it('fails a creation with value at its address', async () => {
    const bench = await open(`5f5f6001f0${ANSWER}`, createAddress(CODE, 1n));
    const { error, output } = await bench.run();
    expect([error, bytesToBigint(output), bench.state.account(CODE)]).toMatchObject([undefined, 0n, { nonce: 2n }]);
  });

  it('fails a message that creates with value at its address', async () => {
    const sender = at(0xaaaa);
    const bench = await open('', createAddress(sender, 0n));
    expect(await bench.run({ to: undefined, value: 1n })).toMatchObject({ error: 'value overflow' });
  });

  it('fails a self-destruct in its favour, and with it the frame', async () => {
    const bench = await open('60aaff');
    expect(await bench.run({}, 50_000n)).toMatchObject({ error: 'value overflow', gasUsed: 71_000n });
    expect(bench.state.account(CODE)?.balance).toBe(10n);
  });

  it('lets it pay itself', async () => {
    const bench = await open('');
    bench.place(CODE, `5f5f5f5f6001305af1${ANSWER}`, MAX_UINT256);
    expect(bytesToBigint((await bench.run()).output)).toBe(1n);
  });
});
