/**
 * Measures what a block costs in memory, on a build: `node --expose-gc --import tsx bench/memory.ts [BLOCKS]`. In this
 * process it uses V8's figures after a collection (its heap, and arrays outside of it). Over HTTP it uses the resident
 * memory of a server, garbage included, beside Anvil if it is installed.
 */
import type { Devnet } from '../src/devnet/index.js';
import { fromHex, to0x } from '../src/kernel/hex.js';
import { call, closeConnections } from './client.js';
import { compileErc20 } from './erc20.js';
import { clearUpAtExit } from './leftovers.js';
import { anvil, halley, type Launch, launch, residentMiB, type Target } from './targets.js';
import { recipient, senders, sign, transfers } from './transactions.js';

const BLOCKS = Number(process.argv[2] ?? 10_000);
/** Blocks before the measurement. Caches and compiled code grow first, and do not grow with the chain. */
const WARM_UP = 1000;
const BATCH = 500;
/** Selector of `transfer(address,uint256)`. */
const ERC20_TRANSFER = 'a9059cbb';

/** Built library, as a program that depends on it loads it. */
const LIBRARY = new URL('../dist/index.mjs', import.meta.url).href;

type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>;
/** Makes `count` blocks. */
type Make = (count: number) => Promise<void>;
type Kind = (ask: Ask) => Promise<Make>;

async function sendAll(ask: Ask, count: number, make: (count: number) => readonly string[]): Promise<void> {
  for (let left = count; left > 0; left -= BATCH)
    for (const raw of make(Math.min(left, BATCH))) await ask('eth_sendRawTransaction', [raw]);
}

const KINDS: Readonly<Record<string, Kind>> = {
  empty: async (ask) => async (count) => {
    for (let i = 0; i < count; i++) await ask('evm_mine', []);
  },
  transfer: async (ask) => {
    const from = await senders();
    return (count) => sendAll(ask, count, (some) => transfers(from, some, 20));
  },
  'ERC-20 transfer, one log': async (ask) => {
    const from = await senders();
    const [owner] = from as [(typeof from)[number]];
    const hash = await ask('eth_sendRawTransaction', [sign(owner, undefined, 0n, await compileErc20(), 2_000_000n)]);
    const { contractAddress } = (await ask('eth_getTransactionReceipt', [hash])) as { contractAddress: string };
    const token = fromHex(contractAddress.slice(2));
    const input = (to: number): Uint8Array =>
      fromHex(ERC20_TRANSFER + to0x(recipient(to)).slice(2).padStart(64, '0') + '1'.padStart(64, '0'));
    return (count) =>
      sendAll(ask, count, (some) =>
        Array.from({ length: some }, (_, i) => sign(owner, token, 0n, input(i % 20), 100_000n)),
      );
  },
};

async function inProcess(kind: Kind): Promise<string> {
  const { createDevnet } = (await import(LIBRARY)) as typeof import('../src/devnet/index.js');
  const devnet: Devnet = await createDevnet({ jsonRpc: false, rpc: false, assets: false });
  const make = await kind((method, params) => devnet.provider.request({ method, params: [...params] }));
  await make(WARM_UP);
  const before = afterCollection();
  await make(BLOCKS);
  const after = afterCollection();
  await devnet.close();
  const [heap, outside] = [after.heapUsed - before.heapUsed, after.external - before.external];
  return `${bytesPer(heap + outside)} bytes a block (${bytesPer(heap)} in V8's heap, ${bytesPer(outside)} outside)`;
}

function afterCollection(): NodeJS.MemoryUsage {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('gc is not available: start node with --expose-gc');
  gc();
  gc();
  return process.memoryUsage();
}

const bytesPer = (bytes: number): string => (bytes / BLOCKS).toFixed(0);

async function overHttp(what: Launch, kind: Kind): Promise<string> {
  const target: Target = await launch(what);
  const make = await kind((method, params) => call(target.port, method, [...params]));
  const before = residentMiB(target.pid) ?? Number.NaN;
  await make(BLOCKS);
  const after = residentMiB(target.pid) ?? Number.NaN;
  await target.stop();
  return `${before.toFixed(0)} → ${after.toFixed(0)} MiB, ${(((after - before) * 1024) / BLOCKS).toFixed(1)} KiB a block`;
}

clearUpAtExit(30 * 60_000);
const servers = [halley, anvil()].filter((what): what is Launch => what !== undefined);
for (const [name, kind] of Object.entries(KINDS)) {
  console.log(`${name}, ${BLOCKS} blocks`);
  console.log(`- in process, after a collection: ${await inProcess(kind)}`);
  for (const what of servers) console.log(`- ${what.name} over HTTP, resident: ${await overHttp(what, kind)}`);
}
closeConnections();
