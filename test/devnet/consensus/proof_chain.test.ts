/**
 * Follows the chain of proofs of a light client over the public RPC: signed header → app hash → state root → account.
 * Other projects' code checks each step.
 */
import { ics23, tendermintSpec, verifyMembership } from '@confio/ics23';
import { Tendermint37Client } from '@cosmjs/tendermint-rpc';
import { verifyMerkleProof } from '@ethereumjs/mpt';
import { decode as decodeRlp } from '@ethereumjs/rlp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';
import { bytesToBigint } from '../../../src/kernel/bytes.js';
import { keccak256 } from '../../../src/kernel/hash.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';

let devnet: Devnet;
let comet: Tendermint37Client;

beforeAll(async () => {
  devnet = await createDevnet({ jsonRpc: false, assets: false, rpc: { address: 'tcp://127.0.0.1:0' } });
  comet = await Tendermint37Client.connect(devnet.urls.cometRpc as string);
  for (let i = 0; i < 4; i++) {
    const [from, to] = [devnet.accounts[0]?.address, devnet.accounts[1]?.address];
    await devnet.provider.request({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x10' }] });
  }
});

afterAll(async () => {
  comet.disconnect();
  await devnet.close();
});

interface Proof {
  readonly accountProof: readonly string[];
  readonly balance: string;
}

describe('an account', () => {
  it.each([1n, 2n, 3n, 4n])('is proved by the header after height %i', async (height) => {
    const { block } = await comet.block(Number(height) + 1);
    const tag = `0x${height.toString(16)}`;
    const answer = await comet.abciQuery({
      path: '/store/evm/root',
      data: new Uint8Array(0),
      height: Number(height),
      prove: true,
    });
    const shown = (await devnet.provider.request({
      method: 'eth_getBlockByNumber',
      params: [tag, false],
    })) as { stateRoot: string };
    expect(to0x(answer.value)).toBe(shown.stateRoot);

    const { exist } = ics23.CommitmentProof.decode(answer.proof?.ops[0]?.data as Uint8Array);
    const proof = ics23.CommitmentProof.create({ exist: exist as ics23.IExistenceProof });
    expect(verifyMembership(proof, tendermintSpec, block.header.appHash, utf8('evm'), answer.value)).toBe(true);

    const address = devnet.accounts[1]?.address as string;
    const account = (await devnet.provider.request({ method: 'eth_getProof', params: [address, [], tag] })) as Proof;
    const value = await verifyMerkleProof(
      keccak256(fromHex(address)),
      account.accountProof.map((node) => fromHex(node)),
      { root: answer.value, useKeyHashing: false },
    );
    const [, balance] = decodeRlp(value as Uint8Array) as Uint8Array[];
    expect(bytesToBigint(balance as Uint8Array)).toBe(BigInt(account.balance));
    expect(BigInt(account.balance)).toBe(10n ** 22n + (height - 1n) * 16n);
  });
});
