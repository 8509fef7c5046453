/** Controls the chain: blocks, snapshots, time, balances, base fee. */

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { toQuantity } from '../../explorer/read/format.js';
import { readAccount, readAmount } from '../../explorer/read/typed.js';
import { CallAction } from '../../shell/call_button.js';
import { Field } from '../../shell/fields.js';
import { hasEngine, hasEvm, head } from '../../shell/store.js';
import { Mine, MiningMode, Stepping } from './mining.js';
import { GoBack, Snapshots } from './snapshots.js';
import { TimeTravel } from './time_travel.js';

const OfSimulation = (): JSX.Element => (
  <div class="panels">
    <MiningMode />
    <Stepping />
    <Mine />
    <Snapshots />
    <TimeTravel />
    {hasEvm.value && (
      <>
        <Faucet />
        <BaseFee />
        <GoBack />
      </>
    )}
  </div>
);

/** Shows what dev transactions do, which validators execute as all others. */
const OfEngine = (): JSX.Element => (
  <>
    <p>
      A CometBFT engine decides the blocks and their times, and a decided block is final. So there are no mining modes,
      no time travel and no snapshots. Dev transactions work on the node that has the key of the dev authority; a call
      returns when a block contains them.
    </p>
    <div class="panels">
      <Faucet />
      <BaseFee />
    </div>
  </>
);

export const Control = (): JSX.Element => (
  <>
    <h1>Control</h1>
    <p>“How to call this” below a button shows the call that does the same from a program.</p>
    {hasEngine.value ? <OfEngine /> : <OfSimulation />}
  </>
);

function BaseFee(): JSX.Element {
  const fee = useSignal('1000000000');
  const wei = /^\d{1,40}$/.test(fee.value.trim()) ? BigInt(fee.value.trim()) : undefined;
  return (
    <section class="panel" aria-labelledby="base-fee">
      <h2 id="base-fee">Base fee</h2>
      <p>Newest block: {head.value?.baseFee ?? '–'} wei. The gas price follows from the base fee.</p>
      <Field label="Base fee of the next block in wei" value={fee} />
      <CallAction
        method="hardhat_setNextBlockBaseFeePerGas"
        params={[toQuantity(wei ?? 0n)]}
        disabled={wei === undefined}
      >
        Set the base fee
      </CallAction>
    </section>
  );
}

function Faucet(): JSX.Element {
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
