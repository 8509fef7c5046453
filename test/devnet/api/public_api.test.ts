/** Tests what `createDevnet` accepts and returns, beyond blocks: names, powers, closing, folders and errors. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { developmentGenesis } from '../../../src/config/development_genesis.js';
import { validatorKeys } from '../../../src/devnet/chain/validator_keys.js';
import { createDevnet, type Devnet, type DevnetOptions, fixedClock } from '../../../src/devnet/index.js';
import { openListeners } from '../../../src/devnet/listeners.js';
import { to0x, toHex } from '../../../src/kernel/hex.js';
import { createEvmProvider } from '../../../src/rpc/evm/provider.js';
import { ask } from '../../support/ask.js';
import { NodeUnderTest, START, temporaryHome } from '../node_kit.js';

async function start(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await createDevnet({ clock: fixedClock(START), ...options });
  onTestFinished(() => devnet.close());
  return devnet;
}

/** Init code: `mstore(0, 0x1234) revert(30, 2)`. */
const REVERTS_WITH_1234 = '0x6112346000526002601efd';

const powersAt = async (devnet: Devnet): Promise<string[]> => {
  const answer = (await (await fetch(`${devnet.urls.cometRpc}/validators`)).json()) as {
    result: { validators: { address: string; voting_power: string }[] };
  };
  return answer.result.validators.map(({ address, voting_power }) => `${address.toLowerCase()} ${voting_power}`);
};

describe('a validator’s power', () => {
  const [zero, one, two] = validatorKeys('0', 4).map(({ address }) => toHex(address));

  it('is set by index, or by address with and without 0x, as number or bigint', async () => {
    const devnet = await start({ rpc: true });
    await devnet.setValidatorPower(0, 11);
    await devnet.setValidatorPower(`0x${one}`, 12n);
    await devnet.setValidatorPower(`${two}`.toUpperCase(), 13n);
    await devnet.mine();
    expect(await powersAt(devnet)).toEqual(expect.arrayContaining([`${zero} 11`, `${one} 12`, `${two} 13`]));
  });

  it('is refused for an invalid address or number, and no block is made', async () => {
    const devnet = await start();
    for (const validator of ['', 'zz', `${one}0`, `0x0x${one}`, `x${one}`, '0x01'])
      await expect(devnet.setValidatorPower(validator, 1n)).rejects.toMatchObject({
        code: 'invalid-argument',
        message: `"${validator}" is not a consensus address, expected 20 bytes in hex`,
        facts: { validator },
      });
    for (const power of [1.5, Number.NaN, 2 ** 53])
      await expect(devnet.setValidatorPower(0, power)).rejects.toMatchObject({
        code: 'invalid-argument',
        message: `power is ${power}, expected a whole number`,
        facts: { power },
      });
    await expect(devnet.setValidatorPower(4, 1)).rejects.toMatchObject({
      code: 'not-found',
      message: 'there is no validator 4: expected an index below 4',
      facts: { index: 4 },
    });
    expect(devnet.height).toBe(1n);
  });

  it('is not set when no block can be decided', async () => {
    const node = await NodeUnderTest.start();
    for (const down of [2, 3]) node.simNetwork.crash(down);
    await expect(node.node.devTxSender.setValidatorPower(1, 25n)).rejects.toMatchObject({
      code: 'unavailable',
      message:
        'no block was decided: more than 2/3 of the voting power must be online, and 20 of 40 is (down: 2 (validator-2), 3 (validator-3)): restart or connect these validators, then try again; see devnet.network',
    });
    expect(node.height).toBe(1n);
  });

  it('is reported by the node for its own validator, at any place among the others', async () => {
    const node = await NodeUnderTest.start();
    for (const power of [100n, 1n]) {
      await node.node.devTxSender.setValidatorPower(0, power);
      await node.mine(3);
      const { validators } = node.chain.blockStore.state;
      expect(validators.validators.findIndex(({ address }) => toHex(address) === zero)).toBe(power === 100n ? 0 : 3);
      expect(node.comet.node().validator).toMatchObject({ address: node.chain.keys[0]?.address, votingPower: power });
    }
  });
});

describe('a devnet', () => {
  it('uses the names from its options', async () => {
    expect(await ask(await start(), 'web3_clientVersion')).toBe('anvil/v1.0.0/halley');
    expect(await ask(await start({ compat: 'hardhat' }), 'web3_clientVersion')).toMatch(/^HardhatNetwork\/2\./);
    expect(await ask(await start({ compat: 'hardhat', clientVersion: 'mine/1' }), 'web3_clientVersion')).toBe('mine/1');
  });

  it('responds to a reverted transaction as its compat mode does', async () => {
    for (const compat of ['anvil', 'hardhat'] as const) {
      const devnet = await start({ compat });
      const [from] = devnet.accounts.map(({ address }) => address);
      const creation = { from, gas: '0x186a0', data: REVERTS_WITH_1234 };
      const sent = ask(devnet, 'eth_sendTransaction', creation);
      const hash = await sent.catch(({ data }) => data.txHash);
      expect(await ask(devnet, 'eth_getTransactionReceipt', hash)).toMatchObject({ blockNumber: '0x2', status: '0x0' });
      if (compat === 'anvil') await sent;
      else await expect(sent).rejects.toMatchObject({ code: -32603, data: { data: '0x1234' } });
    }
  });

  it('enforces limits of the EVM JSON-RPC without a server', async () => {
    const devnet = await start({ jsonRpc: { limits: { filters: 1 } } });
    const replaced = await ask(devnet, 'eth_newBlockFilter');
    await ask(devnet, 'eth_newBlockFilter');
    await expect(ask(devnet, 'eth_getFilterChanges', replaced)).rejects.toThrow('filter not found');
  });

  it('closes at the end of its scope, and may be closed again', async () => {
    let devnet: Devnet;
    {
      await using scoped = await createDevnet({ clock: fixedClock(START) });
      devnet = scoped;
    }
    await expect(devnet.mine()).rejects.toMatchObject({ code: 'unavailable' });
    await devnet.close();
  });

  it('ends work in progress before it is closed', async () => {
    const home = await temporaryHome();
    const devnet = await start({ home });
    const mined = devnet.mine();
    await devnet.close();
    await mined;
    expect((await start({ home })).height).toBe(2n);
  });
});

describe('a home folder', () => {
  it('is free again after a failed start: an invalid genesis, an address in use', async () => {
    const home = await temporaryHome();
    const { urls } = await start({ jsonRpc: true });
    const address = new URL(`${urls.evmHttp}`).host;
    await expect(start({ home, genesis: { chain_id: 5 } })).rejects.toMatchObject({ code: 'invalid-genesis' });
    await expect(start({ home, jsonRpc: { address } })).rejects.toMatchObject({ code: 'address-in-use' });
    expect((await start({ home })).height).toBe(1n);
  });

  it('holds one chain: another seed is refused, and does no harm', async () => {
    const home = await temporaryHome();
    const first = await start({ home });
    await first.mine();
    await first.close();
    await expect(start({ home, seed: 'other' })).rejects.toMatchObject({
      code: 'invalid-genesis',
      message: 'the home folder holds a chain with a different genesis or seed: use those, or another folder',
    });
    expect((await start({ home })).height).toBe(2n);
  });
});

describe('a bug of ours in a request', () => {
  const bug = new TypeError('x is not a function');
  const fail = () => {
    throw bug;
  };

  it.each([true, false])('is reported to the listener with the place: %s', async (listens) => {
    const bugs: unknown[] = [];
    const hear = listens ? { onBug: (...args: unknown[]) => void bugs.push(args) } : {};
    const { node } = await NodeUnderTest.start(hear);
    node.chain.app.evm.minGasPrice = fail;
    const provider = createEvmProvider(node.evm);
    await expect(provider.request({ method: 'eth_gasPrice' })).rejects.toMatchObject({ code: -32603 });
    const { chain } = node;
    node.comet.info = fail;
    const all = { artifacts: undefined, assets: { chains: fail, balances: fail }, chains: () => [] };
    const { urls, close } = await openListeners(node, { rpc: true, assets: true, ...hear }, all);
    onTestFinished(close);
    expect((await fetch(`${urls.cometRpc}/abci_info`)).status).toBe(500);
    const source = { source_asset_denom: 'ahalley', source_asset_chain_id: chain.genesis.chainId };
    const asked = { method: 'POST', body: JSON.stringify(source) };
    expect((await fetch(`${urls.assets}/v2/fungible/assets_from_source`, asked)).status).toBe(500);
    provider.close();
    const received = [
      ['eth_gasPrice', bug],
      ['consensus RPC', bug],
      ['asset API', bug],
    ];
    expect(bugs).toEqual(listens ? received : []);
  });
});

it('nothing listens to the chain after the EVM JSON-RPC has closed', async () => {
  const node = await NodeUnderTest.start();
  const { publishedHeights, executable } = node.chain;
  const stop = node.node.evmBackend.listen(() => undefined);
  expect([publishedHeights.quiet, executable.quiet]).toEqual([false, false]);
  node.node.evm.close();
  stop();
  expect([publishedHeights.quiet, executable.quiet]).toEqual([true, true]);
});

it('block 1 has the genesis time, and the accounts have the balances of the genesis', async () => {
  const devnet = await start({ clock: fixedClock(START + 7n), rpc: true });
  const { result } = (await (await fetch(`${devnet.urls.cometRpc}/block`)).json()) as {
    result: { block: { header: { time: string } } };
  };
  expect([devnet.genesisTime, result.block.header.time]).toEqual([START + 7n, '2025-01-01T00:00:00.000000007Z']);
  const [first] = devnet.accounts;
  expect(first?.balance).toBeGreaterThan(0n);
  expect(first?.balance).toBe(BigInt((await ask(devnet, 'eth_getBalance', first?.address, 'latest')) as string));
});

it.each([
  [77_000_000n, 77_000_000n],
  [-1n, 0xffff_ffffn],
])('block 0 has the block gas limit %i of the genesis, and no limit is a number too', async (gasLimit, received) => {
  const devnet = await start({ genesis: developmentGenesis({ gasLimit }) });
  for (const number of ['0x0', '0x1']) {
    const block = (await ask(devnet, 'eth_getBlockByNumber', number, false)) as { gasLimit: string };
    expect(BigInt(block.gasLimit)).toBe(received);
  }
});

it('the accounts are those of the node, with their keys and balances at the newest block', async () => {
  const devnet = await start({ privateKeys: [`0x${'11'.repeat(32)}`] });
  const [account] = devnet.accounts;
  expect(account).toEqual({
    address: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
    bech32: 'halley1r8n7xah8cgfm0el8u3kvwzja6zrd4le2dynhuf',
    privateKey: to0x(new Uint8Array(32).fill(0x11)),
    balance: 0n,
  });
});
