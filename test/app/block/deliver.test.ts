import { Bloom } from '@ethereumjs/vm';
import type { Hex } from 'viem';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Event } from '../../../src/abci/application.js';
import { FEE_COLLECTOR } from '../../../src/app/modules/auth/fee_collector.js';
import { derivedOperator } from '../../../src/app/modules/staking/operator.js';
import { bech32Address } from '../../../src/app/types/address.js';
import { executedIn } from '../../../src/chain/executed_txs.js';
import { decodeMsgEthereumTxResult } from '../../../src/codec/cosmos/tx.js';
import { createAddress } from '../../../src/codec/ethereum/tx.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { keccak256, sha256 } from '../../../src/kernel/hash.js';
import { fromHex, to0x, toHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import { type AppStateJson, blockHash, PROPOSER, TestChain } from '../support/chain.js';
import { deploySink, SINK_CODE, sinkCall } from '../support/contracts.js';
import { COIN, dev, GWEI, sign, signExactly } from '../support/wallet.js';

beforeAll(installFastCrypto);

let chain: TestChain;
beforeEach(async () => {
  chain = await TestChain.open();
});

const BASE_FEE_1 = 875_000_000n;
const flat = ({ type, attributes }: Event): string =>
  `${type} ${attributes.map(({ key, value }) => `${key}=${value}`).join(' ')}`;

describe('a transfer', () => {
  it('moves its value, and pays its fee to the fee collector', async () => {
    const raw = await sign(chain, dev(0), { to: dev(1).address, value: 5n, gas: 21_000n });
    const before = [dev(0), dev(1)].map(({ bytes }) => chain.balance(bytes));
    const { results } = await chain.mine(raw);
    const fee = 21_000n * (BASE_FEE_1 + GWEI);
    expect(results[0]).toMatchObject({ code: 0, codespace: '', log: '', gasWanted: 21_000n, gasUsed: 21_000n });
    expect([dev(0), dev(1)].map(({ bytes }) => chain.balance(bytes))).toEqual([
      (before[0] ?? 0n) - 5n - fee,
      (before[1] ?? 0n) + 5n,
    ]);
    expect(chain.balance(FEE_COLLECTOR.address)).toBe(fee);
    expect(chain.nonce(dev(0).bytes)).toBe(1n);
    expect(chain.balance(derivedOperator(PROPOSER))).toBe(0n);
  });

  it('gets a refund for its unused gas', async () => {
    const { results } = await chain.mine(await sign(chain, dev(0), { to: dev(1).address, gas: 100_000n }));
    expect(results[0]).toMatchObject({ gasWanted: 100_000n, gasUsed: 21_000n });
    expect(chain.balance(FEE_COLLECTOR.address)).toBe(21_000n * (BASE_FEE_1 + GWEI));
  });

  it('pays at least half its gas limit under an Ethermint-like genesis', async () => {
    // Inflation would go to the same account.
    const edit = (appState: AppStateJson): void => {
      delete appState['mint'];
      delete appState['distribution'];
    };
    chain = await TestChain.open({ genesis: 'ethermint', edit });
    const { results, outcomes } = await chain.mine(await sign(chain, dev(0), { to: dev(1).address, gas: 100_000n }));
    expect(results[0]?.gasUsed).toBe(50_000n);
    expect(outcomes[0]).toMatchObject({ gasUsed: 50_000n, maxUsedGas: 21_000n });
    expect(chain.balance(FEE_COLLECTOR.address)).toBe(50_000n * (BASE_FEE_1 + GWEI));
  });

  it('pays its fee cap when that is below the sum of tip and base fee', async () => {
    const wish = { to: dev(1).address, gas: 21_000n, maxFeePerGas: GWEI, maxPriorityFeePerGas: GWEI };
    await chain.mine(await sign(chain, dev(0), wish));
    expect(chain.balance(FEE_COLLECTOR.address)).toBe(21_000n * GWEI);
  });

  it('emits its events in the order of cosmos/evm', async () => {
    const tx = chain.wrap(await sign(chain, dev(0), { to: dev(1).address, value: 7n, gas: 30_000n }));
    const { results, outcomes } = await chain.block(tx);
    const [sender, collector] = [dev(0).bytes, FEE_COLLECTOR.address].map((one) => bech32Address(one, 'halley'));
    const hash = to0x(outcomes[0]?.hash ?? new Uint8Array());
    expect(results[0]?.events.map(flat)).toEqual([
      `coin_spent spender=${sender} amount=56250000000000ahalley`,
      `transfer recipient=${collector} sender=${sender} amount=56250000000000ahalley`,
      `message sender=${sender}`,
      'tx fee=56250000000000ahalley',
      `ethereum_tx ethereumTxHash=${hash} txIndex=0`,
      `message action=/cosmos.evm.vm.v1.MsgEthereumTx sender=${sender} msg_index=0`,
      `coin_received receiver=${sender} amount=16875000000000ahalley msg_index=0`,
      `transfer recipient=${sender} sender=${collector} amount=16875000000000ahalley msg_index=0`,
      `message sender=${collector} msg_index=0`,
      `ethereum_tx amount=7 ethereumTxHash=${hash} txGasUsed=21000 txHash=${toHex(sha256(tx))} recipient=${dev(1).address} msg_index=0`,
      `message module=evm sender=${dev(0).address.toLowerCase()} txType=2 msg_index=0`,
    ]);
  });
});

describe('a contract', () => {
  it('is deployed at the address of its creator and nonce, and has its storage', async () => {
    const address = await deploySink(chain, dev(0), COIN);
    expect(to0x(address)).toBe(to0x(createAddress(dev(0).bytes, 0n)));
    await chain.mine(await sign(chain, dev(1), { to: address, data: sinkCall('set', 1n, 42n) }));
    const slot = keccak256(fromHex(`${'1'.padStart(64, '0')}${'0'.padStart(64, '0')}`));
    expect(chain.app.evm.at(2n).storage(address, slot)).toEqual(Uint8Array.of(42));
    expect(chain.app.evm.at(1n).storage(address, slot)).toEqual(new Uint8Array());
    expect(chain.balance(address)).toBe(COIN);
  });

  it('emits logs whose indexes count through the block', async () => {
    const address = await deploySink(chain, dev(0));
    const poke = (from: number, what: bigint) =>
      sign(chain, dev(from), { to: address, data: sinkCall('poke', what, '0x0102') });
    const { results, outcomes, response } = await chain.mine(await poke(1, 5n), await poke(2, 6n));
    expect(outcomes.map(({ logs }) => logs.length)).toEqual([1, 1]);
    const [log] = outcomes[1]?.logs ?? [];
    expect(log?.address).toEqual(address);
    expect(log?.topics.map(toHex)).toEqual([
      toHex(keccak256(utf8('Poked(address,uint256,bytes)'))),
      dev(2).address.slice(2).toLowerCase().padStart(64, '0'),
      '6'.padStart(64, '0'),
    ]);
    expect(results[1]?.events.map(flat).find((text) => text.startsWith('ethereum_tx eth'))).toMatch(/txIndex=1$/);
    expect(decodeMsgEthereumTxResult(results[0]?.data ?? new Uint8Array())).toMatchObject({
      blockHash: blockHash(2n),
      blockTimestamp: chain.app.evm.context(2n).timestamp,
    });
    const bloom = response.events.find(({ type }) => type === 'block_bloom')?.attributes[0]?.value;
    expect(Buffer.from(bloom ?? '', 'base64').some((byte) => byte !== 0)).toBe(true);
  });

  it('that reverts has code 0, pays, uses up its nonce and changes nothing else', async () => {
    const address = await deploySink(chain, dev(0));
    const { results, outcomes } = await chain.mine(
      await sign(chain, dev(1), { to: address, data: sinkCall('fail', 4n), value: 3n }),
    );
    expect(results[0]?.code).toBe(0);
    expect(outcomes[0]).toMatchObject({ vmError: 'execution reverted', logs: [] });
    expect(toHex(outcomes[0]?.ret.subarray(0, 4) ?? new Uint8Array())).toBe('08c379a0');
    expect(chain.nonce(dev(1).bytes)).toBe(1n);
    expect(chain.balance(address)).toBe(0n);
    expect(chain.balance(dev(1).bytes) + chain.balance(FEE_COLLECTOR.address)).toBeGreaterThan(10_000n * COIN);
    expect(
      results[0]?.events.map(flat).some((text) => text.endsWith('ethereumTxFailed=execution reverted msg_index=0')),
    ).toBe(true);
  });

  it('that runs out of gas pays for all of it', async () => {
    const address = await deploySink(chain, dev(0));
    const { results, outcomes } = await chain.mine(
      await sign(chain, dev(1), { to: address, data: sinkCall('spin'), gas: 60_000n }),
    );
    expect(results[0]).toMatchObject({ code: 0, gasUsed: 60_000n });
    expect(outcomes[0]?.vmError).toBe('out of gas');
  });
});

describe('a failure of the machine has geth’s text', () => {
  const cases: [string, Hex, bigint][] = [
    ['invalid opcode: INVALID', '0xfe', 100_000n],
    ['invalid opcode: opcode 0xc not defined', '0x0c', 100_000n],
    ['stack underflow (0 <=> 1)', '0x50', 100_000n],
    ['stack underflow (1 <=> 2)', '0x5f01', 100_000n],
    ['stack underflow (0 <=> 2)', '0x90', 100_000n],
    ['stack underflow (1 <=> 3)', '0x5f82', 100_000n],
    ['stack limit reached 1024 (1023)', '0x5b5f5f56', 100_000n],
    ['invalid jump destination', '0x5f56', 100_000n],
    ['out of gas', '0x5b5f56', 60_000n],
    ['execution reverted', '0x5f5ffd', 100_000n],
    ['contract creation code storage out of gas', '0x6110005ff3', 70_000n],
    ['invalid code: must not begin with 0xef', '0x60ef5f5360015ff3', 100_000n],
    ['max code size exceeded', '0x6160015ff3', 10_000_000n],
  ];

  it.each(cases)('%s', async (text, data, gas) => {
    const { outcomes, results } = await chain.mine(await sign(chain, dev(0), { data, gas }));
    expect(results[0]?.code).toBe(0);
    expect(outcomes[0]?.vmError).toBe(text);
  });

  it('write protection', async () => {
    const address = await deploySink(chain, dev(0));
    // STATICCALL hides the reason, and no transaction is static from its start, so the inner result is read.
    const { outcomes } = await chain.mine(await sign(chain, dev(1), { to: address, data: sinkCall('readOnly', 1n) }));
    expect(outcomes[0]?.ret).toEqual(new Uint8Array(32));
  });

  it('contract address collision', async () => {
    const target = createAddress(dev(0).bytes, 0n);
    chain = await TestChain.open({
      edit: (s) => {
        s['evm'].accounts.push({ address: to0x(target), code: '0x00' });
      },
    });
    const { outcomes } = await chain.mine(await sign(chain, dev(0), { data: SINK_CODE }));
    expect(outcomes[0]?.vmError).toBe('contract address collision');
  });
});

describe('a transaction that fails before it reaches the machine', () => {
  const plain = { type: 'eip1559', chainId: 31337, gas: 21_000n, to: dev(1).address, maxFeePerGas: 2n * GWEI } as const;

  it('changes nothing, and has a nonzero code', async () => {
    const hashes: string[] = [];
    for (const txs of [[], ['late']]) {
      const one = await TestChain.open();
      const raw = await signExactly(dev(0), { ...plain, nonce: 3 });
      const { results, response } = await one.mine(...(txs.length > 0 ? [raw] : []));
      hashes.push(toHex(response.appHash));
      if (txs.length > 0)
        expect(results[0]).toEqual({
          code: 3,
          codespace: 'sdk',
          log: `nonce too high: address ${dev(0).address}, tx: 3 state: 0`,
          info: '',
          data: new Uint8Array(),
          gasWanted: 21_000n,
          gasUsed: 0n,
          events: [],
        });
    }
    expect(hashes[0]).toBe(hashes[1]);
  });

  it('may have a wrong price or nonce, or be no transaction', async () => {
    const { results } = await chain.block(
      chain.wrap(await signExactly(dev(0), { ...plain, nonce: 0, value: 10_000n * COIN })),
      chain.wrap(await signExactly(dev(1), { ...plain, nonce: 0, maxFeePerGas: 1n })),
      chain.wrap(await signExactly(dev(2), { ...plain, nonce: 0 })),
      chain.wrap(await signExactly(dev(2), { ...plain, nonce: 0, value: 1n })),
      Uint8Array.of(1, 2, 3),
    );
    expect(results.map(({ code, gasUsed }) => [code, gasUsed])).toEqual([
      [5, 0n],
      [13, 0n],
      [0, 21_000n],
      [3, 0n],
      [2, 0n],
    ]);
  });

  it('does not fit into the remaining gas of the block', async () => {
    const burn = { ...plain, to: null, data: '0xfe', gas: 16_000_000n } as const;
    const { results } = await chain.mine(
      await signExactly(dev(0), { ...burn, nonce: 0 }),
      await signExactly(dev(1), { ...burn, nonce: 0 }),
      await signExactly(dev(2), { ...burn, nonce: 0, gas: 14_000_000n }),
    );
    expect(results.map(({ code, log }) => [code, log])).toEqual([
      [0, ''],
      [11, 'out of gas in location: block gas meter; gasWanted: 16000000, gasUsed: 16000000'],
      [0, ''],
    ]);
  });
});

describe('a block', () => {
  it('begins and ends with its own events', async () => {
    const { response } = await chain.mine(await sign(chain, dev(0), { to: dev(1).address, gas: 21_000n }));
    const collector = bech32Address(FEE_COLLECTOR.address, 'halley');
    expect(response.events.map(flat).map((text) => text.replace(/bloom=\S+/, 'bloom=…'))).toEqual([
      'fee_market base_fee=875000000.000000000000000000 mode=BeginBlock',
      'evm_fee_market base_fee=875000000 mode=BeginBlock',
      `coin_received receiver=${collector} amount=39375000000000ahalley mode=EndBlock`,
      'block_bloom bloom=… mode=EndBlock',
      'block_gas height=1 amount=21000 mode=EndBlock',
    ]);
  });

  it('counts half of the gas limits for the next base fee under an Ethermint-like genesis', async () => {
    chain = await TestChain.open({ genesis: 'ethermint' });
    const { response } = await chain.mine(await sign(chain, dev(0), { to: dev(1).address, gas: 3_000_000n }));
    expect(response.events.map(flat)).toContain('block_gas height=1 amount=1500000 mode=EndBlock');
  });

  it('is visible only after its commit', async () => {
    const tx = chain.wrap(await sign(chain, dev(0), { to: dev(1).address, value: 1n }));
    const before = chain.state.latest.account(dev(1).bytes)?.balance;
    const response = await chain.app.finalizeBlock(chain.blockRequest([tx]));
    expect(chain.state.latest.account(dev(1).bytes)?.balance).toBe(before);
    expect(chain.state.height).toBe(0n);
    await chain.app.commit();
    expect(chain.state.latest.account(dev(1).bytes)?.balance).toBe((before ?? 0n) + 1n);
    expect(chain.state.appHash(1n)).toEqual(response.appHash);
    expect(await chain.app.info()).toMatchObject({ lastBlockHeight: 1n, lastBlockAppHash: response.appHash });
  });

  it('has the same result when it is executed again before its commit', async () => {
    const tx = chain.wrap(await sign(chain, dev(0), { to: dev(1).address, value: 1n }));
    const first = await chain.app.finalizeBlock(chain.blockRequest([tx]));
    expect(await chain.app.finalizeBlock(chain.blockRequest([tx]))).toEqual(first);
  });

  it('records the facts of its Ethereum transactions that the block also contains', async () => {
    const sink = await deploySink(chain, dev(0));
    const wishes = [
      [dev(1), { to: dev(1).address, nonce: 7 }],
      [dev(2), { to: sink, data: sinkCall('poke', 5n, '0x0102') }],
      [dev(0), { to: sink, data: sinkCall('fail', 4n) }],
      [dev(3), { to: dev(1).address, value: 1n }],
    ] as const;
    const raws = await Promise.all(wishes.map(([from, wish]) => sign(chain, from, wish)));
    const txs = raws.map((raw) => chain.wrap(raw));
    const { txResults } = await chain.app.finalizeBlock(chain.blockRequest(txs));
    const executed = chain.app.staged.executed;
    expect(executed.map(({ index }) => index)).toEqual([1, 2, 3]);
    expect(executed).toEqual(executedIn(txs, txResults));
  });

  it('stages its writes and its EVM record until the commit or a revert', async () => {
    const { app, state } = chain;
    await app.finalizeBlock(chain.blockRequest([]));
    const record = app.staged.evm;
    await app.commit();
    expect(record).toEqual({
      stateRoot: state.stateRoot(1n),
      baseFeePerGas: app.evm.context(1n).baseFeePerGas,
      gasLimit: 30_000_000n,
      miner: derivedOperator(PROPOSER),
      logsBloom: EMPTY_BYTES,
    });
    expect(app.staged.writes).toEqual([]);
    expect(() => app.staged.evm).toThrow('no height is staged');
    await app.finalizeBlock(chain.blockRequest([]));
    app.revertTo(1n);
    expect(() => app.staged.evm).toThrow('no height is staged');
  });

  it('has the bloom filter of its successful transactions’ logs, as @ethereumjs computes it', async () => {
    const sink = await deploySink(chain, dev(0));
    const request = async (...names: readonly (readonly [string, ...unknown[]])[]) => {
      const raws = names.map(async (call, i) => {
        const nonce = Number(chain.nonce(dev(0).bytes)) + i;
        return chain.wrap(await sign(chain, dev(0), { to: sink, data: sinkCall(...call), nonce }));
      });
      return chain.blockRequest(await Promise.all(raws));
    };
    const { txResults } = await chain.app.finalizeBlock(
      await request(['poke', 1n, '0x'], ['fail', 4n], ['poke', 2n, '0x01']),
    );
    const bloom = new Bloom();
    const logs = txResults.flatMap(({ data }) => decodeMsgEthereumTxResult(data).logs);
    expect(logs).toHaveLength(2);
    for (const { address, topics } of logs) for (const item of [address, ...topics]) bloom.add(item);
    expect(chain.app.staged.evm.logsBloom).toEqual(bloom.bitvector);
    await chain.app.finalizeBlock(await request(['fail', 4n]));
    expect(chain.app.staged.evm.logsBloom).toEqual(EMPTY_BYTES);
  });

  it('shows a gas limit that tools can represent when it has no limit', async () => {
    const limitOf = async (maxGas: bigint) => {
      const own = await TestChain.open({ maxGas });
      await own.app.finalizeBlock(own.blockRequest([]));
      return own.app.staged.evm.gasLimit;
    };
    expect([await limitOf(-1n), await limitOf(0n), await limitOf(5n)]).toEqual([0xffff_ffffn, 0n, 5n]);
  });
});
