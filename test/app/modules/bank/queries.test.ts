/** Tests the bank's queries about denoms and their owners, encoded and decoded with cosmjs-types. */
import {
  QueryAllBalancesRequest,
  QueryAllBalancesResponse,
  QueryDenomMetadataByQueryStringRequest,
  QueryDenomMetadataByQueryStringResponse,
  QueryDenomOwnersRequest,
  QueryDenomOwnersResponse,
  QuerySendEnabledRequest,
  QuerySendEnabledResponse,
  QuerySpendableBalanceByDenomRequest,
  QuerySpendableBalanceByDenomResponse,
} from 'cosmjs-types/cosmos/bank/v1beta1/query';
import { beforeAll, expect, it } from 'vitest';
import { QUERIES } from '../../../../src/app/modules/bank/queries/index.generated.js';
import type { StateReader } from '../../../../src/app/state/types.js';
import { bech32Address } from '../../../../src/app/types/address.js';
import { MsgMintCoins, MsgSetDenomMetadata, MsgSetSendEnabled } from '../../../../src/codec/dev/tokens.js';

import { compareBytes } from '../../../../src/kernel/bytes.js';
import { TestChain } from '../../support/chain.js';
import { dev } from '../../support/wallet.js';

const SLASHED = 'factory/halley1abc/uzzz';
const OWNERS = [dev(0), dev(1), dev(2)].sort((a, b) => compareBytes(a.bytes, b.bytes));
const addressOf = (index: number): string => bech32Address(OWNERS[index]?.bytes ?? new Uint8Array(), 'halley');
const METADATA = {
  description: 'of a factory',
  denomUnits: [
    { denom: SLASHED, exponent: 0, aliases: [] },
    { denom: 'zzz', exponent: 6, aliases: ['sleep'] },
  ],
  base: SLASHED,
  display: 'zzz',
  name: 'Zzz',
  symbol: 'ZZZ',
  uri: '',
};

let state: StateReader;

beforeAll(async () => {
  const chain = await TestChain.open();
  OWNERS.forEach(({ bytes }, index) => {
    chain.sendDevTx(MsgMintCoins, { address: bytes, denom: SLASHED, amount: BigInt(index + 1) });
  });
  chain.sendDevTx(MsgMintCoins, { address: dev(3).bytes, denom: 'uatom', amount: 9n });
  chain.sendDevTx(MsgSetDenomMetadata, { metadata: METADATA });
  chain.sendDevTx(MsgSetSendEnabled, { denom: 'uatom', enabled: false });
  chain.sendDevTx(MsgSetSendEnabled, { denom: SLASHED, enabled: true });
  await chain.block();
  state = chain.state.latest;
});

async function ask(name: string, request: Uint8Array): Promise<Uint8Array> {
  const query = QUERIES.find(({ path }) => path === `/cosmos.bank.v1beta1.Query/${name}`);
  if (query === undefined) throw new Error(`no ${name}`);
  return query.handler(request, state, {
    paths: () => [],
    nodeFacts: undefined,
    query: () => Promise.reject(),
    simulate: () => Promise.reject(),
  });
}

const DEFAULT_PAGE = { key: new Uint8Array(), offset: 0n, limit: 0n, countTotal: false, reverse: false };

it('DenomOwners lists all owners by address, page by page', async () => {
  const page = async (pagination: { key?: Uint8Array; limit?: bigint; countTotal?: boolean }) =>
    QueryDenomOwnersResponse.decode(
      await ask(
        'DenomOwners',
        QueryDenomOwnersRequest.encode({ denom: SLASHED, pagination: { ...DEFAULT_PAGE, ...pagination } }).finish(),
      ),
    );
  const first = await page({ limit: 2n, countTotal: true });
  expect(first.denomOwners).toEqual([
    { address: addressOf(0), balance: { denom: SLASHED, amount: '1' } },
    { address: addressOf(1), balance: { denom: SLASHED, amount: '2' } },
  ]);
  expect(first.pagination?.total).toBe(3n);
  const second = await page({ key: first.pagination?.nextKey as Uint8Array });
  expect(second.denomOwners).toEqual([{ address: addressOf(2), balance: { denom: SLASHED, amount: '3' } }]);
  expect(second.pagination?.nextKey).toHaveLength(0);
});

it('DenomOwnersByQuery returns what DenomOwners does', async () => {
  const request = QueryDenomOwnersRequest.encode({ denom: SLASHED }).finish();
  expect(await ask('DenomOwnersByQuery', request)).toEqual(await ask('DenomOwners', request));
});

it('AllBalances shows display names of metadata on request', async () => {
  const denoms = async (resolveDenom: boolean) => {
    const request = QueryAllBalancesRequest.encode({ address: addressOf(0), resolveDenom }).finish();
    const { balances } = QueryAllBalancesResponse.decode(await ask('AllBalances', request));
    return balances.filter(({ amount }) => amount === '1').map(({ denom }) => denom);
  };
  expect([await denoms(false), await denoms(true)]).toEqual([[SLASHED], ['zzz']]);
});

it('DenomOwners refuses an invalid denom', async () => {
  const request = QueryDenomOwnersRequest.encode({ denom: '1x' }).finish();
  await expect((async () => ask('DenomOwners', request))()).rejects.toThrow();
});

it('SendEnabled returns the requested denoms that have a rule, or all that have one', async () => {
  const rules = async (...denoms: string[]) =>
    QuerySendEnabledResponse.decode(await ask('SendEnabled', QuerySendEnabledRequest.encode({ denoms }).finish()))
      .sendEnabled;
  expect(await rules('uatom', 'unsaid')).toEqual([{ denom: 'uatom', enabled: false }]);
  expect(await rules()).toEqual([
    { denom: SLASHED, enabled: true },
    { denom: 'uatom', enabled: false },
  ]);
});

it('DenomMetadataByQueryString accepts a denom with slashes', async () => {
  const request = QueryDenomMetadataByQueryStringRequest.encode({ denom: SLASHED }).finish();
  const { metadata } = QueryDenomMetadataByQueryStringResponse.decode(await ask('DenomMetadataByQueryString', request));
  expect(metadata).toMatchObject(METADATA);
});

it('SpendableBalanceByDenom returns the balance', async () => {
  const request = QuerySpendableBalanceByDenomRequest.encode({ address: addressOf(1), denom: SLASHED }).finish();
  const answer = await ask('SpendableBalanceByDenom', request);
  expect(QuerySpendableBalanceByDenomResponse.decode(answer).balance).toEqual({ denom: SLASHED, amount: '2' });
});
