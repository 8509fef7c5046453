/**
 * The validator sets and parameters of each height. Few heights have full records; the others name the height of the
 * full record, as in CometBFT's store (state/store.go: ValidatorsInfo, ConsensusParamsInfo). Parameters are the same
 * since then, and a validator set has had one more turn at each height. CometBFT applies all these turns at once; here
 * they are applied one by one, as the chain did.
 */
import { CodecError, ProtoReader, ProtoWriter } from '../../codec/protobuf/index.js';
import type { ChainState } from '../../consensus/types/chain_state.js';
import { type ConsensusParams, decodeParams, encodeParams } from '../../consensus/types/params.js';
import {
  decodeValidatorSet,
  encodeValidatorSet,
  incrementProposerPriority,
  type ValidatorSet,
} from '../../consensus/types/validator_set.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import type { Store, WriteOp } from '../../storage/store.js';
import type { CommittedHeight } from './committed_height.js';
import { paramsKey, validatorsKey } from './keys.js';

/** Most proposer turns since the last full record of a set. CometBFT's limit is 100,000. */
const MAX_TURNS = 64n;

/** Heights with the newest full records of the validator set and the parameters. */
interface InFull {
  readonly validators: bigint;
  readonly params: bigint;
}

/** Set that was computed last, for callers that read one height after the other. */
interface Made {
  readonly height: bigint;
  readonly validators: ValidatorSet;
}

const put = (key: Bytes, value: Bytes): WriteOp => ({ type: 'put', key, value });

export class ValidatorsAndParams {
  #made: Made | undefined;

  private constructor(
    private readonly store: Store,
    private inFull: InFull,
  ) {}

  static found(store: Store, genesis: ChainState): { validatorsAndParams: ValidatorsAndParams; writes: WriteOp[] } {
    const first = genesis.initialHeight;
    const writes = [
      put(validatorsKey(first), inFull(encodeValidatorSet(genesis.validators))),
      put(validatorsKey(first + 1n), inFull(encodeValidatorSet(genesis.nextValidators))),
      put(paramsKey(first), inFull(encodeParams(genesis.params))),
    ];
    return { validatorsAndParams: new ValidatorsAndParams(store, { validators: first + 1n, params: first }), writes };
  }

  /** Opens the records of a store whose newest block is `height`. */
  static open(store: Store, height: bigint): ValidatorsAndParams {
    return new ValidatorsAndParams(store, newestIn(store, height));
  }

  prepare(committed: CommittedHeight): WriteOp[] {
    const height = committed.block.header.height;
    const { nextValidators, params } = committed.state;
    const at = this.#after(committed);
    return [
      put(
        validatorsKey(height + 2n),
        at.validators === height + 2n ? inFull(encodeValidatorSet(nextValidators)) : reference(at.validators),
      ),
      put(paramsKey(height + 1n), at.params === height + 1n ? inFull(encodeParams(params)) : reference(at.params)),
    ];
  }

  publish(committed: CommittedHeight): void {
    this.inFull = this.#after(committed);
  }

  /** Returns the writes that remove a height, which must be the newest. */
  drop(height: bigint): WriteOp[] {
    return [
      { type: 'del', key: validatorsKey(height + 2n) },
      { type: 'del', key: paramsKey(height + 1n) },
    ];
  }

  /** Adapts to a revert to `height`: the heights above have been dropped. */
  revertTo(height: bigint): void {
    this.inFull = newestIn(this.store, height);
    this.#made = undefined;
  }

  validators(height: bigint): ValidatorSet {
    const { at, value } = this.#inFull(validatorsKey, height);
    const known = this.#made !== undefined && this.#made.height >= at && this.#made.height <= height;
    let made = known ? (this.#made as Made) : { height: at, validators: decodeValidatorSet(value) };
    while (made.height < height)
      made = { height: made.height + 1n, validators: incrementProposerPriority(made.validators, 1) };
    this.#made = made;
    return made.validators;
  }

  params(height: bigint): ConsensusParams {
    return decodeParams(this.#inFull(paramsKey, height).value);
  }

  /** Depends on the chain alone, not on the memory of this process. */
  #after({ block, response }: CommittedHeight): InFull {
    const { height } = block.header;
    const { validators, params } = this.inFull;
    const changed = response.validatorUpdates.length > 0 || height + 2n - validators >= MAX_TURNS;
    return {
      validators: changed ? height + 2n : validators,
      params: response.consensusParamUpdates === undefined ? params : height + 1n,
    };
  }

  /** Returns the full record of a height, or that of the height that it names. */
  #inFull(keyOf: (height: bigint) => Bytes, height: bigint): { readonly at: bigint; readonly value: Bytes } {
    const own = decodeRecord(this.store.need(keyOf(height)));
    const { at = height } = own;
    const { value } = own.at === undefined ? own : decodeRecord(this.store.need(keyOf(at)));
    if (value !== undefined) return { at, value };
    throw new HalleyError('corrupt-store', `height ${at} of the store lacks what height ${height} has from it`);
  }
}

const newestIn = (store: Store, height: bigint): InFull => ({
  validators: decodeRecord(store.need(validatorsKey(height + 2n))).at ?? height + 2n,
  params: decodeRecord(store.need(paramsKey(height + 1n))).at ?? height + 1n,
});

/** Writes the fields 1, the value, and 2, the height of the full record. */
const inFull = (value: Bytes): Bytes => new ProtoWriter().message(1, value).finish();
const reference = (height: bigint): Bytes => new ProtoWriter().int(2, height).finish();

function decodeRecord(bytes: Bytes): { readonly value?: Bytes; readonly at?: bigint } {
  const reader = new ProtoReader(bytes);
  const { field } = reader.next();
  if (field === 1) return { value: reader.bytes() };
  if (field === 2) return { at: reader.int() };
  throw new CodecError(`a record of what is in force has the unknown field ${field}`);
}
