/**
 * Tests dev transactions of the real process: CosmJS finds them, remote callers cannot send them, and they survive kill
 * -9.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeTxRaw } from '@cosmjs/proto-signing';
import { StargateClient } from '@cosmjs/stargate';
import { createPublicClient, createTestClient, http, parseEther } from 'viem';
import { afterEach, expect, it } from 'vitest';
import { toBase64 } from '../../src/codec/base64.js';
import { MsgSetBalance } from '../../src/codec/dev/accounts.js';
import { devSignBytes, encodeDevTx } from '../../src/codec/dev/dev_tx.js';
import { DEFAULT_SEED, developmentAuthority } from '../../src/config/development_authority.js';
import { ed25519Sign } from '../../src/crypto/ed25519.js';
import { fromHex } from '../../src/kernel/hex.js';
import { post } from '../support/ask.js';
import { type HalleyProcess, startHalley } from './process.js';

const NOBODY = '0x00000000000000000000000000000000000abcde';

const homes: string[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
});

const clientsOf = ({ urls }: HalleyProcess) => {
  const transport = http(urls.evmHttp);
  return { tester: createTestClient({ mode: 'anvil', transport }), reader: createPublicClient({ transport }) };
};

it('a dev change survives kill -9, pending and in a block, and no client can send one', async () => {
  const home = mkdtempSync(join(tmpdir(), 'halley-'));
  homes.push(home);
  const flags = ['--home', home, '--no-mining'];
  const first = await startHalley(...flags);
  for (const value of ['1', '2'])
    await clientsOf(first).tester.setBalance({ address: NOBODY, value: parseEther(value) });
  await first.kill();

  const second = await startHalley('--home', home);
  const { tester, reader } = clientsOf(second);
  expect(await reader.getBlockNumber({ cacheTime: 0 })).toBe(1n);
  expect(await reader.getBalance({ address: NOBODY })).toBe(parseEther('2'));
  await tester.setBalance({ address: NOBODY, value: parseEther('3') });
  expect((await post(second.urls.evmHttp, 'halley_setValidatorPower', [1, 20])).error).toBeUndefined();
  expect(await reader.getBlockNumber({ cacheTime: 0 })).toBe(2n);

  const client = await StargateClient.connect(second.urls.cometRpc);
  const found = await client.searchTx("message.action='/halley.dev.v1.MsgSetBalance'");
  expect(found.map(({ height, code, txIndex }) => [height, code, txIndex])).toEqual([
    [2, 0, 0],
    [2, 0, 1],
    [2, 0, 2],
  ]);
  const last = await client.getTx(found[2]?.hash as string);
  const { body, authInfo } = decodeTxRaw(last?.tx as Uint8Array);
  expect(MsgSetBalance.decode(body.messages[0]?.value as Uint8Array)).toEqual({
    address: fromHex(NOBODY.slice(2)),
    balance: parseEther('3'),
  });
  const { result } = await post(second.urls.cometRpc, 'genesis', {});
  const { authority } = result.genesis.app_state.dev;
  const [signer] = authInfo.signerInfos;
  expect(signer?.publicKey?.typeUrl).toBe(authority['@type']);
  expect(toBase64(signer?.publicKey?.value.slice(2) as Uint8Array)).toBe(authority.key);
  client.disconnect();

  // A client that knows the seed can sign, but no interface accepts the transaction.
  const { secret, publicKey } = developmentAuthority(DEFAULT_SEED);
  const message = { address: fromHex(NOBODY.slice(2)), balance: 9n };
  const messages = [{ typeUrl: MsgSetBalance.typeUrl, value: MsgSetBalance.encode(message) }];
  const doc = { messages, publicKey, sequence: 4n };
  const tx = toBase64(encodeDevTx(doc, ed25519Sign(secret, devSignBytes(doc, second.chainId))));
  const { result: answer } = await post(second.urls.cometRpc, 'broadcast_tx_sync', { tx });
  expect([answer.code, answer.log]).toEqual([4, expect.stringContaining('is allowed only in dev transactions')]);
  expect((await post(second.urls.cometRpc, 'num_unconfirmed_txs', {})).result.total).toBe('0');
  await second.kill();

  const third = await startHalley('--home', home);
  expect(await clientsOf(third).reader.getBalance({ address: NOBODY, blockNumber: 1n })).toBe(parseEther('3'));
  expect(await clientsOf(third).reader.getBalance({ address: NOBODY })).toBe(parseEther('3'));
  await third.stop();
});
