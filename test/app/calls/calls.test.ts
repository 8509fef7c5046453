import { decodeFunctionResult, encodeFunctionData, getAddress, type Hex, hexToBytes } from 'viem';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PendingBlock } from '../../../src/app/calls/fork_runner.js';
import { prevRandaoOf } from '../../../src/app/modules/evm/block_context.js';
import { HISTORY_ADDRESS } from '../../../src/app/modules/evm/block_hash_history.js';
import { derivedOperator } from '../../../src/app/modules/staking/operator.js';
import type {
  BlockOverrides,
  EvmCallRequest,
  StateOverride,
  StateOverrides,
} from '../../../src/backend/evm/execution.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { type Bytes, bytesToBigint } from '../../../src/kernel/bytes.js';
import { FairScheduler } from '../../../src/kernel/fair_scheduler.js';
import { fromHex, to0x, toHex } from '../../../src/kernel/hex.js';
import { NANOS_PER_SECOND } from '../../../src/kernel/time.js';
import { blockHash, PROPOSER, TestChain } from '../support/chain.js';
import { deploySink, SINK_ABI, SINK_CODE, sinkCall } from '../support/contracts.js';
import { authorize, COIN, dev, GWEI, sign } from '../support/wallet.js';

beforeAll(installFastCrypto);

let chain: TestChain;
let contract: Bytes;
beforeEach(async () => {
  chain = await TestChain.open();
  contract = await deploySink(chain, dev(0), COIN);
});

const input = (functionName: string, ...args: readonly unknown[]): Bytes => hexToBytes(sinkCall(functionName, ...args));

async function read<T>(
  functionName: string,
  args: readonly unknown[] = [],
  height = chain.height,
  more: Partial<EvmCallRequest> = {},
): Promise<T> {
  const outcome = await chain.app.evm.call({ to: contract, input: input(functionName, ...args), ...more }, height);
  if (outcome.type !== 'success')
    throw new Error(JSON.stringify(outcome, (_, v) => (typeof v === 'bigint' ? `${v}` : v)));
  return decodeFunctionResult({ abi: SINK_ABI, functionName, data: to0x(outcome.returnData) as Hex }) as T;
}

const poke = async (value: bigint): Promise<unknown> =>
  chain.mine(await sign(chain, dev(1), { to: contract, data: sinkCall('set', 1n, value) }));

describe('a call', () => {
  it('reads the state after a block of any height', async () => {
    await poke(11n);
    await poke(22n);
    expect(await Promise.all([1n, 2n, 3n].map((height) => read('slots', [1n], height)))).toEqual([0n, 11n, 22n]);
  });

  it('changes nothing', async () => {
    const before = toHex(chain.state.appHash(chain.height));
    expect(
      (await chain.app.evm.call({ from: dev(1).bytes, to: contract, input: input('set', 1n, 5n) }, chain.height)).type,
    ).toBe('success');
    expect(await read('slots', [1n])).toBe(0n);
    expect(toHex(chain.state.appHash(chain.height))).toBe(before);
  });

  it('runs concurrently with others, without side effects', async () => {
    await poke(5n);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => read('slots', [BigInt(i % 2)])));
    expect(answers).toEqual(Array.from({ length: 12 }, (_, i) => (i % 2 === 1 ? 5n : 0n)));
  });

  it('sees its block, its sender and its gas price', async () => {
    const testDevnet = await read<unknown[]>('scene', [], 1n, { from: dev(4).bytes, gasPrice: 3n });
    expect(testDevnet).toEqual([
      1n,
      chain.genesisTime / NANOS_PER_SECOND + 1n,
      expect.stringMatching(new RegExp(to0x(derivedOperator(PROPOSER)), 'i')),
      bytesToBigint(prevRandaoOf(chain.app.evm.block(0n).hash)),
      30_000_000n,
      875_000_000n,
      31337n,
      dev(4).address,
      3n,
    ]);
    expect((await read<unknown[]>('scene')).slice(5)).toEqual([0n, 31337n, `0x${'00'.repeat(20)}`, 0n]);
    expect((await read<unknown[]>('scene', [], 1n, { maxFeePerGas: 900_000_000n, maxPriorityFeePerGas: 1n }))[8]).toBe(
      875_000_001n,
    );
  });

  it('sees no base fee without a gas price, in every method that runs calls', async () => {
    // The code is BASEFEE, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN.
    const code = fromHex('485f5260205ff3');
    const state = new Map([[to0x(contract), { code }]]);
    const to = contract;
    const pending = { time: chain.genesisTime + 99n * NANOS_PER_SECOND, coinbase: dev(7).bytes };
    const baseFee = async (request: EvmCallRequest, block?: BlockOverrides, on?: PendingBlock): Promise<bigint> => {
      const outcome = await chain.app.evm.call({ to, ...request }, 1n, state, block, on);
      return outcome.type === 'success' ? bytesToBigint(outcome.returnData) : -1n;
    };
    for (const free of [{}, { gasPrice: 0n }, { maxFeePerGas: 0n }, { maxPriorityFeePerGas: 5n }]) {
      expect(await baseFee(free)).toBe(0n);
      expect(await baseFee(free, { baseFeePerGas: 6n })).toBe(0n);
      expect(await baseFee(free, undefined, pending)).toBe(0n);
    }
    for (const paid of [{ gasPrice: GWEI }, { maxFeePerGas: GWEI }]) {
      expect(await baseFee(paid)).toBe(875_000_000n);
      expect(await baseFee(paid, { baseFeePerGas: 6n })).toBe(6n);
      expect(await baseFee(paid, undefined, pending)).toBe(chain.app.evm.nextBaseFee(1n));
    }
    // Fails if there is a base fee: BASEFEE, PUSH1 5, JUMPI, STOP, JUMPDEST, INVALID.
    const picky = new Map([[to0x(contract), { code: fromHex('48600557005bfe') }]]);
    const from = dev(1).bytes;
    expect((await chain.app.evm.estimateGas({ from, to }, 1n, picky)).gas).toBeDefined();
    expect((await chain.app.evm.estimateGas({ from, to, gasPrice: GWEI }, 1n, picky)).gas).toBe(undefined);
    const listed = async (request: EvmCallRequest): Promise<string> => {
      const made = await chain.app.evm.createAccessList({ from, to, ...request }, 1n, picky);
      return made.type === 'listed' ? made.outcome.type : made.type;
    };
    expect([await listed({}), await listed({ gasPrice: GWEI })]).toEqual(['success', 'halt']);
  });

  it('sees the next block when the request asks for it', async () => {
    const pending = { time: chain.genesisTime + 99n * NANOS_PER_SECOND, coinbase: dev(7).bytes };
    const outcome = await chain.app.evm.call(
      { to: contract, input: input('scene'), gasPrice: GWEI },
      1n,
      undefined,
      undefined,
      pending,
    );
    if (outcome.type !== 'success') throw new Error(outcome.type);
    const testDevnet = decodeFunctionResult({
      abi: SINK_ABI,
      functionName: 'scene',
      data: to0x(outcome.returnData) as Hex,
    });
    expect((testDevnet as unknown[]).slice(0, 6)).toEqual([
      2n,
      chain.genesisTime / NANOS_PER_SECOND + 99n,
      dev(7).address,
      bytesToBigint(prevRandaoOf(blockHash(1n))),
      30_000_000n,
      chain.app.evm.nextBaseFee(1n),
    ]);
  });

  it('reads the hashes of consensus headers', async () => {
    for (let i = 0; i < 4; i++) await chain.block();
    const hashes = [0n, 1n, 3n, 4n, 5n, 6n, 2n ** 255n].map((n) => read('hashOf', [n], 5n));
    const zero = `0x${'00'.repeat(32)}`;
    expect(await Promise.all(hashes)).toEqual([
      to0x(chain.app.evm.block(0n).hash),
      to0x(blockHash(1n)),
      to0x(blockHash(3n)),
      to0x(blockHash(4n)),
      zero,
      zero,
      zero,
    ]);
    const next = { time: 0n, coinbase: new Uint8Array(20) };
    const top = await chain.app.evm.call({ to: contract, input: input('hashOf', 5n) }, 5n, undefined, undefined, next);
    expect(top).toMatchObject({ type: 'success', returnData: blockHash(5n) });
  });

  it('reads the hashes of consensus headers from the history contract too (EIP-2935)', async () => {
    for (let i = 0; i < 3; i++) await chain.block();
    const ask = (height: bigint) =>
      chain.app.evm.call({ to: HISTORY_ADDRESS, input: fromHex(height.toString(16).padStart(64, '0')) }, 4n);
    expect(await ask(3n)).toMatchObject({ type: 'success', returnData: blockHash(3n) });
    expect(await ask(0n)).toMatchObject({ type: 'success', returnData: chain.app.evm.block(0n).hash });
    expect((await ask(4n)).type).toBe('revert');
  });

  it('returns the data of a revert', async () => {
    expect(await chain.app.evm.call({ to: contract, input: input('fail', 0n) }, 1n)).toMatchObject({
      type: 'revert',
      data: hexToBytes(
        encodeFunctionData({
          abi: [
            { type: 'function', name: 'Error', inputs: [{ type: 'string' }], outputs: [], stateMutability: 'view' },
          ],
          args: ['no reason to go on'],
        }),
      ),
    });
  });

  it('names the other reasons of a failure', async () => {
    expect(await chain.app.evm.call({ to: contract, input: input('fail', 3n) }, 1n)).toMatchObject({
      type: 'halt',
      reason: 'invalid opcode: INVALID',
    });
    expect(await chain.app.evm.call({ to: contract, input: input('spin'), gas: 50_000n }, 1n)).toEqual({
      type: 'halt',
      reason: 'out of gas',
      gasUsed: 50_000n,
    });
  });

  it('creates a contract when it has no receiver', async () => {
    const outcome = await chain.app.evm.call({ from: dev(0).bytes, input: hexToBytes(SINK_CODE) }, 1n);
    expect(outcome).toMatchObject({ type: 'success', returnData: chain.app.evm.code(contract, 1n) });
  });

  it('requires its value and its intrinsic gas, but no funds for gas', async () => {
    const poor = new Uint8Array(20).fill(0xdd);
    expect(
      (await chain.app.evm.call({ from: poor, to: contract, gasPrice: 10n * GWEI, input: input('set', 1n, 1n) }, 1n))
        .type,
    ).toBe('success');
    expect(await chain.app.evm.call({ from: poor, to: contract, value: 1n }, 1n)).toEqual({
      type: 'refused',
      reason: `insufficient funds for gas * price + value: address ${getAddress(to0x(poor) as Hex)} have 0 want 1`,
    });
    expect(await chain.app.evm.call({ to: contract, gas: 20_000n }, 1n)).toEqual({
      type: 'refused',
      reason: 'intrinsic gas too low: gas 20000, minimum needed 21000',
    });
    expect(await chain.app.evm.call({ to: contract, chainId: 5n }, 1n)).toEqual({
      type: 'refused',
      reason: "chainId does not match node's (have=5, want=31337)",
    });
  });

  it('never gets more gas than the cap', async () => {
    const capped = await TestChain.open({ gasCap: 100_000n });
    const there = await deploySink(capped, dev(0));
    expect(await capped.app.evm.call({ to: there, input: input('spin'), gas: 2_000_000n }, 1n)).toEqual({
      type: 'halt',
      reason: 'out of gas',
      gasUsed: 100_000n,
    });
  });

  it('ends after its timeout, and yields to others meanwhile', async () => {
    let now = 0;
    let pauses = 0;
    const scheduler = new FairScheduler({
      now: () => (now += 20),
      afterIo: (action) => {
        pauses++;
        queueMicrotask(action);
      },
    });
    const slow = await TestChain.open({ scheduler, timeoutMs: 1_000 });
    const there = await deploySink(slow, dev(0));
    expect(await slow.app.evm.call({ to: there, input: input('spin') }, 1n)).toEqual({
      type: 'refused',
      reason: 'execution aborted (timeout = 1s)',
    });
    expect(pauses).toBeGreaterThan(10);
    expect((await slow.app.evm.call({ to: there, input: input('slots', 1n) }, 1n)).type).toBe('success');
    expect((await slow.app.evm.estimateGas({ to: there, input: input('spin') }, 1n)).outcome).toMatchObject({
      type: 'refused',
      reason: 'execution aborted (timeout = 1s)',
    });
  });

  it('continues at its height while the chain makes blocks', async () => {
    await poke(1n);
    const slow = chain.app.evm.call({ to: contract, input: input('hash', 300n) }, chain.height);
    const old = read('slots', [1n], chain.height);
    await poke(2n);
    expect((await slow).type).toBe('success');
    expect(await old).toBe(1n);
  });

  it('applies authorizations', async () => {
    const { r, s, yParity, nonce, address } = await authorize(dev(9), {
      chainId: 31337,
      nonce: 0,
      address: to0x(contract) as Hex,
    });
    const authorizationList = [
      {
        chainId: 31337n,
        address: hexToBytes(address),
        nonce: BigInt(nonce),
        yParity: yParity ?? 0,
        r: BigInt(r),
        s: BigInt(s),
      },
    ];
    const request = { from: dev(1).bytes, to: dev(9).bytes, input: input('flashy', 4n) };
    const set = await chain.app.evm.call({ ...request, authorizationList }, 1n);
    expect(set.type === 'success' && bytesToBigint(set.returnData)).toBe(5n);
    expect(await chain.app.evm.call(request, 1n)).toMatchObject({ type: 'success', returnData: new Uint8Array() });
    const testDevnet = { ...request, input: input('balanceOf', dev(9).address), authorizationList };
    const outcome = await chain.app.evm.call(testDevnet, 1n);
    expect(outcome.type === 'success' && bytesToBigint(outcome.returnData)).toBe(10_000n * COIN);
  });

  it('reports a height that does not exist', async () => {
    await expect(chain.app.evm.call({ to: contract }, 9n)).rejects.toMatchObject({ code: 'height-too-high' });
  });
});

describe('overrides', () => {
  const key = `0x${'1'.padStart(64, '0')}`;
  const at = (override: StateOverride): StateOverrides => new Map([[to0x(contract), override]]);

  it('of balance, nonce and code apply to the call alone', async () => {
    const poor = to0x(new Uint8Array(20).fill(0xdd));
    const rich = new Map([[poor, { balance: COIN, nonce: 5n }]]);
    const outcome = await chain.app.evm.call({ from: fromHex(poor), to: contract, value: COIN }, 1n, rich);
    expect(outcome.type).toBe('success');
    expect(chain.app.evm.at(1n).account(fromHex(poor))).toBeUndefined();
    // Returns 32 bytes whose last is 7.
    const code = new Map([[to0x(contract), { code: fromHex('60075f5260205ff3') }]]);
    const answer = await chain.app.evm.call({ to: contract }, 1n, code);
    expect(answer.type === 'success' && bytesToBigint(answer.returnData)).toBe(7n);
  });

  it('of storage replace or patch it', async () => {
    // Slot 1 holds the state variable `last`, an address.
    const last = async (overrides: StateOverrides): Promise<unknown> => {
      const outcome = await chain.app.evm.call({ to: contract, input: input('last') }, chain.height, overrides);
      return outcome.type === 'success' ? bytesToBigint(outcome.returnData) : outcome;
    };
    await chain.mine(await sign(chain, dev(0), { to: contract, data: sinkCall('make', 1n, false, 0n) }));
    expect(await last(new Map())).not.toBe(0n);
    expect(await last(at({ state: new Map([[to0x(new Uint8Array(32).fill(9)), new Uint8Array(32).fill(1)]]) }))).toBe(
      0n,
    );
    expect(await last(at({ stateDiff: new Map([[key, fromHex('0b'.padStart(64, '0'))]]) }))).toBe(11n);
    expect(await last(at({ state: new Map(), stateDiff: new Map() }))).toEqual({
      type: 'refused',
      reason: `failed to apply state override: account ${to0x(contract)} has both 'state' and 'stateDiff'`,
    });
  });

  it('of the block are visible to the code', async () => {
    const block = {
      number: 77n,
      time: 88n,
      gasLimit: 99n,
      feeRecipient: dev(2).bytes,
      prevRandao: new Uint8Array(32).fill(1),
      baseFeePerGas: 6n,
    };
    const priced = { to: contract, input: input('scene'), gasPrice: 6n };
    const outcome = await chain.app.evm.call(priced, 1n, undefined, block);
    if (outcome.type !== 'success') throw new Error(outcome.type);
    const testDevnet = decodeFunctionResult({
      abi: SINK_ABI,
      functionName: 'scene',
      data: to0x(outcome.returnData) as Hex,
    });
    expect((testDevnet as unknown[]).slice(0, 6)).toEqual([
      77n,
      88n,
      dev(2).address,
      BigInt(`0x${'01'.repeat(32)}`),
      99n,
      6n,
    ]);
  });
});

describe('prices', () => {
  it('are those that cosmos/evm suggests', async () => {
    expect(chain.app.evm.suggestedTip(1n)).toBe(875_000_000n / 8n);
    expect(chain.app.evm.minGasPrice()).toBe(0n);
    expect(chain.app.evm.nextBaseFee(0n)).toBe(875_000_000n);
    const priced = await TestChain.open({
      edit: (s) => {
        s['feemarket'].params.min_gas_price = '7.5';
      },
    });
    expect(priced.app.evm.minGasPrice()).toBe(8n);
  });
});
