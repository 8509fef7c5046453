/** Tests console.log of contracts in blocks, calls and estimates, which leaves no trace on the chain. */
import { format } from 'node:util';
import fc from 'fast-check';
import { encodeAbiParameters, type Hex, toFunctionSelector } from 'viem';
import { afterEach, describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../src/devnet/index.js';
import type { ConsoleValue } from '../../../src/devnet/log/console/decode.js';
import { formatLine } from '../../../src/devnet/log/console/format.js';
import { consoleLines } from '../../../src/devnet/log/console/lines.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { aLoggedDevnet, call, closeAll } from './kit.js';

const SOURCE = `pragma solidity ^0.8.0;
contract Talks {
  address constant CONSOLE = 0x000000000000000000636F6e736F6c652e6c6f67;
  uint256 public count;
  function send(address to, bytes memory payload) private view returns (bool ok) { (ok, ) = to.staticcall(payload); }
  function say(uint256 n) external {
    send(CONSOLE, abi.encodeWithSignature("log(string,uint256)", "n is %d", n));
    count++;
  }
  function fails() external view {
    send(CONSOLE, abi.encodeWithSignature("log(string)", "before the end"));
    revert("the end");
  }
  function inner() external returns (bool undone) {
    try this.fails() {} catch { undone = true; }
    send(CONSOLE, abi.encodeWithSignature("log(bool)", undone));
    count++;
  }
  function tell(address to) external { send(to, abi.encodeWithSignature("log()")); count++; }
  function chatter(uint256 times) external {
    for (uint256 i; i < times; i++) send(CONSOLE, abi.encodeWithSignature("log(uint256)", i));
  }
}`;

afterEach(closeAll);

const consoleCallsIn = (entries: readonly LogEntry[]): (readonly string[])[] =>
  entries.flatMap((entry) => {
    if (entry.type === 'console') return [[entry.method, ...entry.lines]];
    return entry.type === 'block' ? entry.transactions.map(({ console }) => console) : [];
  });

describe('console.log of contracts', () => {
  it('is logged with its transaction, also after a failure', async () => {
    const { deploy, send, received } = await aLoggedDevnet();
    const { address, abi } = await deploy(SOURCE, 'Talks');
    received();
    await send(address, call(abi, 'say', [7n]));
    await send(address, call(abi, 'fails'));
    await send(address, call(abi, 'inner'));
    expect(consoleCallsIn(received())).toEqual([['n is 7'], ['before the end'], ['before the end', 'true']]);
  });

  it('is logged once for a call and once for an estimate, reverted ones too', async () => {
    const { ask, deploy, received, alice } = await aLoggedDevnet();
    const { address, abi } = await deploy(SOURCE, 'Talks');
    received();
    const say = { from: alice, to: address, data: call(abi, 'say', [1n]) };
    await ask('eth_call', say, 'latest');
    await ask('eth_estimateGas', say);
    await ask('eth_call', { ...say, data: call(abi, 'fails') }, 'latest').catch(() => undefined);
    await ask('eth_estimateGas', { ...say, data: call(abi, 'fails') }).catch(() => undefined);
    expect(consoleCallsIn(received())).toEqual([
      ['eth_call', 'n is 1'],
      ['eth_estimateGas', 'n is 1'],
      ['eth_call', 'before the end'],
      ['eth_estimateGas', 'before the end'],
    ]);
  });

  it('belongs to its own transaction of a block with several', async () => {
    const { ask, deploy, devnet, received, alice, bob } = await aLoggedDevnet();
    const { address, abi } = await deploy(SOURCE, 'Talks');
    await devnet.setMiningMode('manual');
    received();
    const gas = '0x30d40';
    const nonce = Number(await ask('eth_getTransactionCount', alice, 'latest'));
    await ask('eth_sendTransaction', {
      from: alice,
      to: address,
      data: call(abi, 'say', [1n]),
      gas,
      nonce: `0x${nonce.toString(16)}`,
    });
    await ask('eth_sendTransaction', { from: alice, to: bob, gas, nonce: `0x${(nonce + 1).toString(16)}` });
    await ask('eth_sendTransaction', {
      from: alice,
      to: address,
      data: call(abi, 'say', [2n]),
      gas,
      nonce: `0x${(nonce + 2).toString(16)}`,
    });
    await devnet.mine();
    expect(consoleCallsIn(received())).toEqual([['n is 1'], [], ['n is 2']]);
  });

  it('costs as much as a call of any empty account', async () => {
    const { deploy, send, received } = await aLoggedDevnet();
    const { address, abi } = await deploy(SOURCE, 'Talks');
    await send(address, call(abi, 'say', [1n]));
    received();
    const console = '0x000000000000000000636f6e736f6c652e6c6f67';
    for (const to of [console, console.replace(/67$/, '68')]) await send(address, call(abi, 'tell', [to]));
    const [said, unsaid] = received().flatMap((entry) => (entry.type === 'block' ? entry.transactions : []));
    expect([said?.console, unsaid?.console]).toEqual([[''], []]);
    expect(said?.gasUsed).toBe(unsaid?.gasUsed);
  });

  it('changes nothing on the chain: blocks with and without a log are the same', async () => {
    const roots: unknown[] = [];
    for (const log of [() => undefined, undefined]) {
      const { ask, deploy, send } = await aLoggedDevnet({ ...(log && { log }) });
      const { address, abi } = await deploy(SOURCE, 'Talks');
      await send(address, call(abi, 'say', [7n]));
      roots.push(((await ask('eth_getBlockByNumber', 'latest', false)) as { hash: string }).hash);
    }
    expect(roots[1]).toBe(roots[0]);
  });

  it('is limited: the first part is logged, and the rest is counted', async () => {
    // A busy computer may need more time than calls normally get.
    const { ask, deploy, received } = await aLoggedDevnet({ jsonRpc: { limits: { evmTimeMs: 0 } } });
    const { address, abi } = await deploy(SOURCE, 'Talks');
    received();
    await ask('eth_call', { to: address, data: call(abi, 'chatter', [7_400n]), gas: '0x1312d00' }, 'latest');
    const [lines = []] = consoleCallsIn(received());
    expect([lines[0], lines[1], lines.length]).toEqual(['eth_call', '0', 7283]);
    expect(lines.at(-1)).toBe(`(and ${7_400 - 7281} more, which were dropped)`);
  });
});

describe('a line of console.log', () => {
  const line = (signature: string, types: readonly { type: string }[], args: readonly unknown[]): string | undefined =>
    consoleLines({
      inputs: [fromHex(`${toFunctionSelector(signature).slice(2)}${encodeAbiParameters(types, args).slice(2)}`)],
      dropped: 0,
    })[0];
  const MIXED = ['uint256', 'string', 'bool', 'address'] as const;
  const VALUES: Record<string, unknown> = {
    uint256: 12n,
    string: 'text',
    bool: true,
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  };

  it('is decoded for every order of up to four of its types', () => {
    const lists = (length: number): string[][] =>
      length === 0 ? [[]] : lists(length - 1).flatMap((list) => MIXED.map((type) => [...list, type]));
    const all = [0, 1, 2, 3, 4].flatMap(lists);
    expect(all).toHaveLength(341);
    for (const list of all) {
      const args = list.map((type) => VALUES[type]);
      const wanted = args.map(String).join(' ');
      const types = list.map((type) => ({ type }));
      expect(line(`log(${list.join(',')})`, types, args)).toBe(wanted);
    }
  });

  it.each([
    ['log(int256)', 'int256', -5n, '-5'],
    ['logInt(int256)', 'int256', 5n, '5'],
    ['log(bytes)', 'bytes', '0x0102', '0x0102'],
    ['logBytes(bytes)', 'bytes', '0x', '0x'],
    ['log(bytes1)', 'bytes1', '0x01', '0x01'],
    ['logBytes4(bytes4)', 'bytes4', '0x01020304', '0x01020304'],
    ['logBytes32(bytes32)', 'bytes32', `0x${'ab'.repeat(32)}`, `0x${'ab'.repeat(32)}`],
    ['logString(string)', 'string', 'é', 'é'],
  ])('%s', (signature, type, value, wanted) => {
    expect(line(signature, [{ type }], [value])).toBe(wanted);
  });

  it('is decoded by the selectors of the reference, and by the old ones of uint and int', () => {
    const word = '7'.padStart(64, '0');
    const lineOf = (input: string) => consoleLines({ inputs: [fromHex(input)], dropped: 0 })[0];
    for (const selector of ['f82c50f1', '2d5b6cb9', 'f5b1bba9', '4e0c1d1d']) expect(lineOf(selector + word)).toBe('7');
    expect(lineOf('51973ec9')).toBe('');
    expect(lineOf(`41304fac${'20'.padStart(64, '0')}${'1'.padStart(64, '0')}${'41'.padEnd(64, '0')}`)).toBe('A');
    const old = ['string', 'uint'].join(',');
    expect(line(`log(${old})`, [{ type: 'string' }, { type: 'uint256' }], ['a', 1n])).toBe('a 1');
  });

  it('shows unreadable data unchanged', () => {
    for (const input of ['', '01', '41304fac', 'ffffffff00', `41304fac${'ff'.repeat(64)}`])
      expect(consoleLines({ inputs: [fromHex(input)], dropped: 0 })).toEqual([
        `(not a function of console.sol: 0x${input})`,
      ]);
  });

  it('is formatted as by Node’s util.format', () => {
    const piece = fc.oneof(
      fc.constantFrom('%s', '%d', '%i', '%%', '%o', '%', '%q', '%c', ' '),
      fc.string({ maxLength: 4 }),
    );
    const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('').replace(/%[jfOx]/g, ''));
    // Converts to what JavaScript would receive: `%d` of a word is NaN, and `%o` quotes it, if it contains no quote.
    const word = fc.stringMatching(/^[a-z]{0,5}$/);
    const rest = fc.array(fc.oneof(word, fc.bigInt({ min: 0n, max: 2n ** 53n - 1n }), fc.boolean()), { maxLength: 3 });
    const value = (given: string | bigint | boolean): ConsoleValue => {
      if (typeof given === 'string') return { type: 'text', text: given };
      return typeof given === 'bigint' ? { type: 'number', number: given } : { type: 'flag', flag: given };
    };
    fc.assert(
      fc.property(text, rest, (first, values) => {
        // Node has no number for a word, and its number of an empty text is not followed.
        fc.pre(!/%[di]/.test(first) || values.every((given) => given !== ''));
        fc.pre(!/%[io]/.test(first) || values.every((given) => typeof given !== 'boolean'));
        const wanted = format(first, ...values.map((given) => (typeof given === 'bigint' ? Number(given) : given)));
        expect(formatLine([first, ...values].map(value))).toBe(wanted);
      }),
    );
  });

  it.each([
    ['%x', 255n, '0xff'],
    ['%x', -16n, '-0x10'],
    ['%d', -16n, '-16'],
  ])('%s of %s', (place, number, wanted) => {
    expect(
      formatLine([
        { type: 'text', text: place },
        { type: 'number', number },
      ]),
    ).toBe(wanted);
  });

  it('has a number for an address, and a text unchanged for %x', () => {
    const address: ConsoleValue = { type: 'hex', hex: '0x0000000000000000000000000000000000000010' as Hex };
    expect(formatLine([{ type: 'text', text: '%d %x' }, address, { type: 'text', text: 'ten' }])).toBe('16 ten');
  });
});
