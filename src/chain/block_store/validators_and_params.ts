/**
 * The validator sets and parameters in force at each height. Few heights have them in full; the others name the height
 * that has, as in CometBFT's store (state/store.go: ValidatorsInfo, ConsensusParamsInfo): for parameters those are the
 * same, a validator set has had a turn more at each height since. Unlike CometBFT, which gives all turns at once, a set is
 * made turn by turn, as the chain made it.
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

/** A set is in full after so many turns at the latest. CometBFT: 100,000. */
const MAX_TURNS = 64n;

/** Where the newest validator set and the newest parameters are in full. */
interface InFull {
  readonly validators: bigint;
  readonly params: bigint;
}

/** A set that was made last, for who asks for one height after the other. */
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

  /** Of a store whose newest block is `height`. */
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

  /** The writes by which a height is no more; its block is the newest. */
  drop(height: bigint): WriteOp[] {
    return [
      { type: 'del', key: validatorsKey(height + 2n) },
      { type: 'del', key: paramsKey(height + 1n) },
    ];
  }

  /** What `drop` has dropped is above. */
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

  /** What depends on the chain alone, not on what this process remembers. */
  #after({ block, response }: CommittedHeight): InFull {
    const { height } = block.header;
    const { validators, params } = this.inFull;
    const changed = response.validatorUpdates.length > 0 || height + 2n - validators >= MAX_TURNS;
    return {
      validators: changed ? height + 2n : validators,
      params: response.consensusParamUpdates === undefined ? params : height + 1n,
    };
  }

  /** What a height has, or the height that it names for it. */
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

/** Fields: 1 the value, 2 the height that has it. */
const inFull = (value: Bytes): Bytes => new ProtoWriter().message(1, value).finish();
const reference = (height: bigint): Bytes => new ProtoWriter().int(2, height).finish();

function decodeRecord(bytes: Bytes): { readonly value?: Bytes; readonly at?: bigint } {
  const reader = new ProtoReader(bytes);
  const { field } = reader.next();
  if (field === 1) return { value: reader.bytes() };
  if (field === 2) return { at: reader.int() };
  throw new CodecError(`a record of what is in force has the unknown field ${field}`);
}
