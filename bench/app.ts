/**
 * Measures what the application costs by itself, without consensus, disk or sockets: admission, execution, roots,
 * calls. Run it with `npx tsx bench/app.ts [transactions]`. Figures are microseconds, the median and the minimum of
 * several rounds.
 */
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { readBlockRecord } from '../src/app/sdk/block_record.js';
import { createAddress } from '../src/codec/ethereum/tx.js';
import type { Bytes } from '../src/kernel/bytes.js';
import { to0x } from '../src/kernel/hex.js';
import { TestChain } from '../test/app/support/chain.js';
import { type Dev, dev, devs, GWEI, signExactly } from '../test/app/support/wallet.js';
import { compileErc20 } from './erc20.js';

const ROUNDS = 7;
const PER_ROUND = Number(process.argv[2] ?? 200);
const SINGLES = 2000;
const ERC20 = parseAbi(['function transfer(address,uint256)', 'function balanceOf(address) view returns (uint256)']);

const chain = await TestChain.open({ maxGas: 1_000_000_000n });
const nonces = devs.map(() => 0);

async function signNext(sender: number, to: Hex | undefined, data: Hex, gas: bigint, value: bigint): Promise<Bytes> {
  const nonce = nonces[sender] ?? 0;
  nonces[sender] = nonce + 1;
  return signExactly(dev(sender), {
    type: 'eip1559',
    chainId: 31337,
    nonce,
    gas,
    value,
    data,
    maxFeePerGas: 1000n * GWEI,
    maxPriorityFeePerGas: GWEI,
    ...(to && { to }),
  });
}

const transfers = (round: number): Promise<Bytes[]> =>
  Promise.all(
    Array.from({ length: PER_ROUND }, (_, i) => {
      const to = to0x(new Uint8Array(20).fill(1 + (i % 200)).fill(round, 0, 2)) as Hex;
      return signNext(i % devs.length, to, '0x', 21_000n, 1n);
    }),
  );

const figures = new Map<string, number[]>();

async function measure<T>(what: string, count: number, work: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  const list = figures.get(what) ?? [];
  list.push(((performance.now() - start) * 1000) / count);
  figures.set(what, list);
  return result;
}

async function blockOf(what: string, txs: readonly Bytes[]): Promise<void> {
  const request = chain.blockRequest(txs);
  const seal = chain.state.seal.bind(chain.state);
  let sealing = 0;
  chain.state.seal = () => {
    const start = performance.now();
    const sealed = seal();
    sealing = performance.now() - start;
    return sealed;
  };
  const start = performance.now();
  const response = await chain.app.finalizeBlock(request);
  const whole = performance.now() - start;
  chain.state.seal = seal;
  const failed = response.txResults.find(({ code }) => code !== 0);
  if (failed !== undefined) throw new Error(failed.log);
  record(`${what}: FinalizeBlock without seal, a transaction`, ((whole - sealing) * 1000) / txs.length);
  record(`${what}: seal, a transaction`, (sealing * 1000) / txs.length);
  await measure(`${what}: Commit, a block`, 1, () => chain.app.commit());
}

function record(what: string, value: number): void {
  figures.set(what, [...(figures.get(what) ?? []), value]);
}

async function transferRound(round: number): Promise<void> {
  const raws = await transfers(round);
  const wrapped = await measure('admission: wrap (decode, recover, envelope)', raws.length, () =>
    raws.map((raw) => chain.wrap(raw)),
  );
  await measure('admission: CheckTx of wrapped bytes, sender known', wrapped.length, async () => {
    for (const tx of wrapped) await chain.app.checkTx({ tx, type: 'new' });
  });
  await measure('admission: recheck', wrapped.length, async () => {
    for (const tx of wrapped) await chain.app.checkTx({ tx, type: 'recheck' });
  });
  await blockOf('block of transfers', wrapped);
}

async function singles(): Promise<void> {
  const txs: Bytes[] = [];
  for (let i = 0; i < SINGLES; i++)
    txs.push(chain.wrap(await signNext(i % devs.length, dev((i + 1) % devs.length).address, '0x', 21_000n, 1n)));
  for (const tx of txs) await blockOf('block of one transfer', [tx]);
}

async function foreign(round: number): Promise<void> {
  const other = await TestChain.open();
  const raws = await transfers(round);
  const wrapped = raws.map((raw) => chain.wrap(raw));
  await measure('admission: CheckTx of unknown wrapped bytes (recovers)', wrapped.length, async () => {
    for (const tx of wrapped) await other.app.checkTx({ tx, type: 'new' });
  });
  await blockOf('block of transfers', wrapped);
}

async function deployErc20(owner: Dev): Promise<Hex> {
  const code = to0x(await compileErc20()) as Hex;
  const nonce = BigInt(nonces[0] ?? 0);
  await blockOf('deployment', [chain.wrap(await signNext(0, undefined, code, 3_000_000n, 0n))]);
  return to0x(createAddress(owner.bytes, nonce)) as Hex;
}

async function erc20Round(token: Hex, round: number): Promise<void> {
  const raws = await Promise.all(
    Array.from({ length: PER_ROUND }, (_, i) => {
      const to = to0x(new Uint8Array(20).fill(1 + (i % 200)).fill(round, 0, 2)) as Hex;
      return signNext(
        0,
        token,
        encodeFunctionData({ abi: ERC20, functionName: 'transfer', args: [to, 1n] }),
        100_000n,
        0n,
      );
    }),
  );
  await blockOf(
    'block of ERC-20 transfers',
    raws.map((raw) => chain.wrap(raw)),
  );
}

async function calls(token: Hex): Promise<void> {
  const height = readBlockRecord(chain.state.latest).height;
  const input = Buffer.from(
    encodeFunctionData({ abi: ERC20, functionName: 'balanceOf', args: [dev(0).address] }).slice(2),
    'hex',
  );
  const to = Buffer.from(token.slice(2), 'hex');
  await measure('call: balanceOf', PER_ROUND, async () => {
    for (let i = 0; i < PER_ROUND; i++) await chain.app.evm.call({ to, input }, height);
  });
  await measure('estimateGas: plain transfer', PER_ROUND, async () => {
    for (let i = 0; i < PER_ROUND; i++)
      await chain.app.evm.estimateGas({ from: dev(0).bytes, to: dev(1).bytes, value: 1n }, height);
  });
  await measure('estimateGas: ERC-20 transfer', 20, async () => {
    const data = Buffer.from(
      encodeFunctionData({ abi: ERC20, functionName: 'transfer', args: [dev(3).address, 1n] }).slice(2),
      'hex',
    );
    for (let i = 0; i < 20; i++) await chain.app.evm.estimateGas({ from: dev(0).bytes, to, input: data }, height);
  });
}

for (let round = 1; round <= ROUNDS; round++) await transferRound(round);
for (let round = 1; round <= ROUNDS; round++) await foreign(100 + round);
await singles();
const token = await deployErc20(dev(0));
for (let round = 1; round <= ROUNDS; round++) await erc20Round(token, round);
for (let round = 1; round <= ROUNDS; round++) await calls(token);

for (const [what, values] of figures) {
  const sorted = [...values].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  console.log(`${what.padEnd(60)} ${median.toFixed(1).padStart(9)} µs  (least ${(sorted[0] ?? 0).toFixed(1)})`);
}
