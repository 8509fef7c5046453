/** Tests that a devnet with a state file answers about the file's blocks as the chain that wrote it does. */
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDevnet, type Devnet, verifyHome } from '../../../src/devnet/index.js';
import { utf8 } from '../../../src/kernel/text.js';
import { ALICE, aDevnet, ask, BOB, CREATION, dumped, type StateOfFile, temporaryFolder } from './kit.js';

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
type Json = any;

const HISTORY = '0x0000f90827f1c53a10cb7a02335b175320002935';
const STRANGER = '0x00000000000000000000000000000000000000bb';
const at = (number: number | bigint): string => `0x${number.toString(16)}`;

/** Returns the code of a call that returns the hash of a block. */
const blockHashCode = (number: number): string => `0x60${number.toString(16).padStart(2, '0')}4060005260206000f3`;
/** Returns the number, the time and the base fee of the block around it. */
const CONTEXT_CODE = '0x43600052426020524860405260606000f3';

const BLOCK_3 = Uint8Array.of(...utf8('Hb'), 0, 0, 0, 0, 0, 0, 0, 3);

/** Changes the records of a home folder. */
async function onDisk(
  home: string,
  edit: (level: ClassicLevel<Uint8Array, Uint8Array>) => Promise<void>,
): Promise<void> {
  const level = new ClassicLevel<Uint8Array, Uint8Array>(join(home, 'data'), {
    keyEncoding: 'view',
    valueEncoding: 'view',
  });
  await level.open();
  await edit(level);
  await level.close();
}

let origin: Devnet;
let state: StateOfFile;
let plain: StateOfFile;
let last: number;

beforeAll(async () => {
  origin = await createDevnet({ seed: 'state files', jsonRpc: { namespaces: ['all'] } });
  const send = (tx: object): Promise<unknown> =>
    ask(origin, 'eth_sendTransaction', { from: ALICE, gas: '0x30000', ...tx });
  await send({ to: BOB, value: '0x1' });
  await send({ data: CREATION });
  await send({ to: BOB, value: '0x2', type: '0x0', gasPrice: '0x77359400' });
  await send({ to: BOB, value: '0x3', accessList: [] });
  await send({ data: '0x60006000fd' });
  await ask(origin, 'anvil_impersonateAccount', STRANGER);
  await ask(origin, 'anvil_setBalance', STRANGER, '0xffffffffffffffff');
  await send({ from: STRANGER, to: BOB, value: '0x4' });
  await ask(origin, 'evm_setAutomine', false);
  await send({ data: CREATION });
  await send({ data: CREATION });
  await origin.mine();
  last = Number(origin.height);
  state = await dumped(origin, true);
  plain = await dumped(origin);
  return () => origin.close();
});

const copyOf = (more: object = {}): Promise<Devnet> =>
  aDevnet({ loadState: state, jsonRpc: { namespaces: ['all'] }, ...more });

/** Compares what both answer; one of them may name an error. */
async function same(copy: Devnet, method: string, ...params: readonly unknown[]): Promise<Json> {
  const expected = await ask(origin, method, ...params);
  expect([method, params, await ask(copy, method, ...params)]).toEqual([method, params, expected]);
  return expected;
}

describe('a devnet with a state file', () => {
  it('answers about each block, transaction, receipt and log of the file', async () => {
    const copy = await copyOf();
    for (let number = 0; number <= last; number++) {
      const { hash, transactions } = await same(copy, 'eth_getBlockByNumber', at(number), true);
      await same(copy, 'eth_getBlockByHash', hash, false);
      await same(copy, 'eth_getHeaderByNumber', at(number));
      await same(copy, 'eth_getHeaderByHash', hash);
      await same(copy, 'eth_getBlockReceipts', at(number));
      await same(copy, 'eth_getBlockReceipts', { blockHash: hash });
      await same(copy, 'eth_getBlockTransactionCountByNumber', at(number));
      await same(copy, 'eth_getBlockTransactionCountByHash', hash);
      await same(copy, 'eth_getUncleCountByBlockNumber', at(number));
      await same(copy, 'eth_getLogs', { blockHash: hash });
      await same(copy, 'debug_getBlockRlp', number);
      await same(copy, 'debug_getHeaderRlp', number);
      for (const [i, tx] of transactions.entries()) {
        await same(copy, 'eth_getTransactionByHash', tx.hash);
        await same(copy, 'eth_getTransactionReceipt', tx.hash);
        await same(copy, 'eth_getTransactionLogs', tx.hash);
        await same(copy, 'eth_getRawTransactionByHash', tx.hash);
        await same(copy, 'eth_getTransactionByBlockNumberAndIndex', at(number), at(i));
        await same(copy, 'eth_getTransactionByBlockHashAndIndex', hash, at(i));
      }
    }
    await same(copy, 'eth_getTransactionByBlockNumberAndIndex', '0x1', '0x5');
    await same(copy, 'eth_getTransactionReceipt', `0x${'12'.repeat(32)}`);
    await same(copy, 'eth_getBlockByHash', `0x${'12'.repeat(32)}`, false);
    await same(copy, 'eth_feeHistory', '0x4', at(last), [10, 50]);
  });

  it('continues after the last block of the file', async () => {
    const copy = await copyOf();
    const before = await ask(origin, 'eth_getBlockByNumber', at(last), false);
    const first = await ask(copy, 'eth_getBlockByNumber', at(last + 1), false);
    expect(first.parentHash).toBe(before.hash);
    expect(Number(first.timestamp)).toBeGreaterThan(Number(before.timestamp));
    const { baseFeePerGas } = await ask(copy, 'eth_feeHistory', at(last + 2), 'latest', []);
    expect(baseFeePerGas).toHaveLength(last + 3);
  });

  it('finds logs in one range across the border, also for filters', async () => {
    const copy = await copyOf();
    await ask(copy, 'eth_sendTransaction', { from: ALICE, gas: '0x30000', data: CREATION });
    const earlier = await ask(origin, 'eth_getLogs', { fromBlock: '0x0', toBlock: at(last) });
    expect(earlier).toHaveLength(3);
    const all = { fromBlock: 'earliest', toBlock: 'latest' };
    const logs = await ask(copy, 'eth_getLogs', all);
    expect(logs.slice(0, 3)).toEqual(earlier);
    expect(logs.slice(3).map((log: Json) => log.blockNumber)).toEqual([at(copy.height)]);
    const id = await ask(copy, 'eth_newFilter', all);
    expect(await ask(copy, 'eth_getFilterLogs', id)).toEqual(logs);
    const of = { address: earlier[1].address, topics: [earlier[1].topics[0]] };
    expect(await ask(copy, 'eth_getLogs', { ...all, ...of })).toEqual([earlier[1]]);
    expect(await ask(copy, 'eth_getLogs', { ...all, topics: [`0x${'99'.repeat(32)}`] })).toEqual([]);
  });

  it('reads and executes on the earlier states that the file has', async () => {
    const copy = await copyOf();
    const creation = await ask(origin, 'eth_getBlockReceipts', '0x3');
    const contract = creation[0].contractAddress;
    for (let number = 0; number <= last; number++) {
      for (const address of [ALICE, BOB, contract]) {
        await same(copy, 'eth_getBalance', address, at(number));
        await same(copy, 'eth_getTransactionCount', address, at(number));
        await same(copy, 'eth_getCode', address, at(number));
      }
      await same(copy, 'eth_getStorageAt', contract, '0x0', at(number));
      await same(copy, 'eth_call', { data: CONTEXT_CODE }, at(number));
      await same(copy, 'eth_call', { data: blockHashCode(2) }, at(number));
      await same(copy, 'eth_estimateGas', { from: ALICE, to: BOB, value: '0x1' }, at(number));
      await same(copy, 'eth_createAccessList', { from: ALICE, to: contract }, at(number));
    }
    const { hash } = await ask(origin, 'eth_getBlockByNumber', '0x2', false);
    await same(copy, 'eth_getBalance', BOB, { blockHash: hash });
    await same(copy, 'debug_traceCall', { to: contract }, '0x3', { tracer: 'callTracer' });
    await expect(ask(copy, 'eth_getProof', BOB, [], '0x2')).rejects.toThrow(/eth_getProof cannot be answered/);
    await expect(ask(copy, 'eth_simulateV1', { blockStateCalls: [{}] }, '0x2')).rejects.toThrow(/cannot be answered/);
  });

  it('names what is missing where the file has no earlier states', async () => {
    const copy = await copyOf({ loadState: plain });
    for (const method of ['eth_getBalance', 'eth_getCode'])
      await expect(ask(copy, method, BOB, '0x2')).rejects.toThrow(
        `the state after block 2 is not known: of the states before block ${last} the state file has none; write it with --preserve-historical-states`,
      );
    expect(await ask(copy, 'eth_getBalance', BOB, at(last))).toBe(await ask(origin, 'eth_getBalance', BOB, at(last)));
    await same(copy, 'eth_getBlockByNumber', '0x2', true);
  });

  it('gives contracts the hashes of the file, also before the fork with the contract of hashes', async () => {
    for (const hardfork of ['osaka', 'cancun'] as const) {
      const copy = await copyOf({ hardfork });
      for (let number = 0; number <= last; number++) {
        const { hash } = await ask(origin, 'eth_getBlockByNumber', at(number), false);
        expect(await ask(copy, 'eth_call', { data: blockHashCode(number) }, 'latest')).toBe(hash);
      }
    }
  });

  it('keeps earlier blocks after a revert and a reset', async () => {
    const copy = await copyOf();
    const id = await copy.snapshot();
    await copy.mine({ blocks: 3 });
    await copy.revert(id);
    await same(copy, 'eth_getBlockByNumber', '0x3', true);
    await ask(copy, 'hardhat_reset');
    expect(copy.height).toBe(BigInt(last) + 1n);
    await same(copy, 'eth_getBlockByNumber', at(last), true);
    expect((await ask(copy, 'hardhat_metadata')).forkedNetwork).toBeUndefined();
    await expect(ask(copy, 'anvil_setRpcUrl', 'http://127.0.0.1:1')).rejects.toThrow(/not a fork/);
  });
});

describe('a dump of a devnet with a state file', () => {
  const earlier = (file: StateOfFile) => ({
    blocks: file.blocks.slice(0, last + 1),
    transactions: file.transactions.slice(0, state.transactions.length),
    states: file.historical_states?.slice(0, last),
  });

  it('has the blocks, transactions and states of that file again', async () => {
    const copy = await copyOf();
    await ask(copy, 'eth_sendTransaction', { from: ALICE, gas: '0x30000', data: CREATION });
    const again = await dumped(copy, true);
    expect(earlier(again)).toEqual(earlier(state));
    expect(again.blocks).toHaveLength(last + 3);
    expect(again.blocks.at(last + 1)?.header['parentHash']).toBe(again.historical_states?.[last]?.[0]);
    expect(again.historical_states).toHaveLength(last + 3);
    expect(again.accounts).toMatchObject(
      Object.fromEntries(Object.entries(state.accounts).filter(([address]) => ![HISTORY, ALICE].includes(address))),
    );
    const third = await aDevnet({ loadState: again });
    const { hash } = await ask(copy, 'eth_getBlockByNumber', at(copy.height), false);
    expect((await ask(third, 'eth_getBlockByHash', hash, false)).number).toBe(at(copy.height));
    await same(third, 'eth_getBlockByNumber', at(2), true);
    expect(await ask(third, 'eth_getBalance', BOB, '0x2')).toBe(await ask(origin, 'eth_getBalance', BOB, '0x2'));
  });
});

describe('earlier blocks in a home folder', () => {
  it('are there after a restart, and verified', async () => {
    const home = temporaryFolder();
    const first = await createDevnet({ seed: 'state files', home, loadState: state });
    await first.mine();
    await first.close();
    const report = await verifyHome(home);
    expect(report.problems).toEqual([]);
    const again = await createDevnet({ seed: 'state files', home });
    onTestFinished(() => again.close());
    await same(again, 'eth_getBlockByNumber', at(3), true);
    expect(await ask(again, 'eth_getBalance', BOB, '0x2')).toBe(await ask(origin, 'eth_getBalance', BOB, '0x2'));
  });

  it('name a damaged record in one line, and refuse to start without them', async () => {
    const home = temporaryFolder();
    const first = await createDevnet({ seed: 'state files', home, loadState: state });
    await first.close();
    await onDisk(home, async (level) => {
      const value = (await level.get(BLOCK_3)) ?? new Uint8Array();
      await level.put(
        BLOCK_3,
        value.map((byte, i) => (i === 20 ? byte ^ 1 : byte)),
      );
    });
    const damaged = await createDevnet({ seed: 'state files', home });
    await expect(ask(damaged, 'eth_getBlockByNumber', '0x3', false)).rejects.toThrow(/the earlier blocks' block 3/);
    await same(damaged, 'eth_getBlockByNumber', '0x4', true);
    await damaged.close();
    const { problems } = await verifyHome(home);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(/the earlier blocks' block 3/)]);
    await onDisk(home, (level) => level.del(utf8('Hm')));
    await expect(createDevnet({ seed: 'state files', home })).rejects.toMatchObject({
      code: 'corrupt-store',
      message: expect.stringMatching(/the earlier blocks' facts is missing/),
    });
  });
});

describe('a state file with earlier blocks', () => {
  const changed = (edit: (file: Json) => void): Json => {
    const file = JSON.parse(JSON.stringify(state));
    edit(file);
    return file;
  };

  it('is refused with the path of an invalid member', async () => {
    for (const [edit, text] of [
      [
        (file: Json) => delete file.blocks[2].header.stateRoot,
        /blocks\[2\]\.header\.stateRoot is missing, expected 32/,
      ],
      [(file: Json) => (file.blocks[1].hash = '0x12'), /blocks\[1\]\.hash is "0x12", expected 32 bytes/],
      [
        (file: Json) => (file.transactions[0].info.from = '0x12'),
        /transactions\[0\]\.info\.from is "0x12", expected 20 bytes/,
      ],
      [(file: Json) => (file.transactions[0].info.to = 5), /transactions\[0\]\.info\.to is 5/],
      [
        (file: Json) => (file.transactions[0].info.transaction_hash = 5),
        /transactions\[0\]\.info\.transaction_hash is 5/,
      ],
      [
        (file: Json) => (file.transactions[1].receipt.logs = 5),
        /transactions\[1\]\.receipt\.logs is 5, expected an array/,
      ],
      [
        (file: Json) => (file.historical_states[0][1].accounts[ALICE].code = 5),
        /historical_states\[0\]\[1\]\.accounts\.0xf39f\w+\.code\.?\w* is 5/,
      ],
    ] as const)
      await expect(aDevnet({ loadState: changed(edit) })).rejects.toThrow(text);
  });

  it('has the chain that ends with the newest block, whatever else it lists', async () => {
    const file = changed((one) => {
      const branch = JSON.parse(JSON.stringify(one.blocks[2]));
      branch.header.extraData = '0x1234';
      delete branch.hash;
      one.blocks.push(branch);
      one.blocks.reverse();
    });
    const copy = await aDevnet({ loadState: file });
    for (let number = 0; number <= last; number++) await same(copy, 'eth_getBlockByNumber', at(number), true);
  });

  it('may lack its oldest blocks', async () => {
    const copy = await aDevnet({ loadState: changed((one) => one.blocks.splice(0, 3)) });
    expect(await ask(copy, 'eth_getBlockByNumber', '0x2', false)).toBeNull();
    await same(copy, 'eth_getBlockByNumber', '0x4', true);
    expect(await ask(copy, 'eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' })).toHaveLength(3);
    await expect(ask(copy, 'eth_getBalance', BOB, '0x2')).rejects.toThrow(/the state file begins with block 3/);
  });
});
