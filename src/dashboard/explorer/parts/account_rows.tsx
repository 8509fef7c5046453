/** Rows of accounts of the node: balance, key on request, a form that sends, and a faucet. */

import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { readKeys } from '../../feed/http.js';
import { CallButton } from '../../shell/call_button.js';
import { CopyButton } from '../../shell/copy_button.js';
import { Field } from '../../shell/fields.js';
import { Icon } from '../../shell/icons.js';
import { chainId, notice } from '../../shell/store.js';
import { checksummed, grouped, toQuantity } from '../read/format.js';
import { type AccountFacts, nodeAccounts } from '../read/node_accounts.js';
import { readAccount, readAmount } from '../read/typed.js';
import { ownChanges } from '../read/use_live.js';
import { Avatar } from './avatar.js';
import { AddressLink, Amount, nameOf } from './links.js';

export const AccountRows = ({ rows }: { readonly rows: readonly AccountFacts[] }): JSX.Element => (
  <ul class="list accounts">
    {rows.map((row) => (
      <Row key={row.address} row={row} />
    ))}
  </ul>
);

type Open = '' | 'key' | 'send';

function Row({ row: { address, balance, nonce } }: { readonly row: AccountFacts }): JSX.Element {
  const open = useSignal<Open>('');
  return (
    <li>
      <Avatar address={address} />
      <div class="what">
        <b>{nameOf(address)}</b>
        <span>
          <AddressLink address={address} /> <CopyButton text={checksummed(address)} of={`the address ${address}`} />
        </span>
      </div>
      <div class="number balance">
        <b>
          <Amount wei={balance} />
        </b>
        <span class="quiet">{grouped(nonce)} sent</span>
      </div>
      <div class="row">
        <Toggle open={open} part="key" of={address}>
          <Icon name="key" /> Key
        </Toggle>
        <Toggle open={open} part="send" of={address}>
          Send
        </Toggle>
        <Faucet address={address} />
      </div>
      {open.value === 'key' && <Key address={address} />}
      {open.value === 'send' && <SendForm from={address} />}
    </li>
  );
}

interface ToggleProps {
  readonly open: Signal<Open>;
  readonly part: Open;
  readonly of: string;
  readonly children: JSX.Element | string | (JSX.Element | string)[];
}

const Toggle = ({ open, part, of, children }: ToggleProps): JSX.Element => (
  <button
    type="button"
    aria-expanded={open.value === part}
    onClick={() => {
      open.value = open.value === part ? '' : part;
    }}
  >
    {children} <span class="hidden">of {of}</span>
  </button>
);

function Key({ address }: { readonly address: string }): JSX.Element {
  const key = useSignal<string | undefined>(undefined);
  const problem = useSignal('');
  if (key.value === undefined && problem.value === '')
    void readKeys(chainId.value).then(
      ({ accounts }) => {
        key.value = accounts.find((one) => one.address.toLowerCase() === address.toLowerCase())?.privateKey;
        if (key.value === undefined) problem.value = 'The node has no private key of this account that it may show.';
      },
      (error: Error) => (problem.value = `The page could not read the key: ${error.message}.`),
    );
  return (
    <div class="more-of">
      {key.value === undefined ? (
        <p class="problem">{problem.value}</p>
      ) : (
        <>
          <p class="quiet">Private key. Use it on this chain only: keys of a development chain are often public.</p>
          <code class="private-key">{key.value}</code> <CopyButton text={key.value} of="the private key" />
        </>
      )}
    </div>
  );
}

function SendForm({ from }: { readonly from: string }): JSX.Element {
  const [to, amount] = [useSignal(''), useSignal('1')];
  const known = /^\d+$/.test(to.value.trim()) ? nodeAccounts.value[Number(to.value)] : undefined;
  const [address, wei] = [known ?? readAccount(to.value), readAmount(amount.value)];
  const transaction = { from, to: address, value: toQuantity(wei ?? 0n) };
  return (
    <div class="more-of row">
      <Field label="To" value={to} hint="0x…, a Cosmos address, or the number of an account" />
      <Field label="ETH" value={amount} />
      <CallButton
        method="eth_sendTransaction"
        params={[transaction]}
        class="primary"
        disabled={address === undefined || wei === undefined}
        onResult={(hash) => {
          notice.value = { tone: 'info', text: `Sent: ${String(hash)}.` };
        }}
      >
        Send {amount.value.slice(0, 30)} ETH
      </CallButton>
    </div>
  );
}

/** Coins that the faucet gives. */
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
