/** Reads the state of Anvil's chain from its dump, for comparison with ours. */
import { gunzipSync } from 'node:zlib';
import { createMPT } from '@ethereumjs/mpt';
import { RLP } from '@ethereumjs/rlp';
import { hexToBytes } from 'viem';
import { bigintToBytes } from '../../../src/kernel/bytes.js';
import { keccak256 } from '../../../src/kernel/hash.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';
import type { Ask } from './node.js';

export interface HeldAccount {
  readonly balance: bigint;
  readonly nonce: bigint;
  readonly code: string;
  /** Commits to the slots that are not zero. */
  readonly storageRoot: string;
}

interface DumpedAccount {
  readonly nonce: number | string;
  readonly balance: string;
  readonly code: string;
  readonly storage: Readonly<Record<string, string>>;
}

/** Returns every account of Anvil's state by its address. */
export async function anvilState(ask: Ask): Promise<ReadonlyMap<string, HeldAccount>> {
  const dump = JSON.parse(gunzipSync(fromHex(await ask('anvil_dumpState'))).toString()) as {
    accounts: Readonly<Record<string, DumpedAccount>>;
  };
  const held = new Map<string, HeldAccount>();
  for (const [address, { nonce, balance, code, storage }] of Object.entries(dump.accounts))
    held.set(address.toLowerCase(), {
      balance: BigInt(balance),
      nonce: BigInt(nonce),
      code,
      storageRoot: await storageRoot(storage),
    });
  return held;
}

/** Computes the Yellow Paper's root over slots and values, with an independent trie. Anvil also dumps slots of zero. */
export async function storageRoot(storage: Readonly<Record<string, string>>): Promise<string> {
  const trie = await createMPT();
  for (const [slot, value] of Object.entries(storage)) {
    const number = BigInt(value);
    if (number === 0n) continue;
    const key = keccak256(bigintToBytes(BigInt(slot), 32));
    const digits = number.toString(16);
    await trie.put(key, RLP.encode(hexToBytes(`0x${digits.length % 2 === 0 ? '' : '0'}${digits}`)));
  }
  return to0x(trie.root());
}

export async function ourAccount(ask: Ask, address: string): Promise<HeldAccount> {
  const [proof, code] = await Promise.all([
    ask('eth_getProof', address, [], 'latest'),
    ask('eth_getCode', address, 'latest'),
  ]);
  return { balance: BigInt(proof.balance), nonce: BigInt(proof.nonce), code, storageRoot: proof.storageHash };
}
