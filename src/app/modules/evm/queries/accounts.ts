/** Answers the queries of `cosmos.evm.vm.v1` about one account: its balance, code, storage and Cosmos account. */
import { bytes, string, uint } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { EMPTY_ACCOUNT } from '../../../../evm/state.js';
import { type Bytes, leftPadded } from '../../../../kernel/bytes.js';
import { fromHex, to0x } from '../../../../kernel/hex.js';
import { readChainParams } from '../../../sdk/chain_params.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument, unknownError } from '../../../sdk/query/failure.js';
import type { StateReader } from '../../../state/types.js';
import { bech32Address, parseBech32Address, tryHexAddress } from '../../../types/address.js';
import { readAccountRecord } from '../../auth/store.js';
import { consensusPrefix } from '../../staking/addresses.js';
import { operatorByConsensusAddress } from '../../staking/store.js';

const WORD_BYTES = 32;

/** Parses the address of a query. cosmos/evm reports an invalid one as `problem`. */
function addressOf(text: string, problem: string): Bytes {
  const address = tryHexAddress(text);
  if (address === undefined) throw invalidArgument(problem);
  return address;
}

const notHex = (text: string): string => `address '${text}' is not a valid ethereum hex address: invalid address`;

/** Text for an invalid address in most queries, although it is not about zero. */
const ZERO_ADDRESS = 'invalid zero address';

/** `/cosmos.evm.vm.v1.Query/Account` returns balance, hash of the code and nonce. All accounts exist, most are empty. */
export const Account = defineQuery('/cosmos.evm.vm.v1.Query/Account', {
  rest: '/cosmos/evm/vm/v1/account/{address}',
  request: message('cosmos.evm.vm.v1.QueryAccountRequest', { address: string(1) }, { lenient: true }),
  response: message('cosmos.evm.vm.v1.QueryAccountResponse', {
    balance: string(1),
    codeHash: string(2),
    nonce: uint(3),
  }),
  answer({ address }, state) {
    const { balance, codeHash, nonce } = state.account(addressOf(address, notHex(address))) ?? EMPTY_ACCOUNT;
    return { balance: balance.toString(), codeHash: to0x(codeHash), nonce };
  },
});

/** `/cosmos.evm.vm.v1.Query/Balance` returns an account's amount of the base denom. */
export const Balance = defineQuery('/cosmos.evm.vm.v1.Query/Balance', {
  rest: '/cosmos/evm/vm/v1/balances/{address}',
  request: message('cosmos.evm.vm.v1.QueryBalanceRequest', { address: string(1) }, { lenient: true }),
  response: message('cosmos.evm.vm.v1.QueryBalanceResponse', { balance: string(1) }),
  answer({ address }, state) {
    const { balance } = state.account(addressOf(address, ZERO_ADDRESS)) ?? EMPTY_ACCOUNT;
    return { balance: balance.toString() };
  },
});

/** `/cosmos.evm.vm.v1.Query/Code` returns the code of a contract. */
export const Code = defineQuery('/cosmos.evm.vm.v1.Query/Code', {
  rest: '/cosmos/evm/vm/v1/codes/{address}',
  request: message('cosmos.evm.vm.v1.QueryCodeRequest', { address: string(1) }, { lenient: true }),
  response: message('cosmos.evm.vm.v1.QueryCodeResponse', { code: bytes(1) }),
  answer({ address }, state) {
    const { codeHash } = state.account(addressOf(address, ZERO_ADDRESS)) ?? EMPTY_ACCOUNT;
    return { code: state.code(codeHash) };
  },
});

/** Returns the sequence and the number of an account, which are 0 for an account that does not exist. */
const numbersOf = (address: Bytes, state: StateReader) => ({
  sequence: state.account(address)?.nonce ?? 0n,
  accountNumber: readAccountRecord(state, address).base.number,
});

/** `/cosmos.evm.vm.v1.Query/CosmosAccount` returns the bech32 address, sequence and number of an account. */
export const CosmosAccount = defineQuery('/cosmos.evm.vm.v1.Query/CosmosAccount', {
  rest: '/cosmos/evm/vm/v1/cosmos_account/{address}',
  request: message('cosmos.evm.vm.v1.QueryCosmosAccountRequest', { address: string(1) }, { lenient: true }),
  response: message('cosmos.evm.vm.v1.QueryCosmosAccountResponse', {
    cosmosAddress: string(1),
    sequence: uint(2),
    accountNumber: uint(3),
  }),
  answer({ address: text }, state) {
    const address = addressOf(text, notHex(text));
    const cosmosAddress = bech32Address(address, readChainParams(state).bech32Prefix);
    return { cosmosAddress, ...numbersOf(address, state) };
  },
});

/** Pairs of hex digits that go-ethereum's `HexToHash` reads: those before the first other character. */
const LEADING_PAIRS = /^(?:[0-9a-f]{2})*/i;

/** Reads the key of a slot as go-ethereum's `HexToHash` does: it accepts any text, and takes the last 32 bytes. */
function slotOf(text: string): Bytes {
  const digits = text.replace(/^0[xX]/, '');
  const [pairs = ''] = LEADING_PAIRS.exec(digits.length % 2 === 1 ? `0${digits}` : digits) ?? [];
  return leftPadded(fromHex(pairs).slice(-WORD_BYTES), WORD_BYTES);
}

/** `/cosmos.evm.vm.v1.Query/Storage` returns the value of a slot, 32 bytes in hex. */
export const Storage = defineQuery('/cosmos.evm.vm.v1.Query/Storage', {
  rest: '/cosmos/evm/vm/v1/storage/{address}/{key}',
  request: message('cosmos.evm.vm.v1.QueryStorageRequest', { address: string(1), key: string(2) }, { lenient: true }),
  response: message('cosmos.evm.vm.v1.QueryStorageResponse', { value: string(1) }),
  answer({ address, key }, state) {
    const value = state.storage(addressOf(address, ZERO_ADDRESS), slotOf(key));
    return { value: to0x(leftPadded(value, WORD_BYTES)) };
  },
});

/** `/cosmos.evm.vm.v1.Query/ValidatorAccount` returns the operator's account of a consensus address. */
export const ValidatorAccount = defineQuery('/cosmos.evm.vm.v1.Query/ValidatorAccount', {
  rest: '/cosmos/evm/vm/v1/validator_account/{cons_address}',
  request: message('cosmos.evm.vm.v1.QueryValidatorAccountRequest', { consAddress: string(1) }, { lenient: true }),
  response: message('cosmos.evm.vm.v1.QueryValidatorAccountResponse', {
    accountAddress: string(1),
    sequence: uint(2),
    accountNumber: uint(3),
  }),
  answer({ consAddress: text }, state) {
    const { bech32Prefix } = readChainParams(state);
    if (text.trim() === '') throw invalidArgument('empty address string is not allowed');
    const address = parseBech32Address(text, consensusPrefix(bech32Prefix));
    if (!(address instanceof Uint8Array)) throw invalidArgument(address.problem);
    const operator = operatorByConsensusAddress(state, address);
    if (operator === undefined) throw unknownError(`error while getting validator ${text}. validator does not exist`);
    return { accountAddress: bech32Address(operator, bech32Prefix), ...numbersOf(operator, state) };
  },
});
