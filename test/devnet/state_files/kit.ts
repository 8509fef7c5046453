/** Starts devnets with contracts for the tests of state files, and reads all that a state file lists from them. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
type Json = any;

export interface AccountOfFile {
  readonly nonce: number;
  readonly balance: string;
  readonly code: string;
  readonly storage: Readonly<Record<string, string>>;
}

export interface StateOfFile {
  readonly block: Readonly<Record<string, unknown>>;
  readonly accounts: Readonly<Record<string, AccountOfFile>>;
  readonly best_block_number: number;
  readonly blocks: readonly { readonly header: Readonly<Record<string, string>> }[];
  readonly transactions: readonly { readonly block_hash: string }[];
  readonly historical_states: readonly (readonly [hash: string, state: object])[] | null;
}

export const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
export const BOB = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
export const CAROL = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc';
/** Stores 1 in slot 0, logs a topic, and returns the code 0x01. */
export const CREATION = '0x600160005560426000526007602060006000a1600160005360016000f3';

export async function aDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await createDevnet({ seed: 'state files', ...options });
  onTestFinished(() => devnet.close());
  return devnet;
}

export const ask = (devnet: Devnet, method: string, ...params: readonly unknown[]): Promise<Json> =>
  devnet.provider.request({ method, params: [...params] });

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'halley-state-'));

export const hexOf = (document: unknown): string => to0x(Buffer.from(JSON.stringify(document)));

export const dumped = async (devnet: Devnet, historicalStates = false): Promise<StateOfFile> =>
  JSON.parse(gunzipSync(fromHex(await ask(devnet, 'anvil_dumpState', historicalStates))).toString());

/** Reads every listed account and slot of a node. */
export async function heldBy(
  request: (method: string, ...params: readonly unknown[]) => Promise<Json>,
  accounts: StateOfFile['accounts'],
): Promise<StateOfFile['accounts']> {
  const held: Record<string, AccountOfFile> = {};
  for (const [address, { storage }] of Object.entries(accounts)) {
    const slots: Record<string, string> = {};
    for (const slot of Object.keys(storage)) slots[slot] = await request('eth_getStorageAt', address, slot, 'latest');
    held[address] = {
      nonce: Number(await request('eth_getTransactionCount', address, 'latest')),
      balance: await request('eth_getBalance', address, 'latest'),
      code: await request('eth_getCode', address, 'latest'),
      storage: slots,
    };
  }
  return held;
}

/** Sends transfers and creates a contract, each in a block. */
export async function withHistory(devnet: Devnet): Promise<void> {
  const send = (tx: object): Promise<unknown> => ask(devnet, 'eth_sendTransaction', { from: ALICE, ...tx });
  await send({ to: BOB, value: '0x1' });
  await send({ data: CREATION });
  await send({ to: BOB, value: '0x2', type: '0x0', gasPrice: '0x77359400' });
}
