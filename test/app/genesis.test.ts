import { beforeAll, describe, expect, it } from 'vitest';
import { createApplication } from '../../src/app/application.js';
import { denomInfos } from '../../src/app/modules/bank/denom_info.js';
import { balanceOf, supplyOf } from '../../src/app/modules/bank/store.js';
import { openAppState } from '../../src/app/state/open.js';
import { evmChainIdOf } from '../../src/app/types/chain_id.js';
import { installFastCrypto } from '../../src/crypto/install.js';
import { HalleyError } from '../../src/kernel/errors.js';
import { fromHex, toHex } from '../../src/kernel/hex.js';
import { type AppStateJson, initChainRequest, readGenesis, TestChain } from './support/chain.js';
import { COIN, dev, devs } from './support/wallet.js';

beforeAll(installFastCrypto);

async function refusal(edit: (appState: AppStateJson) => void, chainId = 'halley_31337-1'): Promise<HalleyError> {
  const genesis = readGenesis();
  edit(genesis.app_state);
  const app = await createApplication({ state: await openAppState(undefined) });
  try {
    await app.initChain({ ...initChainRequest(genesis), chainId });
  } catch (error) {
    if (error instanceof HalleyError) return error;
    throw error;
  }
  throw new Error('the genesis was taken');
}

describe('the dev genesis', () => {
  it('gives 10,000 coins to each of the 20 dev accounts, and none to others', async () => {
    const { state } = await TestChain.open();
    expect(devs.map(({ bytes }) => state.latest.account(bytes)?.balance)).toEqual(devs.map(() => 10_000n * COIN));
    expect(supplyOf(state.latest, 'ahalley')).toBe(400_000n * COIN);
    expect(balanceOf(state.latest, dev(3).bytes, 'ahalley')).toBe(10_000n * COIN);
    expect(denomInfos(state.latest)).toEqual([
      {
        denom: 'ahalley',
        supply: 400_000n * COIN,
        symbol: 'HALLEY',
        name: 'Halley',
        decimals: 18,
        description: expect.any(String),
      },
    ]);
  });

  it('fixes the chain’s parameters', async () => {
    const { app } = await TestChain.open();
    expect(app.params).toEqual({
      chainId: 'halley_31337-1',
      evmChainId: 31337n,
      baseDenom: 'ahalley',
      bech32Prefix: 'halley',
      initialHeight: 1n,
      blockMaxGas: 30_000_000n,
      txMaxGas: 0n,
      hardfork: '',
      codeSizeLimit: 0n,
      modules: [],
      upgradeHeight: 0n,
      hasVesting: false,
      inactivePrecompiles: [],
      evmChannels: [],
      punishesDowntime: false,
    });
    expect(await app.info()).toMatchObject({ data: 'halley', lastBlockHeight: 0n, lastBlockAppHash: new Uint8Array() });
  });

  it('is a separate height, with an app hash that depends on the document alone', async () => {
    const [one, two] = [await TestChain.open(), await TestChain.open()];
    expect(one.state.height).toBe(0n);
    expect(toHex(one.state.appHash(0n))).toBe(toHex(two.state.appHash(0n)));
    expect(one.app.evm.block(0n)).toMatchObject({ height: 0n, time: one.genesisTime, coinbase: new Uint8Array(20) });
    expect(one.app.evm.block(0n).hash).toEqual(two.app.evm.block(0n).hash);
  });

  it('has the block hash that the host passes', async () => {
    const genesisHash = new Uint8Array(32).fill(9);
    const { app } = await TestChain.open({ genesisHash });
    expect(app.evm.block(0n).hash).toEqual(genesisHash);
  });

  it('contains the contracts and storage that it lists', async () => {
    const address = '0x00000000000000000000000000000000000000aa';
    const { app } = await TestChain.open({
      edit: (appState) => {
        appState['evm'].accounts.push({ address, code: '0x6001', storage: [{ key: '0x02', value: '0x0003' }] });
      },
    });
    const bytes = fromHex(address);
    expect(app.evm.code(bytes, 0n)).toEqual(fromHex('6001'));
    expect(app.evm.at(0n).storage(bytes, fromHex('02'.padStart(64, '0')))).toEqual(fromHex('03'));
    expect(app.evm.at(0n).account(bytes)?.nonce).toBe(1n);
  });

  it('exists already when it is loaded again, and no other genesis is accepted', async () => {
    const { app, state } = await TestChain.open();
    const request = initChainRequest(readGenesis());
    expect(await app.initChain(request)).toEqual({ validators: [], appHash: state.appHash(0n) });
    const other = { ...request, chainId: 'halley_1-1' };
    await expect(app.initChain(other)).rejects.toThrow(
      'or one of the same genesis without blocks, got a state of height 0',
    );
  });

  it('cannot be loaded on top of blocks', async () => {
    const chain = await TestChain.open();
    await chain.block();
    await expect(chain.app.initChain(initChainRequest(readGenesis()))).rejects.toThrow('got a state of height 1');
  });
});

describe('a bad app_state', () => {
  const cases: [string, (appState: AppStateJson) => void, string, string][] = [
    [
      'an amount with a fraction',
      (s) => {
        s['bank'].balances[3].coins[0].amount = '1.5';
      },
      'app_state.bank.balances[3].coins[0].amount',
      'app_state.bank.balances[3].coins[0].amount is "1.5": expected a whole number in decimal text, such as "1000"',
    ],
    [
      'an address of another chain',
      (s) => {
        s['bank'].balances[0].address = 'cosmos17w0adeg64ky0daxwd2ugyuneellmjgnxramjtq';
      },
      'app_state.bank.balances[0].address',
      'app_state.bank.balances[0].address is "cosmos17w0adeg64ky0daxwd2ugyuneellmjgnxramjtq": expected an address, as 0x hex or as halley1… (invalid Bech32 prefix; expected halley, got cosmos)',
    ],
    [
      'a supply that differs from the sum',
      (s) => {
        s['bank'].supply[0].amount = '7';
      },
      'app_state.bank.supply[0].amount',
      'app_state.bank.supply[0].amount is "7": expected 400000000000000000000000, the sum of all balances of ahalley',
    ],
    [
      'an account listed twice',
      (s) => {
        s['bank'].balances.push(s['bank'].balances[0]);
      },
      'app_state.bank.balances[40]',
      'expected an address without another entry',
    ],
    [
      'two sequences of one account',
      (s) => {
        const { address } = s['bank'].balances[3];
        s['auth'].accounts = [
          { address, sequence: '5' },
          { address, sequence: '3' },
        ];
      },
      'app_state.auth.accounts[1]',
      'expected an address without another entry',
    ],
    [
      'a share above one',
      (s) => {
        s['feemarket'].params.min_gas_multiplier = '1.1';
      },
      'app_state.feemarket.params.min_gas_multiplier',
      'app_state.feemarket.params.min_gas_multiplier is "1.1": expected a decimal from 0 to 1',
    ],
    [
      'a zero divisor',
      (s) => {
        s['feemarket'].params.elasticity_multiplier = 0;
      },
      'app_state.feemarket.params.elasticity_multiplier',
      'app_state.feemarket.params.elasticity_multiplier is 0: expected a whole number from 1 to 4294967295',
    ],
    [
      'code that is not hex',
      (s) => {
        s['evm'].accounts[0].code = '0x123';
      },
      'app_state.evm.accounts[0].code',
      'app_state.evm.accounts[0].code is "0x123": expected 0x and hex digits',
    ],
    [
      'a missing denom',
      (s) => {
        s['bank'].balances[1].coins[0].denom = undefined;
      },
      'app_state.bank.balances[1].coins[0].denom',
      'app_state.bank.balances[1].coins[0].denom is missing: expected text',
    ],
    [
      'an object in place of a list',
      (s) => {
        s['bank'].balances = {};
      },
      'app_state.bank.balances',
      'app_state.bank.balances is {}: expected an array',
    ],
    [
      'an unknown module',
      (s) => {
        s['nft'] = {};
      },
      'app_state.nft',
      'app_state.nft is {}: expected no member of this name, because this chain has no such module: remove it; the modules of this chain are auth, authz, bank, ',
    ],
  ];

  it.each(cases)('is refused for %s, by its path', async (_, edit, path, text) => {
    const error = await refusal(edit);
    expect(error.code).toBe('invalid-genesis');
    expect(error.facts['path']).toBe(path);
    expect(error.message).toContain(text);
  });

  it('is refused when the chain id contains no number and none is configured', async () => {
    expect((await refusal(() => undefined, 'my-chain')).message).toContain('chain_id is "my-chain": expected the form');
    const genesis = readGenesis();
    genesis.app_state['evm'].params.chain_id = '9001';
    const app = await createApplication({ state: await openAppState(undefined) });
    await app.initChain({ ...initChainRequest(genesis), chainId: 'my-chain' });
    expect(app.params.evmChainId).toBe(9001n);
  });
});

it('reads the EIP-155 number in a chain id', () => {
  expect(
    ['halley_31337-1', 'evmos_9001-2', 'cosmoshub-4', 'halley_031337-1', 'halley_31337'].map(evmChainIdOf),
  ).toEqual([31337n, 9001n, undefined, undefined, undefined]);
});
