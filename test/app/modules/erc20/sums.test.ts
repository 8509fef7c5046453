/** Tests that the sum of coins and tokens stays the contract's supply, whatever is converted or refused. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { balanceOf, supplyOf } from '../../../../src/app/modules/bank/store.js';
import { ERC20_ACCOUNT } from '../../../../src/app/modules/erc20/conversion.js';
import { MsgConvertCoin } from '../../../../src/app/modules/erc20/messages/MsgConvertCoin.js';
import { MsgConvertERC20 } from '../../../../src/app/modules/erc20/messages/MsgConvertERC20.js';
import { MsgRegisterERC20 } from '../../../../src/app/modules/erc20/messages/MsgRegisterERC20.js';
import { bech32Address, checksumAddress } from '../../../../src/app/types/address.js';
import { TestChain } from '../../support/chain.js';
import { deliver, packed, signCosmos } from '../../support/cosmos.js';
import { deploy, TOKEN, view } from '../../support/tokens.js';
import { type Dev, dev } from '../../support/wallet.js';

const MADE = 1_000n;
const PEOPLE = [dev(0), dev(1), dev(2)];
const bech32 = ({ bytes }: Dev): string => bech32Address(bytes, 'halley');

const person = fc.constantFrom(...PEOPLE);
interface Conversion {
  readonly toCoins: boolean;
  readonly to: Dev;
  readonly amount: bigint;
}

/** Draws amounts that are sometimes 0, negative, or more than the balance. */
const amount = fc.oneof(
  { weight: 8, arbitrary: fc.bigInt({ min: 1n, max: 60n }) },
  { weight: 1, arbitrary: fc.bigInt({ min: -1n, max: MADE + 1n }) },
);
const conversions = fc.array(fc.record({ toCoins: fc.boolean(), to: person, amount }), { minLength: 1, maxLength: 3 });

it('creates and loses nothing in conversions, in transactions of one and of several messages', async () => {
  const chain = await TestChain.open();
  const [owner] = PEOPLE as [Dev];
  const contract = await deploy(chain, owner, TOKEN, 'Gold', 'GLD', 6, MADE);
  const erc20 = checksumAddress(contract);
  const denom = `erc20:${erc20}`;
  const registration = packed(MsgRegisterERC20.message, { signer: bech32(owner), erc20addresses: [erc20] });
  expect((await deliver(chain, signCosmos(chain, owner, [registration])))[0]?.code).toBe(0);

  const coinsOf = ({ bytes }: Dev): bigint => balanceOf(chain.state.latest, bytes, denom);
  const tokensOf = async (address: string) => (await view(chain, TOKEN, contract, 'balanceOf', address)) as bigint;
  const holdings = async () =>
    Promise.all(PEOPLE.map(async (who) => [coinsOf(who), await tokensOf(who.address)] as const));
  const messageOf = (from: Dev, { toCoins, to, amount }: Conversion) =>
    toCoins
      ? packed(MsgConvertERC20.message, {
          contractAddress: erc20,
          amount,
          receiver: bech32(to),
          sender: from.address,
        })
      : packed(MsgConvertCoin.message, {
          coin: { denom, amount: amount.toString() },
          receiver: to.address,
          sender: bech32(from),
        });

  let succeeded = 0;
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(person, conversions, async (signer, wanted) => {
      const messages = wanted.map((wish) => messageOf(signer, wish));
      const before = await holdings();
      const [result] = await deliver(chain, signCosmos(chain, signer, messages, { gas: 3_000_000n }));
      const after = await holdings();

      if (result?.code === 0) succeeded++;
      else {
        refused++;
        expect(after).toEqual(before);
      }
      expect(after.flat().reduce((sum, amount) => sum + amount, 0n)).toBe(MADE);
      const supply = supplyOf(chain.state.latest, denom);
      expect(after.reduce((sum, [coins]) => sum + coins, 0n)).toBe(supply);
      expect(await tokensOf(checksumAddress(ERC20_ACCOUNT.address))).toBe(supply);
    }),
    { numRuns: 60, seed: 20_260_101 },
  );
  expect(Math.min(succeeded, refused)).toBeGreaterThan(5);
});
