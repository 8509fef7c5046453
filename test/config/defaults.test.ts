import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_QUERY_LIMITS } from '../../src/app/evm_queries.js';
import { PREINSTALLS } from '../../src/app/state/preinstalls/contracts.generated.js';
import { devnetOptions } from '../../src/cli/devnet_options.js';
import { accountsOf, cosmosAccountsOf } from '../../src/config/accounts.js';
import { DEVELOPMENT_ACCOUNTS, DEVELOPMENT_MNEMONIC } from '../../src/config/development_accounts.js';
import { DEVELOPMENT_COSMOS_ACCOUNTS } from '../../src/config/development_cosmos_accounts.js';
import { developmentGenesis } from '../../src/config/development_genesis.js';
import { resolveConfig } from '../../src/config/resolve.js';
import { parseGenesis } from '../../src/consensus/types/genesis.js';
import { installFastCrypto } from '../../src/crypto/install.js';
import { deriveAccounts, deriveCosmosAccounts } from '../../src/crypto/mnemonic.js';
import { applicationRules } from '../../src/devnet/chain/application_rules.js';
import { addressTexts } from '../../src/devnet/plan/genesis_chains.js';
import { to0x } from '../../src/kernel/hex.js';
import { DEFAULT_MEMPOOL_LIMITS } from '../../src/mempool/limits.js';
import { DEFAULT_COMET_LIMITS } from '../../src/rpc/comet/options.js';
import { DEFAULT_EVM_LIMITS } from '../../src/rpc/evm/limits.js';
import { DEFAULT_WEB_SOCKET_ORIGINS } from '../../src/server/cors.js';
import { DEFAULT_SERVER_LIMITS } from '../../src/server/limits.js';
import { DEFAULT_TIMEOUTS } from '../../src/simulation/index.js';

const template = () => JSON.parse(readFileSync('genesis/dev.json', 'utf8'));

describe('defaults', () => {
  it('are those of the layers that they configure', async () => {
    const { jsonRpc, rpc, mempool, timeouts, machine } = await devnetOptions(resolveConfig());
    if (typeof jsonRpc !== 'object' || typeof rpc !== 'object') throw new Error('both are served by default');
    expect(DEFAULT_EVM_LIMITS).toMatchObject(jsonRpc.limits ?? {});
    expect(applicationRules({ jsonRpc })).toEqual({
      ...DEFAULT_QUERY_LIMITS,
      ...{ allowUnprotectedTxs: true, minTip: 0n, maxTransactions: 0, machine },
    });
    expect(DEFAULT_SERVER_LIMITS).toMatchObject(jsonRpc.server ?? {});
    expect(jsonRpc.webSocketOrigins).toEqual(DEFAULT_WEB_SOCKET_ORIGINS);
    expect(DEFAULT_COMET_LIMITS).toMatchObject(rpc.limits ?? {});
    expect(mempool).toEqual(DEFAULT_MEMPOOL_LIMITS);
    expect(timeouts).toEqual(DEFAULT_TIMEOUTS);
  });

  it('include the accounts of the well-known mnemonic', async () => {
    await installFastCrypto();
    const derived = (await deriveAccounts(DEVELOPMENT_MNEMONIC, DEVELOPMENT_ACCOUNTS.length)).map((account) => ({
      privateKey: to0x(account.privateKey),
      address: to0x(account.address),
    }));
    expect(DEVELOPMENT_ACCOUNTS).toEqual(derived);
    const more = await accountsOf({ mnemonic: DEVELOPMENT_MNEMONIC, accounts: 21 });
    expect(more.slice(0, 20)).toEqual(DEVELOPMENT_ACCOUNTS);
    expect(await accountsOf({ mnemonic: DEVELOPMENT_MNEMONIC, accounts: 2 })).toEqual(DEVELOPMENT_ACCOUNTS.slice(0, 2));
    const other = await accountsOf({
      mnemonic: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
      accounts: 1,
    });
    expect(other[0]?.address).toBe('0x58a57ed9d8d624cbd12e2c467d34787555bb1b25');
  });
});

describe('the accounts at the Cosmos path', () => {
  it('are those that a default Cosmos wallet derives from the well-known mnemonic', async () => {
    await installFastCrypto();
    const derived = await deriveCosmosAccounts(DEVELOPMENT_MNEMONIC, 20);
    expect(DEVELOPMENT_COSMOS_ACCOUNTS).toEqual(
      derived.map(({ privateKey, address }) => ({ privateKey: to0x(privateKey), address: to0x(address) })),
    );
  });

  it('are as many as the others, and at most 20', async () => {
    const count = async (accounts: number): Promise<number> =>
      (await cosmosAccountsOf({ mnemonic: DEVELOPMENT_MNEMONIC, accounts })).length;
    expect([await count(0), await count(2), await count(20), await count(1000)]).toEqual([0, 2, 20, 20]);
    const mnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
    expect(await cosmosAccountsOf({ mnemonic, accounts: 30 })).toHaveLength(20);
  });

  it('have the same balance as the others in every document that funds them', () => {
    for (const [file, prefix] of [
      ['dev', 'halley'],
      ['ibc', 'cosmos'],
      ['teaching', 'cosmos'],
    ] as const) {
      const { bank } = JSON.parse(readFileSync(`genesis/${file}.json`, 'utf8')).app_state;
      const amounts = new Map<string, string>(
        bank.balances.map((one: { address: string; coins: { amount: string }[] }) => [
          one.address,
          one.coins[0]?.amount,
        ]),
      );
      for (const { address } of DEVELOPMENT_COSMOS_ACCOUNTS)
        expect(amounts.get(address) ?? amounts.get(addressTexts(address, prefix).bech32)).toBe(
          '10000000000000000000000',
        );
    }
  });
});

describe('the genesis of a new chain', () => {
  it('is genesis/dev.json, with the time of the clock and all contracts that the program has', () => {
    const { genesis_time: _, ...rest } = template();
    expect(developmentGenesis({ preinstalls: false })).toEqual(rest);
    expect(developmentGenesis()).toMatchObject({ app_state: { evm: { preinstalls: Object.keys(PREINSTALLS) } } });
  });

  it('has the requested values', () => {
    const choices = { chainId: 'x_5-1', addresses: ['0x01', '0x02'], balance: 7n, gasLimit: 9n, baseFee: 3n };
    const evm = { hardfork: 'prague', codeSizeLimit: 30_000 } as const;
    const genesis = parseGenesis(developmentGenesis({ ...choices, ...evm }), 0n);
    expect(genesis.chainId).toBe('x_5-1');
    expect(genesis.consensusParams.block.maxGas).toBe(9n);
    expect(genesis.appState).toMatchObject({
      evm: { params: { evm_denom: 'ahalley', hardfork: 'prague', max_code_size: '30000' } },
      bank: { balances: [{ address: '0x01', coins: [{ amount: '7' }] }, {}], supply: [{ amount: '14' }] },
      feemarket: { params: { base_fee: '3' } },
    });
  });
});
