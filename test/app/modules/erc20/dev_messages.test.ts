/** Tests dev transactions of coins: any denom, metadata, contracts, and whether the coins may be sent. */
import { beforeEach, describe, expect, it } from 'vitest';
import { MsgSend } from '../../../../src/app/modules/bank/messages/MsgSend.js';
import { balanceOf, supplyOf } from '../../../../src/app/modules/bank/store.js';
import { ERC20_ACCOUNT } from '../../../../src/app/modules/erc20/conversion.js';
import { pairOf } from '../../../../src/app/modules/erc20/store.js';
import { bech32Address } from '../../../../src/app/types/address.js';
import {
  MsgMintCoins,
  MsgRegisterTokenPair,
  MsgSetDenomMetadata,
  MsgSetSendEnabled,
  MsgToggleConversion,
} from '../../../../src/codec/dev/tokens.js';

import { type Bytes, EMPTY_BYTES } from '../../../../src/kernel/bytes.js';
import { fromHex } from '../../../../src/kernel/hex.js';
import { DevTxRefused, TestChain } from '../../support/chain.js';
import { deliver, packed, signCosmos } from '../../support/cosmos.js';
import { TOKEN, view } from '../../support/tokens.js';
import { dev } from '../../support/wallet.js';

const [alice, bob] = [dev(0), dev(1)];
const VOUCHER = `ibc/${'ab'.repeat(32).toUpperCase()}`;
const PLACE = fromHex('00000000000000000000000000000000000000c0');

let chain: TestChain;

beforeEach(async () => {
  chain = await TestChain.open();
});

const coins = (who: Bytes, denom: string): bigint => balanceOf(chain.state.latest, who, denom);
function refusal(act: () => void): string {
  try {
    act();
  } catch (error) {
    if (error instanceof DevTxRefused) return error.refusal.log;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('coins', () => {
  it('are created in any denom, with their supply', async () => {
    chain.sendDevTx(MsgMintCoins, { address: alice.bytes, denom: 'uatom', amount: 5n });
    chain.sendDevTx(MsgMintCoins, { address: alice.bytes, denom: 'ahalley', amount: 7n });
    const before = [coins(alice.bytes, 'ahalley'), supplyOf(chain.state.latest, 'ahalley')] as const;
    await chain.block();
    expect([coins(alice.bytes, 'uatom'), supplyOf(chain.state.latest, 'uatom')]).toEqual([5n, 5n]);
    expect([coins(alice.bytes, 'ahalley'), supplyOf(chain.state.latest, 'ahalley')]).toEqual(before.map((x) => x + 7n));
  });

  it.each([
    ['an invalid denom', { address: alice.bytes, denom: '1x', amount: 1n }, '"1x" is not a denom'],
    ['an amount of 0', { address: alice.bytes, denom: 'uatom', amount: 0n }, 'an amount is 0'],
    ['a negative amount', { address: alice.bytes, denom: 'uatom', amount: -1n }, 'an amount is -1'],
    ['an amount of 2^256', { address: alice.bytes, denom: 'uatom', amount: 2n ** 256n }, 'below 2^256'],
    ['a module account', { address: ERC20_ACCOUNT.address, denom: 'uatom', amount: 1n }, 'the module erc20'],
    ['an empty address', { address: EMPTY_BYTES, denom: 'uatom', amount: 1n }, 'an address has 0 bytes'],
  ])('are refused for %s', (_, wish, text) => {
    expect(refusal(() => chain.sendDevTx(MsgMintCoins, wish))).toContain(text);
  });

  it('can be excluded from sending, whatever the default is', async () => {
    chain.sendDevTx(MsgMintCoins, { address: alice.bytes, denom: 'uatom', amount: 5n });
    chain.sendDevTx(MsgSetSendEnabled, { denom: 'uatom', enabled: false });
    await chain.block();
    const send = (denom: string) =>
      packed(MsgSend.message, {
        fromAddress: bech32Address(alice.bytes, 'halley'),
        toAddress: bech32Address(bob.bytes, 'halley'),
        amount: [{ denom, amount: '1' }],
      });
    const [refused] = await deliver(chain, signCosmos(chain, alice, [send('uatom')]));
    expect(refused).toMatchObject({ codespace: 'bank', code: 5 });
    expect(refused?.log).toContain('uatom transfers are currently disabled: send transactions are disabled');
    chain.sendDevTx(MsgSetSendEnabled, { denom: 'uatom', enabled: true });
    const sent = (await deliver(chain, signCosmos(chain, alice, [send('uatom')]))).at(-1);
    expect(sent?.code).toBe(0);
    expect(coins(bob.bytes, 'uatom')).toBe(1n);
  });
});

describe('a token pair', () => {
  it('has the address that follows from a voucher, where the coin works as an ERC-20', async () => {
    chain.sendDevTx(MsgMintCoins, { address: alice.bytes, denom: VOUCHER, amount: 5n });
    chain.sendDevTx(MsgSetDenomMetadata, {
      metadata: {
        description: '',
        denomUnits: [
          { denom: VOUCHER, exponent: 0, aliases: [] },
          { denom: 'atom', exponent: 6, aliases: [] },
        ],
        base: VOUCHER,
        display: 'atom',
        name: 'Atom',
        symbol: 'ATOM',
        uri: '',
      },
    });
    chain.sendDevTx(MsgRegisterTokenPair, { denom: VOUCHER, contract: EMPTY_BYTES });
    await chain.block();
    const at = fromHex('ab'.repeat(20));
    expect(await view(chain, TOKEN, at, 'balanceOf', alice.address)).toBe(5n);
    expect(await view(chain, TOKEN, at, 'symbol')).toBe('ATOM');
    expect(refusal(() => chain.sendDevTx(MsgRegisterTokenPair, { denom: VOUCHER, contract: PLACE }))).toContain(
      `token already exists for denom ${VOUCHER}`,
    );
    expect(refusal(() => chain.sendDevTx(MsgRegisterTokenPair, { denom: 'uatom', contract: at }))).toContain(
      'token already exists for token',
    );
  });

  it('needs an address when the denom determines none, and can be disabled and enabled', async () => {
    expect(refusal(() => chain.sendDevTx(MsgRegisterTokenPair, { denom: 'uatom', contract: EMPTY_BYTES }))).toContain(
      'uatom needs the address of a contract',
    );
    chain.sendDevTx(MsgRegisterTokenPair, { denom: 'uatom', contract: PLACE });
    chain.sendDevTx(MsgToggleConversion, { token: 'uatom' });
    await chain.block();
    expect(pairOf(chain.state.latest, 'uatom')?.enabled).toBe(false);
    chain.sendDevTx(MsgToggleConversion, { token: '0x00000000000000000000000000000000000000c0' });
    await chain.block();
    expect(pairOf(chain.state.latest, 'uatom')?.enabled).toBe(true);
    expect(refusal(() => chain.sendDevTx(MsgToggleConversion, { token: 'none' }))).toBe('"none" has no token pair');
  });
});

it('refuses metadata that the SDK would refuse', () => {
  const metadata = {
    description: '',
    denomUnits: [],
    base: 'uatom',
    display: 'atom',
    name: 'Atom',
    symbol: 'ATOM',
    uri: '',
  };
  expect(refusal(() => chain.sendDevTx(MsgSetDenomMetadata, { metadata }))).toBe(
    "metadata must contain a denomination unit with display denom 'atom'",
  );
});
