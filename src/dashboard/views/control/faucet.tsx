/** Gives coins to accounts. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { readAccount, readAmount } from '../../explorer/read/account_text.js';
import { toQuantity } from '../../explorer/read/format.js';
import { CallAction } from '../../shell/call_button.js';
import { Field } from '../../shell/fields.js';

export function Faucet(): JSX.Element {
  const [account, amount, denom] = [useSignal(''), useSignal('100'), useSignal('uatom')];
  const [address, wei] = [readAccount(account.value), readAmount(amount.value)];
  const smallest = /^\d+$/.test(amount.value.trim()) ? amount.value.trim() : undefined;
  const validDenom = /^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/.test(denom.value);
  return (
    <section class="panel" aria-labelledby="faucet">
      <h2 id="faucet">Faucet</h2>
      <Field
        label="Account"
        value={account}
        hint="0x… or a Cosmos address such as halley1…: both name the same 20 bytes"
      />
      {account.value !== '' && address === undefined && <p class="bad">This is not an address of 20 bytes.</p>}
      <Field label="Amount" value={amount} hint="in whole coins for the chain's coin" />
      <CallAction
        method="anvil_addBalance"
        params={[address ?? '0x', toQuantity(wei ?? 0n)]}
        disabled={address === undefined || wei === undefined}
      >
        Add to the balance
      </CallAction>
      <Field label="Other denom" value={denom} hint="the amount is in its smallest unit" />
      <CallAction
        method="halley_mintCoins"
        params={[address ?? '0x', denom.value, smallest ?? '0']}
        disabled={address === undefined || smallest === undefined || !validDenom}
      >
        Mint coins of this denom
      </CallAction>
    </section>
  );
}
