/**
 * Kills a devnet of two chains with `kill -9` while it relays: no coin is lost or created, and every packet arrives.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { QuerySupplyOfRequest, QuerySupplyOfResponse } from 'cosmjs-types/cosmos/bank/v1beta1/query';
import { encodeFunctionData, parseAbi } from 'viem';
import { expect, it, onTestFinished } from 'vitest';
import { encodeBech32 } from '../../src/codec/bech32.js';
import { developmentGenesis } from '../../src/config/development_genesis.js';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';
import { fromHex } from '../../src/kernel/hex.js';
import { balance, HUB, OWN, TWO_CHAINS, voucher } from '../devnet/chains/relay_kit.js';
import { temporaryHome } from '../devnet/node_kit.js';
import { startHalley } from './process.js';

const ICS20 = '0x0000000000000000000000000000000000000802';
const ABI = parseAbi([
  'function transfer(string sourcePort, string sourceChannel, string denom, uint256 amount, address sender, string receiver, (uint64 revisionNumber, uint64 revisionHeight) timeoutHeight, uint64 timeoutTimestamp, string memo) returns (uint64)',
]);
const AMOUNT = 3n;
const SENDERS = [1, 2, 3];

async function supply(devnet: Devnet, chain: string, denom: string): Promise<bigint> {
  const data = QuerySupplyOfRequest.encode({ denom }).finish();
  const { value } = await devnet.chains.get(chain).query('/cosmos.bank.v1beta1.Query/SupplyOf', data);
  return BigInt(QuerySupplyOfResponse.decode(value).amount?.amount ?? '0');
}

it.each([9, 30])('relays pending packets after a restart, killed after %i transfers', async (killAfter) => {
  const home = await temporaryHome();
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const document = join(home, 'genesis.json');
  writeFileSync(
    document,
    JSON.stringify({ ...(developmentGenesis({ seed: '7' }) as object), halley: { network: TWO_CHAINS } }),
  );
  const folder = join(home, 'chain');
  const halley = await startHalley('--genesis', document, '--home', folder, '--seed=7');
  let acknowledged = 0;
  const worker = async (index: number): Promise<void> => {
    const from = halley.accounts[index]?.address as `0x${string}`;
    const receiver = encodeBech32('hub', fromHex(from.slice(2)));
    const never = { revisionNumber: 1n, revisionHeight: 1_000_000n };
    const data = encodeFunctionData({
      abi: ABI,
      args: ['transfer', 'channel-3', 'ahalley', AMOUNT, from, receiver, never, 0n, ''],
    });
    for (;;) {
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_sendTransaction',
        params: [{ from, to: ICS20, data, gas: '0xf4240' }],
      });
      const headers = { 'content-type': 'application/json' };
      try {
        const answer = await fetch(halley.urls.evmHttp, { method: 'POST', headers, body });
        expect(await answer.json()).toHaveProperty('result');
      } catch {
        return;
      }
      if (++acknowledged === killAfter) void halley.kill();
    }
  };
  await Promise.all(SENDERS.map(worker));
  expect(acknowledged).toBeGreaterThanOrEqual(killAfter);

  await using devnet = await createDevnet({ home: folder, seed: '7' });
  await devnet.mine();
  await devnet.relayer.settled();
  expect(devnet.relayer.pending()).toEqual([]);
  let sent = 0n;
  for (const index of SENDERS) {
    const params = [devnet.accounts[index]?.address, 'latest'];
    const count = BigInt((await devnet.provider.request({ method: 'eth_getTransactionCount', params })) as string);
    expect(await balance(devnet, HUB, voucher('transfer/channel-10/ahalley'), index)).toBe(count * AMOUNT);
    sent += count;
  }
  expect(sent).toBeGreaterThanOrEqual(BigInt(acknowledged));
  expect(await supply(devnet, HUB, voucher('transfer/channel-10/ahalley'))).toBe(sent * AMOUNT);
  // The escrow of one chain equals the vouchers of the other; the chain's own supply is that of the genesis document.
  await using fresh = await createDevnet({ genesis: JSON.parse(readFileSync(document, 'utf8')), seed: '7' });
  expect(await supply(devnet, OWN, 'ahalley')).toBe(await supply(fresh, OWN, 'ahalley'));
});
