/**
 * Defines x/auth: accounts' numbers and keys, and the parameters of Cosmos transactions. Sequences are the EVM's
 * nonces.
 */
import { toBase64 } from '../../../codec/base64.js';
import type { Any } from '../../../codec/cosmos/base.js';
import { EMPTY_ACCOUNT } from '../../../evm/state.js';
import { type Bytes, compareBytes } from '../../../kernel/bytes.js';
import { toHex } from '../../../kernel/hex.js';
import { readChainParams } from '../../sdk/chain_params.js';
import { defineModule } from '../../sdk/module/module.js';
import type { CommittedState } from '../../state/types.js';
import { multisigMembers, readAccountKey } from '../../types/public_key.js';
import {
  type AccountRecord,
  BaseAccount,
  ModuleAccountRecord,
  VESTING_ACCOUNTS,
  type VestingTerms,
} from './account_record.js';
import { FEE_COLLECTOR } from './fee_collector.js';
import { parseAuthGenesis, uniqueNumbers, writeAuthGenesis } from './genesis.js';
import { MESSAGES } from './messages/index.generated.js';
import { QUERIES } from './queries/index.generated.js';
import { accountRecords, readAccountRecord, readAuthParams } from './store.js';

/**
 * Exports `app_state.auth` of a state: parameters, and every account with its number, sequence and key, ascending by
 * address. Accounts that only the EVM knows are included, and get numbers.
 */
function exportAuth(state: CommittedState): object {
  const params = readAuthParams(state);
  return {
    params: {
      bech32_prefix: readChainParams(state).bech32Prefix,
      max_memo_characters: params.maxMemoCharacters.toString(),
      tx_sig_limit: params.txSigLimit.toString(),
      tx_size_cost_per_byte: params.txSizeCostPerByte.toString(),
      sig_verify_cost_ed25519: params.sigVerifyCostEd25519.toString(),
      sig_verify_cost_secp256k1: params.sigVerifyCostSecp256k1.toString(),
    },
    accounts: numberedAccounts(state).map(([address, record, number]) => accountJson(state, address, record, number)),
  };
}

/** Returns all accounts with their numbers, ascending by address. */
function numberedAccounts(
  state: CommittedState,
): readonly (readonly [address: Bytes, record: AccountRecord, number: bigint])[] {
  const known = [...accountRecords(state)];
  const stated: (bigint | undefined)[] = known.map(([, { base }]) => base.number);
  const recorded = new Set(known.map(([address]) => toHex(address)));
  for (const [address] of state.accounts()) {
    if (recorded.has(toHex(address))) continue;
    known.push([address, readAccountRecord(state, address)]);
    stated.push(undefined);
  }
  return uniqueNumbers(stated)
    .map((number, i) => [...(known[i] as (typeof known)[number]), number] as const)
    .sort(([a], [b]) => compareBytes(a, b));
}

function accountJson(
  state: CommittedState,
  address: Bytes,
  { base, module, vesting }: AccountRecord,
  number: bigint,
): object {
  const account = {
    address: base.address,
    pub_key: base.publicKey === undefined ? null : keyJson(base.publicKey),
    account_number: number.toString(),
    sequence: (state.account(address) ?? EMPTY_ACCOUNT).nonce.toString(),
  };
  if (vesting !== undefined) return vestingJson(vesting, account);
  if (module === undefined) return { '@type': BaseAccount.typeUrl, ...account };
  return { '@type': ModuleAccountRecord.typeUrl, base_account: account, ...module };
}

function vestingJson({ kind, startTime, vestingPeriods, ...terms }: VestingTerms, account: object): object {
  return {
    '@type': VESTING_ACCOUNTS[kind].typeUrl,
    base_vesting_account: {
      base_account: account,
      original_vesting: terms.originalVesting,
      delegated_free: terms.delegatedFree,
      delegated_vesting: terms.delegatedVesting,
      end_time: terms.endTime.toString(),
    },
    ...((kind === 'continuous' || kind === 'periodic') && { start_time: startTime.toString() }),
    ...(kind === 'periodic' && {
      vesting_periods: vestingPeriods.map(({ length, amount }) => ({ length: length.toString(), amount })),
    }),
  };
}

/** Returns a key in protobuf's JSON. A multisig key has its threshold and the keys of its members. */
function keyJson(publicKey: Any): object {
  const { typeUrl } = publicKey;
  const key = readAccountKey(publicKey);
  if (key.kind !== 'multisig') return { '@type': typeUrl, key: toBase64(key.bytes) };
  return { '@type': typeUrl, threshold: key.threshold, public_keys: multisigMembers(publicKey).map(keyJson) };
}

export const auth = defineModule({
  name: 'auth',
  stores: ['acc'],
  accounts: [FEE_COLLECTOR],
  genesis: {
    parse: (node, { params, accounts }) => parseAuthGenesis(node, params.bech32Prefix, accounts),
    write: (state, genesis, { holders, accounts }) => writeAuthGenesis(state, genesis, holders(), accounts),
    export: exportAuth,
  },
  messages: MESSAGES,
  queries: QUERIES,
});
