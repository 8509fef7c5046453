/**
 * Applies `app_state.genutil.gen_txs`, as the SDK does when it starts a chain: each creates a validator, and its operator
 * pays fee and self-delegation. Their signatures are not verified, because a devnet replaces the validators' keys.
 */
import { FEE_COLLECTOR } from '../../app/modules/auth/fee_collector.js';
import { operatorPrefix } from '../../app/modules/staking/addresses.js';
import { BONDED_POOL, NOT_BONDED_POOL } from '../../app/modules/staking/pools.js';
import { bech32Address, parseAddress } from '../../app/types/address.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { withBankChanges } from '../other_validators/bank.js';
import { type Json, listAt, objectAt, textAt, wholeAt } from '../other_validators/json.js';

const CREATE_VALIDATOR = '/cosmos.staking.v1beta1.MsgCreateValidator';
const PATH = 'app_state.genutil.gen_txs';

export interface GenTxTerms {
  readonly prefix: string;
  readonly bondDenom: string;
  readonly genesisTime: unknown;
  /** Tokens of a power of 1. */
  readonly powerReduction: bigint;
}

export interface AppliedGenTxs {
  readonly appState: Json;
  /** Validators with enough tokens for a power of 1. */
  readonly bonded: number;
  /** Others, which stay unbonded. */
  readonly unbonded: number;
}

/** Returns the state after the transactions, without `genutil`. Throws HalleyError `invalid-genesis`. */
export function withGenTxs({ genutil, ...appState }: Json, terms: GenTxTerms): AppliedGenTxs {
  let applied: AppliedGenTxs = { appState, bonded: 0, unbonded: 0 };
  for (const [index, tx] of listAt(objectAt(genutil, 'app_state.genutil')['gen_txs'], PATH).entries())
    applied = withGenTx(applied, tx, `${PATH}[${index}]`, terms);
  return applied;
}

const bad = (path: string, problem: string): HalleyError =>
  new HalleyError('invalid-genesis', `genesis: ${path} ${problem}`, { path });

function withGenTx({ appState, ...counts }: AppliedGenTxs, tx: Json, path: string, terms: GenTxTerms): AppliedGenTxs {
  const { prefix, bondDenom } = terms;
  const messages = listAt(objectAt(tx['body'], `${path}.body`)['messages'], `${path}.body.messages`);
  const [message] = messages;
  if (messages.length !== 1 || message?.['@type'] !== CREATE_VALIDATOR)
    throw bad(`${path}.body.messages`, `has not one message: expected one of type ${CREATE_VALIDATOR}`);
  const at = `${path}.body.messages[0]`;
  const operatorText = textAt(message['validator_address'], `${at}.validator_address`, '');
  const operator = parseAddress(operatorText, operatorPrefix(prefix));
  if (!(operator instanceof Uint8Array))
    throw bad(`${at}.validator_address`, `is "${operatorText}": expected an address ${operatorPrefix(prefix)}1…`);
  const value = objectAt(message['value'], `${at}.value`);
  if (value['denom'] !== bondDenom)
    throw bad(`${at}.value.denom`, `is ${JSON.stringify(value['denom'])}: expected "${bondDenom}", the bond denom`);
  const tokens = wholeAt(value['amount'], `${at}.value.amount`);
  const isBonded = tokens >= terms.powerReduction;
  const paid = withPayments(objectAt(appState['bank'], 'app_state.bank'), operator, prefix, path, [
    { to: (isBonded ? BONDED_POOL : NOT_BONDED_POOL).address, denom: bondDenom, amount: tokens },
    ...feesOf(tx, path).map(({ denom, amount }) => ({ to: FEE_COLLECTOR.address, denom, amount })),
  ]);
  const staking = objectAt(appState['staking'], 'app_state.staking');
  const shares = `${tokens}.000000000000000000`;
  return {
    bonded: counts.bonded + (isBonded ? 1 : 0),
    unbonded: counts.unbonded + (isBonded ? 0 : 1),
    appState: {
      ...appState,
      auth: withSigner(objectAt(appState['auth'], 'app_state.auth'), operator, tx, path, prefix),
      bank: paid,
      staking: {
        ...staking,
        validators: [
          ...listAt(staking['validators'], 'app_state.staking.validators'),
          {
            operator_address: operatorText,
            consensus_pubkey: message['pubkey'],
            jailed: false,
            status: isBonded ? 'BOND_STATUS_BONDED' : 'BOND_STATUS_UNBONDED',
            tokens: `${tokens}`,
            delegator_shares: shares,
            description: message['description'],
            commission: { commission_rates: message['commission'], update_time: terms.genesisTime },
            min_self_delegation: message['min_self_delegation'],
          },
        ],
        delegations: [
          ...listAt(staking['delegations'], 'app_state.staking.delegations'),
          { delegator_address: bech32Address(operator, prefix), validator_address: operatorText, shares },
        ],
      },
    },
  };
}

function feesOf(tx: Json, path: string): readonly { readonly denom: string; readonly amount: bigint }[] {
  const fee = objectAt(objectAt(tx['auth_info'], `${path}.auth_info`)['fee'], `${path}.auth_info.fee`);
  return listAt(fee['amount'], `${path}.auth_info.fee.amount`).map((coin) => ({
    denom: textAt(coin['denom'], `${path}.auth_info.fee.amount.denom`, ''),
    amount: wholeAt(coin['amount'], `${path}.auth_info.fee.amount.amount`),
  }));
}

interface Payment {
  readonly to: Bytes;
  readonly denom: string;
  readonly amount: bigint;
}

/** Moves coins of the operator. Throws HalleyError when it has too few. */
function withPayments(bank: Json, from: Bytes, prefix: string, path: string, payments: readonly Payment[]): Json {
  let changed = bank;
  for (const { to, denom, amount } of payments) {
    const holder = listAt(changed['balances'], 'app_state.bank.balances').find((entry) => {
      const address = parseAddress(textAt(entry['address'], 'app_state.bank.balances.address', ''), prefix);
      return address instanceof Uint8Array && equalBytes(address, from);
    });
    const coins = listAt(holder?.['coins'], 'app_state.bank.balances.coins');
    const held = wholeAt(coins.find((coin) => coin['denom'] === denom)?.['amount'], 'app_state.bank.balances.coins');
    if (held < amount)
      throw bad(path, `needs ${amount}${denom} of ${bech32Address(from, prefix)}, which app_state.bank gives ${held}`);
    changed = withBankChanges(changed, denom, prefix, [
      { address: from, amount: -amount },
      { address: to, amount },
    ]);
  }
  return changed;
}

/** Sets the key and the next sequence of the account that signed. */
function withSigner(auth: Json, signer: Bytes, tx: Json, path: string, prefix: string): Json {
  const infos = listAt(
    objectAt(tx['auth_info'], `${path}.auth_info`)['signer_infos'],
    `${path}.auth_info.signer_infos`,
  );
  const accounts = listAt(auth['accounts'], 'app_state.auth.accounts').map((account) => {
    const vesting = objectAt(account['base_vesting_account'], 'app_state.auth.accounts.base_vesting_account')[
      'base_account'
    ];
    const text = Object(vesting ?? account)['address'];
    const address = parseAddress(textAt(text, 'app_state.auth.accounts.address', ''), prefix);
    if (!(address instanceof Uint8Array && equalBytes(address, signer))) return account;
    if (vesting !== undefined)
      throw bad(path, `delegates coins of the vesting account ${text}: expected a signer without vesting coins`);
    const sequence = wholeAt(account['sequence'], 'app_state.auth.accounts.sequence') + 1n;
    return { ...account, sequence: `${sequence}`, pub_key: infos[0]?.['public_key'] ?? account['pub_key'] };
  });
  return { ...auth, accounts };
}
