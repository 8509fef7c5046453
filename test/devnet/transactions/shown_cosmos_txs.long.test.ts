/** Shows Cosmos transactions to EVM clients on forks, on each of several chains, and on a chain from an export. */
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { expect, it, onTestFinished } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions, exportHome } from '../../../src/devnet/index.js';
import { any } from '../../app/support/cosmos.js';
import { ask } from '../../support/ask.js';
import { addressOn, broadcast, HUB, OWN } from '../chains/relay_kit.js';
import { temporaryHome } from '../node_kit.js';

const SHOWN = '0x58';
const jsonRpc = { address: '127.0.0.1:0', enableCosmosTxs: true };

async function open(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await createDevnet({ seed: '7', jsonRpc, ...options });
  onTestFinished(() => devnet.close());
  return devnet;
}

async function send(devnet: Devnet, amount: bigint, on: string = OWN): Promise<string> {
  const { denom } = devnet.chains.get(on);
  const [fromAddress, toAddress] = [addressOn(devnet, on, 0), addressOn(devnet, on, 1)];
  const sent = any(MsgSend, { fromAddress, toAddress, amount: [{ denom, amount: `${amount}` }] });
  const { hash, ...outcome } = await broadcast(devnet, on, [sent]);
  expect(outcome).toMatchObject({ code: 0, log: '' });
  await devnet.chains.get(on).mine();
  return `0x${hash.toLowerCase()}`;
}

const read = (devnet: Devnet, hash: string) => ask(devnet, 'eth_getTransactionByHash', hash);

it('shows those of the chain below a fork, and those of the fork', async () => {
  const origin = await open();
  const below = await send(origin, 1_000_003n);
  const fork = { url: origin.urls.evmHttp ?? '', retries: 0, noStorageCaching: true };
  const forked = await open({ fork });
  const shown = await ask(origin, 'eth_getTransactionReceipt', below);
  expect(shown).toMatchObject({ type: SHOWN, status: '0x1' });
  expect(await ask(forked, 'eth_getTransactionReceipt', below)).toEqual(shown);
  const { blockNumber } = shown;
  expect(await ask(forked, 'eth_getBlockByNumber', blockNumber, true)).toMatchObject({
    transactions: [{ hash: below, type: SHOWN }],
  });
  const own = await send(forked, 1_000_033n);
  expect(await read(forked, own)).toMatchObject({ type: SHOWN });
  expect(await read(origin, own)).toBeNull();
  const logs = await ask(forked, 'eth_getLogs', { fromBlock: blockNumber, toBlock: 'latest' });
  expect([...new Set(logs.map(({ transactionHash }: { transactionHash: string }) => transactionHash))]).toEqual([
    below,
    own,
  ]);
});

it('shows those of each chain that has the setting', async () => {
  const devnet = await open({ chains: [{ id: HUB, jsonRpc }, { id: 'dex-1' }] });
  const hub = devnet.chains.get(HUB);
  const [here, there] = [await send(devnet, 7n), await send(devnet, 11n, HUB)];
  expect(await ask(devnet, 'eth_getTransactionReceipt', here)).toMatchObject({ type: SHOWN });
  expect(await ask(devnet, 'eth_getTransactionReceipt', there)).toBeNull();
  expect(await ask(hub, 'eth_getTransactionReceipt', there)).toMatchObject({ type: SHOWN, status: '0x1' });
  const dex = await send(devnet, 13n, 'dex-1');
  expect(await ask(devnet.chains.get('dex-1'), 'eth_getTransactionReceipt', dex)).toBeNull();
});

it('shows those after the blocks of an export, which has Ethereum transactions alone', async () => {
  const home = await temporaryHome();
  const first = await open({ home });
  const before = await send(first, 17n);
  await first.close();
  const genesis = JSON.parse(JSON.stringify(await exportHome(home, { history: true })));
  const second = await open({ genesis });
  expect(await read(second, before)).toBeNull();
  const after = await send(second, 19n);
  expect(await read(second, after)).toMatchObject({ type: SHOWN, transactionIndex: '0x0' });
  expect(await ask(second, 'eth_getBlockReceipts', '0x1')).toEqual([]);
  expect(await ask(second, 'eth_getBlockReceipts', '0x99')).toBeNull();
});
