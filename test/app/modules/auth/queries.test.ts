/** Tests auth's queries with cosmjs-types. */
import {
  AddressBytesToStringRequest,
  AddressBytesToStringResponse,
  AddressStringToBytesRequest,
  AddressStringToBytesResponse,
  Bech32PrefixResponse,
  QueryAccountAddressByIDRequest,
  QueryAccountAddressByIDResponse,
  QueryAccountInfoRequest,
  QueryAccountInfoResponse,
  QueryAccountsRequest,
  QueryAccountsResponse,
} from 'cosmjs-types/cosmos/auth/v1beta1/query';
import { beforeAll, expect, it } from 'vitest';
import { query } from '../../../../src/app/queries/query.js';
import { bech32Address } from '../../../../src/app/types/address.js';
import { type Bytes, EMPTY_BYTES } from '../../../../src/kernel/bytes.js';
import { TestChain } from '../../support/chain.js';
import { dev } from '../../support/wallet.js';

let chain: TestChain;

beforeAll(async () => {
  chain = await TestChain.open({
    edit(appState) {
      appState['auth'].accounts = [dev(4), dev(2)].map(({ bytes }, i) => ({
        '@type': '/cosmos.auth.v1beta1.BaseAccount',
        address: bech32Address(bytes, 'halley'),
        account_number: `${i + 70}`,
        sequence: `${i + 8}`,
      }));
    },
  });
  await chain.block();
});

const ask = (name: string, data: Bytes = EMPTY_BYTES) =>
  query({ path: `/cosmos.auth.v1beta1.Query/${name}`, data, height: 0n, prove: false }, chain.state, {
    paths: () => [],
    nodeFacts: undefined,
    query: () => Promise.reject(),
    simulate: () => Promise.reject(),
  });

it('Accounts lists users and modules by address, page by page', async () => {
  const page = async (pagination: object) => {
    const request = QueryAccountsRequest.fromPartial({ pagination });
    const { log, value } = await ask('Accounts', QueryAccountsRequest.encode(request).finish());
    expect(log).toBe('');
    return QueryAccountsResponse.decode(value);
  };
  const all = await page({ limit: 1000n, countTotal: true });
  const types = new Set(all.accounts.map(({ typeUrl }) => typeUrl));
  expect(types).toEqual(new Set(['/cosmos.auth.v1beta1.BaseAccount', '/cosmos.auth.v1beta1.ModuleAccount']));
  expect(all.pagination?.total).toBe(BigInt(all.accounts.length));
  const first = await page({ limit: 3n });
  expect(first.accounts).toEqual(all.accounts.slice(0, 3));
  const second = await page({ key: first.pagination?.nextKey, limit: 2n });
  expect(second.accounts).toEqual(all.accounts.slice(3, 5));
});

it('AccountInfo and AccountAddressByID find an account by address and number', async () => {
  const address = bech32Address(dev(2).bytes, 'halley');
  const info = await ask('AccountInfo', QueryAccountInfoRequest.encode({ address }).finish());
  expect(QueryAccountInfoResponse.decode(info.value).info).toMatchObject({ address, accountNumber: 71n, sequence: 9n });
  const byId = async (id: bigint, accountId: bigint) =>
    ask('AccountAddressByID', QueryAccountAddressByIDRequest.encode({ id, accountId }).finish());
  expect(QueryAccountAddressByIDResponse.decode((await byId(0n, 71n)).value).accountAddress).toBe(address);
  expect((await byId(0n, 9999n)).log).toContain(
    'code = NotFound desc = account address not found with account number 9999',
  );
  expect((await byId(3n, 0n)).log).toContain("requesting with id isn't supported, try to request using account-id");
  const nobody = bech32Address(new Uint8Array(20).fill(9), 'halley');
  expect((await ask('AccountInfo', QueryAccountInfoRequest.encode({ address: nobody }).finish())).log).toContain(
    `code = NotFound desc = account ${nobody} not found`,
  );
  expect((await ask('AccountInfo')).log).toContain('code = InvalidArgument desc = address cannot be empty');
});

it('addresses are converted with the prefix of the chain', async () => {
  expect(Bech32PrefixResponse.decode((await ask('Bech32Prefix')).value).bech32Prefix).toBe('halley');
  for (const addressBytes of [dev(5).bytes, new Uint8Array(32).fill(3)]) {
    const text = await ask('AddressBytesToString', AddressBytesToStringRequest.encode({ addressBytes }).finish());
    const { addressString } = AddressBytesToStringResponse.decode(text.value);
    expect(addressString).toBe(bech32Address(addressBytes, 'halley'));
    const back = await ask('AddressStringToBytes', AddressStringToBytesRequest.encode({ addressString }).finish());
    expect(AddressStringToBytesResponse.decode(back.value).addressBytes).toEqual(addressBytes);
  }
  const refused = async (addressString: string) =>
    (await ask('AddressStringToBytes', AddressStringToBytesRequest.encode({ addressString }).finish())).log;
  expect(await refused(' ')).toBe('empty address string is not allowed: invalid request');
  expect(await refused(bech32Address(dev(5).bytes, 'other'))).toContain(
    "hrp does not match bech32 prefix: expected 'halley' got 'other'",
  );
  expect((await ask('AddressBytesToString')).log).toBe('empty address bytes is not allowed: invalid request');
});
