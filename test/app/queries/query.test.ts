import { ics23 } from '@confio/ics23';
import { BaseAccount, ModuleAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth';
import {
  QueryParamsResponse as AuthParamsResponse,
  QueryAccountRequest,
  QueryAccountResponse,
  QueryModuleAccountByNameRequest,
  QueryModuleAccountByNameResponse,
  QueryModuleAccountsResponse,
} from 'cosmjs-types/cosmos/auth/v1beta1/query';
import {
  QueryAllBalancesRequest,
  QueryAllBalancesResponse,
  QueryBalanceRequest,
  QueryBalanceResponse,
  QueryDenomMetadataRequest,
  QueryDenomMetadataResponse,
  QueryDenomsMetadataResponse,
  QueryParamsResponse,
  QuerySpendableBalancesRequest,
  QuerySpendableBalancesResponse,
  QuerySupplyOfRequest,
  QuerySupplyOfResponse,
  QueryTotalSupplyRequest,
  QueryTotalSupplyResponse,
} from 'cosmjs-types/cosmos/bank/v1beta1/query';
import { Pairs } from 'cosmjs-types/cosmos/store/internal/kv/v1beta1/kv';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { QueryRequest } from '../../../src/abci/application.js';
import { FEE_COLLECTOR } from '../../../src/app/modules/auth/fee_collector.js';
import { bech32Address, checksumAddress, parseAddress } from '../../../src/app/types/address.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { type Bytes, concatBytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';
import { fromUtf8, utf8 } from '../../../src/kernel/text.js';
import { TestChain } from '../support/chain.js';
import { COIN, dev, sign } from '../support/wallet.js';

beforeAll(installFastCrypto);

let chain: TestChain;
beforeEach(async () => {
  chain = await TestChain.open({
    edit: (s) => {
      const holder = s['bank'].balances[2];
      holder.coins.push({ denom: 'uusdc', amount: '5' }, { denom: 'atom', amount: '7' });
    },
  });
});

const ask = (path: string, data: Bytes = EMPTY_BYTES, more: Partial<QueryRequest> = {}) =>
  chain.app.query({ path, data, height: 0n, prove: false, ...more });
const bech = (bytes: Bytes): string => bech32Address(bytes, 'halley');

describe('the account query', () => {
  const path = '/cosmos.auth.v1beta1.Query/Account';
  const request = (address: string): Bytes => QueryAccountRequest.encode({ address }).finish();
  const account = async (address: Bytes, height = 0n): Promise<BaseAccount> => {
    const { value } = await ask(path, request(bech(address)), { height });
    const any = QueryAccountResponse.decode(value).account;
    expect(any?.typeUrl).toBe('/cosmos.auth.v1beta1.BaseAccount');
    return BaseAccount.decode(any?.value ?? EMPTY_BYTES);
  };

  it('returns the EVM nonce as the sequence, at any height', async () => {
    await chain.mine(await sign(chain, dev(2), { to: dev(1).address }));
    expect(await account(dev(2).bytes)).toMatchObject({ address: bech(dev(2).bytes), accountNumber: 2n, sequence: 1n });
    expect(await account(dev(0).bytes)).toMatchObject({ accountNumber: 0n, sequence: 0n });
    expect((await ask(path, request(bech(dev(2).bytes)))).height).toBe(1n);
  });

  it('returns a module account with its type', async () => {
    const { value } = await ask(path, request(bech(FEE_COLLECTOR.address)));
    const any = QueryAccountResponse.decode(value).account;
    expect(any?.typeUrl).toBe('/cosmos.auth.v1beta1.ModuleAccount');
    expect(ModuleAccount.decode(any?.value ?? EMPTY_BYTES)).toMatchObject({
      name: 'fee_collector',
      baseAccount: { accountNumber: 40n },
    });
  });

  it('lists the modules’ accounts, and finds them by name', async () => {
    const list = QueryModuleAccountsResponse.decode((await ask('/cosmos.auth.v1beta1.Query/ModuleAccounts')).value);
    const modules = list.accounts.map(({ value }) => ModuleAccount.decode(value));
    expect(modules.map(({ name, permissions }) => [name, ...permissions])).toEqual([
      ['bonded_tokens_pool', 'burner', 'staking'],
      ['erc20', 'minter', 'burner'],
      ['fee_collector'],
      ['not_bonded_tokens_pool', 'burner', 'staking'],
      ['transfer', 'minter', 'burner'],
    ]);
    const byName = (name: string) =>
      ask('/cosmos.auth.v1beta1.Query/ModuleAccountByName', QueryModuleAccountByNameRequest.encode({ name }).finish());
    const found = QueryModuleAccountByNameResponse.decode((await byName('bonded_tokens_pool')).value).account;
    expect(ModuleAccount.decode(found?.value ?? EMPTY_BYTES)).toEqual(modules[0]);
    expect((await byName('mint')).log).toBe('rpc error: code = NotFound desc = account mint not found: key not found');
  });

  it('has parameters that the genesis may set', async () => {
    const params = async (of: TestChain) =>
      AuthParamsResponse.decode(
        (await of.app.query({ path: '/cosmos.auth.v1beta1.Query/Params', data: EMPTY_BYTES, height: 0n, prove: false }))
          .value,
      ).params;
    const defaults = { maxMemoCharacters: 256n, txSigLimit: 7n, txSizeCostPerByte: 10n, sigVerifyCostEd25519: 590n };
    expect(await params(chain)).toEqual({ ...defaults, sigVerifyCostSecp256k1: 1000n });
    const other = await TestChain.open({
      edit: (s) => {
        s['auth'].params.max_memo_characters = '512';
      },
    });
    expect(await params(other)).toMatchObject({ maxMemoCharacters: 512n, txSigLimit: 7n });
  });

  it('returns NotFound for an account that was never used', async () => {
    const nobody = bech(new Uint8Array(20).fill(1));
    expect(await ask(path, request(nobody))).toMatchObject({
      code: 22,
      codespace: 'sdk',
      log: `rpc error: code = NotFound desc = account ${nobody} not found: key not found`,
    });
  });

  it('refuses an invalid address', async () => {
    const { code, log } = await ask(path, request('cosmos17w0adeg64ky0daxwd2ugyuneellmjgnxramjtq'));
    expect(code).toBe(18);
    expect(log).toBe(
      "hrp does not match bech32 prefix: expected 'halley' got 'cosmos': internal logic error: invalid request",
    );
    expect((await ask(path, request(''))).log).toContain('Address cannot be empty');
    expect((await ask(path, Uint8Array.of(255))).code).toBe(18);
  });
});

describe('the bank queries', () => {
  const balance = async (address: Bytes, denom: string, height = 0n) => {
    const data = QueryBalanceRequest.encode({ address: bech(address), denom }).finish();
    const { code, log, value } = await ask('/cosmos.bank.v1beta1.Query/Balance', data, { height });
    return code === 0 ? QueryBalanceResponse.decode(value).balance?.amount : log;
  };

  it('return the EVM balance as the balance of the base denom, at any height', async () => {
    await chain.mine(await sign(chain, dev(1), { to: new Uint8Array(20).fill(9), value: COIN }));
    await chain.mine(await sign(chain, dev(1), { to: new Uint8Array(20).fill(9), value: COIN }));
    expect(await balance(new Uint8Array(20).fill(9), 'ahalley')).toBe((2n * COIN).toString());
    expect(await balance(new Uint8Array(20).fill(9), 'ahalley', 1n)).toBe(COIN.toString());
    expect(await balance(new Uint8Array(20).fill(9), 'uusdc')).toBe('0');
    expect(await balance(dev(2).bytes, 'uusdc')).toBe('5');
    expect(await balance(dev(2).bytes, '')).toContain('invalid denom');
  });

  it('list all coins of an account, in pages', async () => {
    const page = async (pagination: object) => {
      const data = QueryAllBalancesRequest.encode(
        QueryAllBalancesRequest.fromPartial({ address: bech(dev(2).bytes), pagination }),
      ).finish();
      const { balances, pagination: next } = QueryAllBalancesResponse.decode(
        (await ask('/cosmos.bank.v1beta1.Query/AllBalances', data)).value,
      );
      return [balances.map(({ denom, amount }) => amount + denom), fromUtf8(next?.nextKey ?? EMPTY_BYTES), next?.total];
    };
    const base = `${10_000n * COIN}ahalley`;
    expect(await page({})).toEqual([[base, '7atom', '5uusdc'], '', 3n]);
    expect(await page({ limit: 2n })).toEqual([[base, '7atom'], 'uusdc', 0n]);
    expect(await page({ key: utf8('uusdc') })).toEqual([['5uusdc'], '', 0n]);
    expect(await page({ offset: 1n, limit: 1n, countTotal: true })).toEqual([['7atom'], 'uusdc', 3n]);
  });
});

describe('the bank', () => {
  const bank = (method: string, data?: Bytes) => ask(`/cosmos.bank.v1beta1.Query/${method}`, data);

  it('sums the supply of each denom', async () => {
    const base = { denom: 'ahalley', amount: (400_000n * COIN).toString() };
    const data = QueryTotalSupplyRequest.encode(QueryTotalSupplyRequest.fromPartial({})).finish();
    const { supply, pagination } = QueryTotalSupplyResponse.decode((await bank('TotalSupply', data)).value);
    expect(supply).toEqual([base, { denom: 'atom', amount: '7' }, { denom: 'uusdc', amount: '5' }]);
    expect(pagination?.total).toBe(3n);
    const of = async (denom: string) => bank('SupplyOf', QuerySupplyOfRequest.encode({ denom }).finish());
    expect(QuerySupplyOfResponse.decode((await of('ahalley')).value).amount).toEqual(base);
    expect(QuerySupplyOfResponse.decode((await of('nothing')).value).amount).toEqual({ denom: 'nothing', amount: '0' });
    expect((await of('')).log).toBe('rpc error: code = InvalidArgument desc = invalid denom: : invalid request');
  });

  it('returns the metadata of denoms', async () => {
    const { metadatas } = QueryDenomsMetadataResponse.decode((await bank('DenomsMetadata')).value);
    expect(metadatas.map(({ base, symbol }) => [base, symbol])).toEqual([['ahalley', 'HALLEY']]);
    const one = async (denom: string) => bank('DenomMetadata', QueryDenomMetadataRequest.encode({ denom }).finish());
    expect(QueryDenomMetadataResponse.decode((await one('ahalley')).value).metadata).toEqual(metadatas[0]);
    expect(await one('atom')).toMatchObject({
      code: 22,
      log: 'rpc error: code = NotFound desc = client metadata for denom atom: key not found',
    });
  });

  it('makes all coins spendable', async () => {
    const request = QuerySpendableBalancesRequest.fromPartial({ address: bech(dev(2).bytes) });
    const data = QuerySpendableBalancesRequest.encode(request).finish();
    const { balances } = QuerySpendableBalancesResponse.decode((await bank('SpendableBalances', data)).value);
    expect(balances.map(({ denom }) => denom)).toEqual(['ahalley', 'atom', 'uusdc']);
    expect(QueryParamsResponse.decode((await bank('Params')).value).params).toEqual({
      sendEnabled: [],
      defaultSendEnabled: true,
    });
  });
});

describe('the other paths', () => {
  it('return the version', async () => {
    const { value, codespace } = await ask('/app/version');
    expect([fromUtf8(value), codespace]).toEqual(['0.1.0', 'sdk']);
  });

  it('return all entries under a prefix as pairs, at any height', async () => {
    const prefix = concatBytes(Uint8Array.of(2, 20), dev(2).bytes);
    const { key, value, proofOps } = await ask('/store/bank/subspace', prefix, { height: 0n });
    const { pairs } = Pairs.decode(value);
    expect(pairs.map((pair) => fromUtf8(pair.key.subarray(prefix.length)) + fromUtf8(pair.value))).toEqual([
      'atom7',
      'uusdc5',
    ]);
    expect([key, proofOps]).toEqual([prefix, []]);
    expect(Pairs.decode((await ask('/store/bank/subspace', Uint8Array.of(99))).value).pairs).toEqual([]);
    await chain.block();
    await chain.block();
    expect((await ask('/store/bank/subspace', prefix, { prove: true })).proofOps).toEqual([]);
  });

  it('return no proof at the first height, and no value at a height that does not exist', async () => {
    const key = concatBytes(Uint8Array.of(0), utf8('atom'));
    expect(await ask('/store/bank/key', key, { prove: true })).toMatchObject({
      code: 18,
      log: 'cannot query with proof when height <= 1; please provide a valid height: invalid request',
      height: 0n,
    });
    expect(await ask('/store/bank/key', key, { height: 7n })).toMatchObject({
      code: 0,
      log: 'version does not exist',
      value: EMPTY_BYTES,
      height: 7n,
    });
    expect((await ask('/store/bank/key', key, { height: 7n, prove: true })).log).toBe(
      'proof is unexpectedly empty; ensure height has not been pruned: invalid request',
    );
  });

  it('return raw values, with proofs against the app hash of their height', async () => {
    await chain.block();
    await chain.block();
    const key = concatBytes(Uint8Array.of(2, 20), dev(2).bytes, utf8('uusdc'));
    const { value, proofOps, height } = await ask('/store/bank/key', key, { prove: true });
    expect([fromUtf8(value), height]).toEqual(['5', 2n]);
    expect(proofOps.map(({ type }) => type)).toEqual(['ics23:iavl', 'ics23:simple']);
    const [, store] = proofOps.map(({ data }) => ics23.CommitmentProof.decode(data));
    expect(store?.exist?.key).toEqual(utf8('bank'));
    const absent = await ask('/store/bank/key', concatBytes(key, key), { prove: true });
    expect([absent.value.length, absent.proofOps.length]).toEqual([0, 2]);
  });

  it('return the root of the accounts, with its proof', async () => {
    const { value, proofOps } = await ask('/store/evm/root', EMPTY_BYTES, { prove: true });
    expect(value).toEqual(chain.state.stateRoot(0n));
    expect(proofOps.map(({ type }) => type)).toEqual(['ics23:simple']);
  });

  it.each([
    ['/nothing', 6, 'unknown query path: unknown request'],
    ['', 6, 'unknown query path: unknown request'],
    ['/toString', 6, 'unknown query path: unknown request'],
    ['/app', 6, "expected second parameter to be either 'simulate' or 'version', neither was present: unknown request"],
    ['/app/x/y', 6, 'unknown query: [app x y]: unknown request'],
    ['/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo', 6, 'unknown query path: unknown request'],
    ['/store/nothing/key', 6, 'no such store: nothing: unknown request'],
    ['/store/bank/key', 2, 'query cannot be zero length: tx parse error'],
    ['/store/bank/subspace', 2, 'query cannot be zero length: tx parse error'],
  ])('refuse %s as the SDK does', async (path, code, log) => {
    expect(await ask(path)).toMatchObject({ code, codespace: 'sdk', log });
  });

  it('refuse paths that no store supports', async () => {
    for (const [path, kind] of [
      ['/store/bank/nothing', '/nothing'],
      ['/store/bank', ''],
      ['/store/bank/key/x', '/key/x'],
    ] as const)
      expect(await ask(path, Uint8Array.of(1))).toMatchObject({
        code: 6,
        codespace: 'sdk',
        log: `unexpected query path: ${kind}: unknown request`,
      });
  });

  it('refuse a future height', async () => {
    const data = QueryBalanceRequest.encode({ address: bech(dev(0).bytes), denom: 'ahalley' }).finish();
    expect(await ask('/cosmos.bank.v1beta1.Query/Balance', data, { height: 9n })).toMatchObject({
      code: 26,
      log: 'cannot query with height in the future; please provide a valid height: invalid height',
      height: 0n,
    });
    expect((await ask('/cosmos.bank.v1beta1.Query/Balance', data, { height: -1n })).log).toBe(
      'cannot query with height < 0; please provide a valid height: invalid request',
    );
    expect((await ask('/cosmos.bank.v1beta1.Query/Balance', data, { prove: true })).log).toBe(
      'cannot query with proof when height <= 1; please provide a valid height: invalid request',
    );
  });
});

describe('addresses', () => {
  it('are formatted with their checksum', () => {
    const address = fromHex('963ebdf2e1f8db8707d05fc75bfeffba1b5bac17');
    expect(checksumAddress(address)).toBe('0x963EBDf2e1f8DB8707D05FC75bfeFFBa1B5BaC17');
    expect(bech32Address(address, 'cosmos')).toBe('cosmos1jcltmuhplrdcwp7stlr4hlhlhgd4htqhnu0t2g');
    expect(bech32Address(address, 'evmos')).toBe('evmos1jcltmuhplrdcwp7stlr4hlhlhgd4htqh3a79sq');
  });

  it('are parsed from either format', () => {
    const { bytes, address } = dev(0);
    expect(parseAddress(address, 'halley')).toEqual(bytes);
    expect(parseAddress(bech(bytes), 'halley')).toEqual(bytes);
    expect(parseAddress('0x12', 'halley')).toHaveProperty('problem');
    expect(parseAddress(bech32Address(new Uint8Array(32), 'halley'), 'halley')).toEqual({
      problem: 'an address has 20 bytes, not 32',
    });
    expect(to0x(bytes)).toBe(address.toLowerCase());
  });
});
