/** Adds coins to an account. */
import type { JSX } from 'preact';
import { toQuantity } from '../../explorer/read/format.js';
import { ownChanges } from '../../explorer/read/own_changes.js';
import { CallButton } from '../../shell/call_button.js';
import { notice } from '../../shell/store.js';

/** Is how many coins the faucet gives. */
const COINS = 100n;
const UNIT = 10n ** 18n;

export const Faucet = ({ address }: { readonly address: string }): JSX.Element => (
  <CallButton
    method="anvil_addBalance"
    params={[address, toQuantity(COINS * UNIT)]}
    onResult={() => {
      ownChanges.value++;
      notice.value = { tone: 'info', text: `The account ${address} has ${COINS} coins more.` };
    }}
  >
    Add {String(COINS)} <span class="hidden">to {address}</span>
  </CallButton>
);
