/** Answers the queries of `cosmos.staking.v1beta1` about validators, the pool and the parameters. */
import {
  bytes,
  embedded,
  encoded,
  int,
  integer,
  optional,
  repeated,
  required,
  string,
  timestamp,
} from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { type Bytes, compareBytes, EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { readBlockRecord } from '../../../sdk/block_record.js';
import { defineQuery, NoFields } from '../../../sdk/query/define_query.js';
import { invalidArgument, notFound } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse } from '../../../sdk/query/pagination.js';
import { consensusAddressOf } from '../../../types/consensus_key.js';
import { balanceOf } from '../../bank/store.js';
import { StakingParams } from '../params.js';
import { operatorOfQuery, validatorPage } from '../party.js';
import { BONDED_POOL, NOT_BONDED_POOL } from '../pools.js';
import { readStakingParams, readValidator } from '../store.js';
import { powerOf, Validator as StakingValidator } from '../validator.js';

/** `/cosmos.staking.v1beta1.Query/Validator` returns one validator, by its operator. */
export const Validator = defineQuery('/cosmos.staking.v1beta1.Query/Validator', {
  rest: '/cosmos/staking/v1beta1/validators/{validator_addr}',
  request: message(
    'cosmos.staking.v1beta1.QueryValidatorRequest',
    { validator: string(1) },
    { lenient: true, names: { validator: 'validator_addr' } },
  ),
  response: message('cosmos.staking.v1beta1.QueryValidatorResponse', { validator: required(1, StakingValidator) }),
  answer({ validator: text }, state) {
    const validator = readValidator(state, operatorOfQuery(text, state));
    if (validator === undefined) throw notFound(`validator ${text} not found`);
    return { validator };
  },
});

const ValidatorsRequest = message(
  'cosmos.staking.v1beta1.QueryValidatorsRequest',
  { status: string(1), pagination: embedded(2, PageRequest) },
  { lenient: true },
);
const ValidatorsResponse = message('cosmos.staking.v1beta1.QueryValidatorsResponse', {
  validators: repeated(1, StakingValidator),
  pagination: embedded(2, PageResponse),
});

/** `/cosmos.staking.v1beta1.Query/Validators` returns all validators, or those of a status, ascending by operator. */
export const Validators = defineQuery('/cosmos.staking.v1beta1.Query/Validators', {
  rest: '/cosmos/staking/v1beta1/validators',
  request: ValidatorsRequest,
  response: ValidatorsResponse,
  answer({ status, pagination: page }, state) {
    const { items, pagination } = validatorPage(state, status, page);
    return { validators: items.map(({ validator }) => validator), pagination };
  },
});

const Tokens = message(
  'cosmos.staking.v1beta1.Pool',
  { notBonded: integer(1), bonded: integer(2) },
  { names: { bonded: 'bonded_tokens', notBonded: 'not_bonded_tokens' } },
);

/**
 * `/cosmos.staking.v1beta1.Query/Pool` returns how many tokens are bonded, and how many belong to validators outside
 * the set.
 */
export const Pool = defineQuery('/cosmos.staking.v1beta1.Query/Pool', {
  rest: '/cosmos/staking/v1beta1/pool',
  request: NoFields,
  response: message('cosmos.staking.v1beta1.QueryPoolResponse', { pool: embedded(1, Tokens) }),
  answer(_, state) {
    const { bondDenom } = readStakingParams(state);
    return {
      pool: {
        notBonded: balanceOf(state, NOT_BONDED_POOL.address, bondDenom),
        bonded: balanceOf(state, BONDED_POOL.address, bondDenom),
      },
    };
  },
});

/** `/cosmos.staking.v1beta1.Query/Params` returns the parameters of staking. */
export const Params = defineQuery('/cosmos.staking.v1beta1.Query/Params', {
  rest: '/cosmos/staking/v1beta1/params',
  request: NoFields,
  response: message('cosmos.staking.v1beta1.QueryParamsResponse', { params: embedded(1, StakingParams) }),
  answer: (_, state) => ({ params: readStakingParams(state) }),
});

const Historical = message('cosmos.staking.v1beta1.HistoricalInfo', {
  header: encoded(1, { name: 'tendermint.types.Header' }),
  valset: repeated(2, StakingValidator),
});

/**
 * `/cosmos.staking.v1beta1.Query/HistoricalInfo` returns what the SDK keeps of the last `historical_entries` heights: the
 * header as the application sees it, and the bonded validators at its begin. Nothing is stored for it here, so the first
 * height, which has no state before it, and pruned ones are not found.
 */
export const HistoricalInfo = defineQuery('/cosmos.staking.v1beta1.Query/HistoricalInfo', {
  rest: '/cosmos/staking/v1beta1/historical_info/{height}',
  request: message('cosmos.staking.v1beta1.QueryHistoricalInfoRequest', { height: int(1) }, { lenient: true }),
  response: message('cosmos.staking.v1beta1.QueryHistoricalInfoResponse', { hist: optional(1, Historical) }),
  async answer({ height }, state, { nodeFacts, query }) {
    if (height < 0n) throw invalidArgument('height cannot be negative');
    const head = readBlockRecord(state).height;
    const oldest = head - BigInt(readStakingParams(state).historicalEntries);
    const block = height > 1n && height > oldest && height <= head ? await nodeFacts?.().block(height) : undefined;
    const asked = { path: Validators.path, data: BONDED, height: height - 1n, prove: false };
    const before = block && (await query(asked));
    if (block === undefined || before?.code !== 0) throw notFound(`historical info for height ${height} not found`);
    const valset = [...ValidatorsResponse.decode(before.value).validators].sort(byPower);
    return { hist: { header: applicationHeader(block.block), valset } };
  },
});

const BONDED = ValidatorsRequest.encode({
  status: 'BOND_STATUS_BONDED',
  pagination: { ...PageRequest.decode(EMPTY_BYTES), limit: 100_000n },
});

/** Orders validators by power, the largest first, and by the addresses of their keys. */
function byPower(a: StakingValidator, b: StakingValidator): number {
  const [mine, other] = [powerOf(a), powerOf(b)];
  return mine === other
    ? compareBytes(consensusAddressOf(a.pubKey), consensusAddressOf(b.pubKey))
    : Number(mine < other) - Number(mine > other);
}

/** Header with what the application learns of it; the rest is empty in what the SDK keeps. */
const Learnt = message(
  'tendermint.types.Header',
  {
    version: encoded(1, { name: 'tendermint.version.Consensus' }),
    chainId: string(2),
    height: int(3),
    time: timestamp(4),
    lastBlockId: encoded(5, { name: 'tendermint.types.BlockID' }),
    nextValidatorsHash: bytes(9),
    appHash: bytes(11),
    proposerAddress: bytes(14),
  },
  { lenient: true },
);
/** `tendermint.types.BlockID` of no block. */
const NO_BLOCK = Uint8Array.of(0x12, 0);
const Block = message('tendermint.types.Block', { header: embedded(1, Learnt) }, { lenient: true });

const applicationHeader = (block: Bytes): Bytes =>
  Learnt.encode({ ...Block.decode(block).header, version: EMPTY_BYTES, lastBlockId: NO_BLOCK });
