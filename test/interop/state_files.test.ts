/** Carries states between Halley and the real Anvil, in both directions, and compares every account and slot. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createPublicClient, custom, type Hex, http, type PublicClient } from 'viem';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';
import { fromHex } from '../../src/kernel/hex.js';
import {
  ALICE,
  aDevnet,
  ask,
  BOB,
  CREATION,
  heldBy,
  type StateOfFile,
  temporaryFolder,
  withHistory,
} from '../devnet/state_files/kit.js';
import { type Ask, anvilIsAbsent, startAnvil } from './anvil/node.js';

const HISTORY = '0x0000f90827f1c53a10cb7a02335b175320002935';
const CREATE2_DEPLOYER = '0x4e59b44847b379578588920ca78fbf26c0b4956c';
const IMPERSONATED = '0x00000000000000000000000000000000000000aa';

async function anAnvil(...flags: readonly string[]) {
  const anvil = await startAnvil(...flags);
  onTestFinished(() => anvil.stop());
  return anvil;
}

/**
 * Makes blocks with transfers of each type, contracts, logs, a failed transaction and an impersonated one. Anvil
 * answers `eth_sendTransaction` before it has mined the block, so this asks for each receipt until there is one.
 */
async function busy(request: Ask): Promise<void> {
  const send = async (tx: object): Promise<void> => {
    const hash = await request('eth_sendTransaction', { from: ALICE, gas: '0x30000', ...tx });
    while ((await request('eth_getTransactionReceipt', hash)) === null);
  };
  await send({ to: BOB, value: '0x1' });
  await send({ data: CREATION });
  await send({ to: BOB, value: '0x2', type: '0x0', gasPrice: '0x77359400' });
  await send({ to: BOB, value: '0x3', accessList: [] });
  await send({ data: '0x60006000fd' });
  await request('anvil_impersonateAccount', IMPERSONATED);
  await request('anvil_setBalance', IMPERSONATED, '0xffffffffffffffff');
  await send({ from: IMPERSONATED, to: BOB, value: '0x4' });
  for (let i = 0; i < 30; i++) await send({ data: CREATION });
}

/** Leaves out the contract of EIP-2935, which has one more hash after each block. */
const withoutHistory = (accounts: StateOfFile['accounts']): StateOfFile['accounts'] =>
  Object.fromEntries(Object.entries(accounts).filter(([address]) => address !== HISTORY));

const numeric = (accounts: StateOfFile['accounts']) =>
  Object.entries(accounts).map(([address, { nonce, balance, code, storage }]) => [
    address.toLowerCase(),
    nonce,
    BigInt(balance),
    code,
    Object.entries(storage).map(([slot, value]) => [BigInt(slot), BigInt(value)]),
  ]);

/** Reads everything about blocks up to `last` as viem shows it, with the balances after each block. */
async function portrait(client: PublicClient, last: bigint, accounts: readonly Hex[]): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (let blockNumber = 0n; blockNumber <= last; blockNumber++) {
    const { totalDifficulty: _, ...block } = await client.getBlock({ blockNumber, includeTransactions: true });
    seen.push(block, await client.getBlockTransactionCount({ blockNumber }));
    for (const { hash } of block.transactions) {
      const { blobGasPrice: __, ...receipt } = await client.getTransactionReceipt({ hash });
      // Anvil adds the time of the block, as a number.
      seen.push({ ...receipt, blockTimestamp: undefined }, await client.getTransaction({ hash }));
    }
    for (const address of accounts)
      seen.push(
        await client.getBalance({ address, blockNumber }),
        await client.getTransactionCount({ address, blockNumber }),
        await client.getCode({ address, blockNumber }),
        await client.getStorageAt({ address, slot: '0x0', blockNumber }),
      );
  }
  seen.push(await client.getLogs({ fromBlock: 0n, toBlock: last }));
  return seen;
}

/** Reads the fees of blocks up to `last`. Anvil has none for the blocks of a file that it loaded. */
async function feesTo(client: PublicClient, last: bigint): Promise<unknown> {
  const { reward, baseFeePerGas, gasUsedRatio, oldestBlock } = await client.getFeeHistory({
    blockCount: 20,
    blockNumber: last,
    rewardPercentiles: [10, 90],
  });
  return { reward, baseFeePerGas, gasUsedRatio, oldestBlock };
}

const anvilClient = (url: string): PublicClient => createPublicClient({ transport: http(url) });
const halleyClient = (devnet: Devnet): PublicClient =>
  createPublicClient({ transport: custom({ request: (request) => devnet.provider.request(request) }) });

/** Accounts whose balances change. */
const CHANGING = [ALICE, BOB, IMPERSONATED] as readonly Hex[];

describe.skipIf(anvilIsAbsent)('the earlier blocks of Anvil', () => {
  it('are answered by Halley as by Anvil, and by another Anvil from a dump of Halley', async () => {
    const folder = temporaryFolder();
    const anvil = await anAnvil('--dump-state', folder, '--preserve-historical-states');
    await busy(anvil.ask);
    const last = BigInt(await anvil.ask('eth_blockNumber'));
    const contract = (await anvil.ask('eth_getBlockReceipts', '0x2'))[0].contractAddress;
    const expected = await portrait(anvilClient(anvil.url), last, [...CHANGING, contract]);
    const fees = await feesTo(anvilClient(anvil.url), last);
    await anvil.stop();

    const devnet = await aDevnet({ loadState: folder });
    expect(await feesTo(halleyClient(devnet), last)).toEqual(fees);
    expect(await portrait(halleyClient(devnet), last, [...CHANGING, contract])).toEqual(expected);
    await withHistory(devnet);
    const file = join(temporaryFolder(), 'state.json');
    await devnet.dumpState(file, { historicalStates: true });

    const second = await anAnvil('--load-state', file);
    expect(BigInt(await second.ask('eth_blockNumber'))).toBe(devnet.height);
    const client = anvilClient(second.url);
    expect(await portrait(client, last, [...CHANGING, contract])).toEqual(expected);
    const logs = await client.getLogs({ fromBlock: 0n, toBlock: devnet.height });
    expect(logs.map(({ transactionHash }) => transactionHash)).toEqual(
      (await halleyClient(devnet).getLogs({ fromBlock: 0n, toBlock: devnet.height })).map((log) => log.transactionHash),
    );
    await busy(second.ask);
  });
});

describe.skipIf(anvilIsAbsent)('the state of Anvil', () => {
  it('from its file starts a chain here, with every account and slot, number and base fee', async () => {
    const folder = temporaryFolder();
    const anvil = await anAnvil('--dump-state', folder);
    await busy(anvil.ask);
    const fees = await anvil.ask('eth_feeHistory', '0x1', 'latest', []);
    const height = BigInt(await anvil.ask('eth_blockNumber'));
    await anvil.stop();
    const file = join(folder, 'state.json');
    const state: StateOfFile = JSON.parse(readFileSync(file, 'utf8'));
    const devnet = await aDevnet({ loadState: file });
    expect(devnet.height).toBe(height + 1n);
    const first = await ask(devnet, 'eth_getBlockByNumber', 'latest', false);
    expect(first.baseFeePerGas).toBe(fees.baseFeePerGas[1]);
    const expected = withoutHistory(state.accounts);
    expect(numeric(await heldBy((...call) => ask(devnet, ...call), expected))).toEqual(numeric(expected));
    await withHistory(devnet);
    expect(devnet.height).toBe(height + 4n);
  });

  it('from anvil_dumpState is loaded into a running chain here, with its blocks', async () => {
    const anvil = await anAnvil();
    await busy(anvil.ask);
    const last = BigInt(await anvil.ask('eth_blockNumber'));
    const hex: string = await anvil.ask('anvil_dumpState', true);
    const { accounts }: StateOfFile = JSON.parse(gunzipSync(fromHex(hex)).toString());
    const devnet = await aDevnet();
    await devnet.mine({ blocks: 50 });
    await ask(devnet, 'anvil_loadState', hex);
    expect(devnet.height).toBe(last + 1n);
    expect(await portrait(halleyClient(devnet), last, CHANGING)).toEqual(
      await portrait(anvilClient(anvil.url), last, CHANGING),
    );
    // Its nonce is 1 here and 0 in Anvil; the higher one stays.
    const { [CREATE2_DEPLOYER]: _, ...expected } = withoutHistory(accounts);
    const request: Ask = (...call) => ask(devnet, ...call);
    expect(numeric(await heldBy(request, expected))).toEqual(numeric(expected));
    await devnet.mine();
    expect(numeric(await heldBy(request, expected))).toEqual(numeric(expected));
  });

  it('is loaded into both with the same number, base fee, time of the clock and blocks afterwards', async () => {
    const source = await anAnvil();
    await busy(source.ask);
    const hex: string = await source.ask('anvil_dumpState');
    const last = BigInt(await source.ask('eth_blockNumber'));
    const anvil = await anAnvil();
    // Without a seed its clock is that of the machine.
    const devnet = await createDevnet();
    onTestFinished(() => devnet.close());
    const [theirs, ours]: readonly [Ask, Ask] = [anvil.ask, (...call) => ask(devnet, ...call)];
    const seen = async (request: Ask) => {
      await request('anvil_mine', '0x3');
      const own = (await request('eth_getBlockByNumber', 'latest', false)).hash;
      await request('evm_increaseTime', '0x15180');
      await request('anvil_loadState', hex);
      // The first block is there at once here, and with the next transaction or request in Anvil.
      if (request === theirs) await request('evm_mine');
      expect((await request('eth_getBlockByHash', own, false)) === null).toBe(request === ours);
      const { number, baseFeePerGas, gasLimit, timestamp } = await request('eth_getBlockByNumber', 'latest', false);
      const ahead = Math.round((Number(timestamp) - Date.now() / 1_000) / 3_600);
      const blocks = [];
      for (let of = 0n; of <= last; of++)
        blocks.push(await request('eth_getBlockByNumber', `0x${of.toString(16)}`, false));
      const hashes = blocks.map(({ hash }) => hash);
      return {
        number,
        baseFeePerGas,
        gasLimit,
        ahead,
        hashes,
        nonce: await request('eth_getTransactionCount', ALICE, 'latest'),
      };
    };
    expect(await seen(ours)).toEqual(await seen(theirs));
    expect((await seen(ours)).number).toBe(`0x${(last + 1n).toString(16)}`);
  });
});

describe.skipIf(anvilIsAbsent)('the state of Halley', () => {
  it('starts Anvil, with every account and slot, blocks, receipts and earlier states', async () => {
    const file = join(temporaryFolder(), 'state.json');
    const devnet = await aDevnet();
    const request: Ask = (...call) => ask(devnet, ...call);
    await busy(request);
    await devnet.dumpState(file, { historicalStates: true });
    const state: StateOfFile = JSON.parse(readFileSync(file, 'utf8'));
    const anvil = await anAnvil('--load-state', file);
    expect(numeric(await heldBy(anvil.ask, state.accounts))).toEqual(numeric(state.accounts));
    expect(BigInt(await anvil.ask('eth_blockNumber'))).toBe(devnet.height);
    for (let number = 1n; number <= devnet.height; number++) {
      const at = `0x${number.toString(16)}`;
      const ours = await request('eth_getBlockByNumber', at, true);
      const theirs = await anvil.ask('eth_getBlockByNumber', at, true);
      for (const member of ['stateRoot', 'transactionsRoot', 'receiptsRoot', 'timestamp', 'gasUsed', 'baseFeePerGas'])
        expect([at, member, theirs[member]]).toEqual([at, member, ours[member]]);
      expect(await anvil.ask('eth_getBalance', BOB, at)).toBe(await request('eth_getBalance', BOB, at));
      for (const { hash, from } of ours.transactions) {
        const receipt = await request('eth_getTransactionReceipt', hash);
        const copy = await anvil.ask('eth_getTransactionReceipt', hash);
        for (const member of ['status', 'gasUsed', 'cumulativeGasUsed', 'from', 'to', 'contractAddress', 'logsBloom'])
          expect([hash, member, copy[member]]).toEqual([hash, member, receipt[member]]);
        expect(copy.blockHash).toBe(theirs.hash);
        expect(copy.logs.length).toBe(receipt.logs.length);
        expect((await anvil.ask('eth_getTransactionByHash', hash)).from).toBe(from);
      }
    }
    await busy(anvil.ask);
  });

  it('is loaded into a running Anvil by anvil_loadState with its blocks, and comes back the same', async () => {
    const devnet = await aDevnet();
    const request: Ask = (...call) => ask(devnet, ...call);
    await busy(request);
    const hex: string = await request('anvil_dumpState');
    const { accounts }: StateOfFile = JSON.parse(gunzipSync(fromHex(hex)).toString());
    const anvil = await anAnvil();
    expect(await anvil.ask('anvil_loadState', hex)).toBe(true);
    expect(BigInt(await anvil.ask('eth_blockNumber'))).toBe(devnet.height);
    expect(numeric(await heldBy(anvil.ask, accounts))).toEqual(numeric(accounts));
    const back: string = await anvil.ask('anvil_dumpState');
    const expected = withoutHistory(accounts);
    const started = await aDevnet({ loadState: fromHex(back) });
    const running = await aDevnet();
    await ask(running, 'anvil_loadState', back);
    for (const again of [started, running]) {
      expect(numeric(await heldBy((...call) => ask(again, ...call), expected))).toEqual(numeric(expected));
      expect(again.height).toBe(devnet.height + 1n);
      for (let number = 1n; number <= devnet.height; number++) {
        const at = `0x${number.toString(16)}`;
        const [before, after] = [
          await request('eth_getBlockReceipts', at),
          await ask(again, 'eth_getBlockReceipts', at),
        ];
        for (const [index, { from, transactionHash, status, gasUsed }] of before.entries()) {
          // Anvil computes another hash for an impersonated transaction in its block.
          const hash = from === IMPERSONATED ? expect.any(String) : transactionHash;
          expect(after[index]).toMatchObject({ transactionHash: hash, status, gasUsed });
        }
      }
    }
  });
});
