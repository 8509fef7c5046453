/**
 * Tests signatures with the node's keys, which viem recovers, and the refusal of invalid typed data and unknown
 * accounts.
 */
import { type Hex, hashMessage, hashTypedData, recoverAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { aBench } from '../fixture.js';
import { ALICE, BOB, CONTRACT } from '../little_names.js';

const MESSAGE = '0xc3bc00';
const TYPED = {
  types: { Permit: [{ name: 'value', type: 'uint256' }] },
  primaryType: 'Permit',
  domain: { chainId: 31337 },
  message: { value: '340282366920938463463374607431768211456' },
} as const;

const { call, chain } = aBench({ namespaces: ['eth', 'personal'] });
const signer = async (hash: Hex, method: string, ...params: unknown[]) =>
  (await recoverAddress({ hash, signature: (await call(method, ...params)) as Hex })).toLowerCase();

describe('a signature', () => {
  it('of a message has the prefix, with either order of arguments', async () => {
    const hash = hashMessage({ raw: MESSAGE });
    expect(await signer(hash, 'eth_sign', BOB, MESSAGE)).toBe(BOB);
    expect(await signer(hash, 'personal_sign', MESSAGE, ALICE)).toBe(ALICE);
    expect(await signer(hash, 'personal_sign', MESSAGE, ALICE, 'password')).toBe(ALICE);
  });

  it('of typed data is made under every name, from an object and from text', async () => {
    const hash = hashTypedData({ ...TYPED, message: { value: 2n ** 128n } });
    for (const method of ['eth_signTypedData', 'eth_signTypedData_v3', 'eth_signTypedData_v4'])
      for (const data of [TYPED, JSON.stringify(TYPED)]) expect(await signer(hash, method, BOB, data)).toBe(BOB);
  });
});

describe('the node refuses to sign', () => {
  it('for an account without a key on this node, impersonated or not', async () => {
    await chain.impersonate(Buffer.from(CONTRACT.slice(2), 'hex'));
    for (const act of [
      async () => call('eth_sign', CONTRACT, MESSAGE),
      async () => call('personal_sign', MESSAGE, CONTRACT),
      async () => call('personal_sign', MESSAGE, CONTRACT, 'password'),
      async () => call('eth_signTypedData_v4', CONTRACT, TYPED),
    ])
      await expect(act).rejects.toThrow(
        `no key for given address or file; unknown account: ${CONTRACT} is none of those that eth_accounts lists`,
      );
  });

  it.each<[unknown, string]>([
    ['{', 'typed data is a string that is not valid JSON'],
    [5, 'json: cannot unmarshal number into Go value of type apitypes.TypedData'],
    [{ ...TYPED, types: [] }, 'cannot unmarshal array into Go struct field TypedData.types'],
    [{ ...TYPED, types: { Permit: {} } }, 'TypedData.types.Permit of type []apitypes.Type'],
    [{ ...TYPED, types: { Permit: [{ name: 'value' }] } }, 'Type.type of type string'],
    [{ ...TYPED, primaryType: undefined }, 'TypedData.primaryType of type string'],
    [{ ...TYPED, message: null }, 'TypedData.message of type apitypes.TypedDataMessage'],
    [{ ...TYPED, message: {} }, 'invalid argument 1: message.value is missing, expected a uint256'],
  ])('the typed data %j', (data, message) => {
    expect(() => call('eth_signTypedData_v4', ALICE, data)).toThrow(
      expect.objectContaining({ code: -32602, message: expect.stringContaining(message) }),
    );
  });

  it("typed data without members, with geth's message", () => {
    for (const nothing of [{}, null])
      expect(() => call('eth_signTypedData_v4', ALICE, nothing)).toThrow(
        expect.objectContaining({ code: -32000, message: 'domain is undefined' }),
      );
  });
});
