/**
 * Prices in vote extensions: each validator extends its precommit with its own price, the next proposer puts the
 * extended commit into its block as a transaction of its own, and the block writes the median into a contract. This is
 * how oracles on vote extensions work (SDK ADR 064), with a price that is drawn instead of fetched.
 */
import type { CommitInfo, ExecTxResult, ExtendedCommitInfo, ExtendedVoteInfo } from '../../../abci/application.js';
import { canonicalExtensionBytes, ExtendedCommitInfo as ExtendedCommit } from '../../../abci/wire/last_commit.js';
import { CodecError } from '../../../codec/codec_error.js';
import { Any } from '../../../codec/cosmos/base.js';
import { decodeTxBody, decodeTxRaw, PRICES_URL } from '../../../codec/cosmos/tx.js';
import { bytes, embedded } from '../../../codec/protobuf/field.js';
import { ProtoWriter } from '../../../codec/protobuf/index.js';
import { message } from '../../../codec/protobuf/message.js';
import { consensusCrypto, loadKeyTypes } from '../../../crypto/validator_keys.js';
import { type Bytes, bigintToBytes, bytesToBigint, EMPTY_BYTES, equalBytes } from '../../../kernel/bytes.js';
import { draw, seedStream } from '../../../kernel/random.js';
import { fromUtf8, utf8 } from '../../../kernel/text.js';
import { hasModule, readChainParams } from '../../sdk/chain_params.js';
import type { BlockHookContext } from '../../sdk/module/module.js';
import { vmRecord } from '../../sdk/vm_record.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { checksumAddress } from '../../types/address.js';
import { event } from '../../types/events.js';
import { refuse } from '../../types/refusal.js';
import { validatorByConsensusAddress } from '../staking/store.js';

/** Decimals of a price, in the contract and in an extension. */
const DECIMALS = 8;
const UNIT = 10n ** BigInt(DECIMALS);
/** A price in an extension: decimal text with exactly 8 decimals, such as `2000.00000000`. */
const PRICE = /^(?:0|[1-9]\d{0,29})\.\d{8}$/;
/** Blocks between two draws of the common price. Between them it moves evenly. */
const WAVE = 10n;
/** Bound of a draw; the common price is within 2 % of the reference price, and a validator's within 0.1 % of that. */
const DRAWN = 2n ** 31n;
const COMMON_PART = 50n;
const OWN_PART = 1000n;

/** Slots of the contract, whose source is in the guide of validators. */
const SLOT = { answer: 0n, timestamp: 1n, round: 2n, reference: 4n } as const;

/** Transaction's only message. */
export const PricesMessage = message(PRICES_URL.slice(1), { extendedCommit: embedded(1, ExtendedCommit) });

const record = vmRecord('oracle', message('halley.vm.Oracle', { contract: bytes(1) }));

export const writeOracle = (state: WorkingState, contract: Bytes): void => record.write(state, { contract });

/** Returns the contract that has the price; undefined on a chain without an oracle. */
export const readOracle = (state: StateReader): Bytes | undefined =>
  hasModule(readChainParams(state), 'oracle') ? record.read(state)?.contract : undefined;

export interface Price {
  readonly price: bigint;
  /** Seconds. */
  readonly timestamp: bigint;
  /** Height of the block that wrote the price; 0 before the first one. */
  readonly height: bigint;
  readonly reference: bigint;
}

const slotOf = (slot: bigint): Bytes => bigintToBytes(slot, 32);

export function readPrice(state: StateReader, contract: Bytes): Price {
  const read = (slot: bigint): bigint => bytesToBigint(state.storage(contract, slotOf(slot)));
  const { answer, timestamp, round, reference } = SLOT;
  return { price: read(answer), timestamp: read(timestamp), height: read(round), reference: read(reference) };
}

export const priceText = (price: bigint): string =>
  `${price / UNIT}.${(price % UNIT).toString().padStart(DECIMALS, '0')}`;

/** Returns the price in an extension; undefined where it has none. */
function priceOf({ voteExtension }: Pick<ExtendedVoteInfo, 'voteExtension'>): bigint | undefined {
  const text = fromUtf8(voteExtension);
  const price = PRICE.test(text) ? BigInt(text.replace('.', '')) : 0n;
  return price === 0n ? undefined : price;
}

/** Returns whether the application accepts an extension: without an oracle an empty one, with one also a price. */
export const acceptsExtension = (state: StateReader, voteExtension: Bytes): boolean =>
  voteExtension.length === 0 || (readOracle(state) !== undefined && priceOf({ voteExtension }) !== undefined);

/** Draws a number in [-DRAWN, DRAWN). */
const drawn = (seed: string, label: string): bigint => BigInt(draw(seedStream(seed, `price ${label}`)).value) - DRAWN;

/**
 * Makes the extension of a validator's precommit: its own price, around the reference price in the contract. `voter`
 * identifies the validator. The extension is empty without an oracle, and for a price that the others would refuse: 0,
 * or one with too many digits.
 */
export function makeExtension(state: StateReader, height: bigint, voter: string): Bytes {
  const contract = readOracle(state);
  if (contract === undefined) return EMPTY_BYTES;
  const { chainId } = readChainParams(state);
  const { reference } = readPrice(state, contract);
  const [wave, part] = [height / WAVE, height % WAVE];
  const common = (drawn(chainId, `${wave}`) * (WAVE - part) + drawn(chainId, `${wave + 1n}`) * part) / WAVE;
  const own = drawn(chainId, `${height} ${voter}`);
  const price = reference + (reference * common) / (COMMON_PART * DRAWN) + (reference * own) / (OWN_PART * DRAWN);
  const voteExtension = utf8(priceText(price));
  return priceOf({ voteExtension }) === undefined ? EMPTY_BYTES : voteExtension;
}

const encode = (extendedCommit: ExtendedCommitInfo): Bytes => {
  const any = { typeUrl: PricesMessage.typeUrl, value: PricesMessage.encode({ extendedCommit }) };
  const body = new ProtoWriter().message(1, Any.encode(any)).finish();
  const noFee = new ProtoWriter().message(2, EMPTY_BYTES).finish();
  return new ProtoWriter().bytes(1, body).bytes(2, noFee).finish();
};

/**
 * Returns the transaction with the extended commit; undefined without an oracle, and for a commit without prices. It has
 * no extension of a validator that staking no longer knows, which nobody could check.
 */
export function pricesTxOf(state: StateReader, { round, votes }: ExtendedCommitInfo): Bytes | undefined {
  if (votes.every(({ voteExtension }) => voteExtension.length === 0) || readOracle(state) === undefined)
    return undefined;
  const none = { voteExtension: EMPTY_BYTES, extensionSignature: EMPTY_BYTES };
  const isKnown = ({ address }: ExtendedVoteInfo['validator']): boolean =>
    validatorByConsensusAddress(state, address) !== undefined;
  return encode({ round, votes: votes.map((vote) => (isKnown(vote.validator) ? vote : { ...vote, ...none })) });
}

/** Returns the extended commit of a transaction; undefined unless it is of this commit, in the canonical encoding. */
function extendedCommitOf(tx: Bytes, lastCommit: CommitInfo): ExtendedCommitInfo | undefined {
  try {
    const [only = Any.decode(EMPTY_BYTES)] = decodeTxBody(decodeTxRaw(tx).bodyBytes).messages;
    const { extendedCommit } = PricesMessage.decode(only.value);
    if (extendedCommit === undefined || !equalBytes(encode(extendedCommit), tx)) return undefined;
    const { round, votes } = extendedCommit;
    const isSame =
      round === lastCommit.round &&
      votes.length === lastCommit.votes.length &&
      votes.every(({ validator, blockIdFlag }, index) => {
        const vote = lastCommit.votes[index];
        return (
          vote !== undefined &&
          equalBytes(validator.address, vote.validator.address) &&
          validator.power === vote.validator.power &&
          blockIdFlag === vote.blockIdFlag
        );
      });
    return isSame ? extendedCommit : undefined;
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

/**
 * Returns whether a proposal's transaction has the extensions of the last commit: votes as in the proposed commit, each
 * extension with its validator's signature. A validator that staking no longer knows cannot be checked, so it may have
 * no extension.
 */
export async function acceptsPrices(
  tx: Bytes,
  state: StateReader,
  { proposedLastCommit, height }: { readonly proposedLastCommit: CommitInfo; readonly height: bigint },
): Promise<boolean> {
  const extended = extendedCommitOf(tx, proposedLastCommit);
  if (extended === undefined) return false;
  const { chainId } = readChainParams(state);
  const place = { height: height - 1n, round: extended.round };
  const known = extended.votes.map(({ validator }) => validatorByConsensusAddress(state, validator.address));
  const keys = known.map((found) => found?.validator.pubKey);
  await loadKeyTypes(keys.flatMap((key) => key?.type ?? []));
  return extended.votes.every(({ blockIdFlag, voteExtension, extensionSignature }, index) => {
    const key = keys[index];
    if (blockIdFlag !== 2 || key === undefined) return voteExtension.length === 0 && extensionSignature.length === 0;
    return consensusCrypto.verify(key, canonicalExtensionBytes(chainId, place, voteExtension), extensionSignature);
  });
}

/** Returns the median of prices, each weighted by the power of its validator; undefined without prices. */
export function medianPrice(votes: ExtendedCommitInfo['votes']): bigint | undefined {
  const prices = votes
    .flatMap((vote) => {
      const price = priceOf(vote);
      return price === undefined ? [] : { price, power: vote.validator.power };
    })
    .sort((a, b) => (a.price < b.price ? -1 : 1));
  let left = prices.reduce((sum, { power }) => sum + power, 0n);
  const half = left / 2n;
  for (const { price, power } of prices) {
    left -= power;
    if (left <= half) return price;
  }
  return undefined;
}

const RESULT = { codespace: '', data: EMPTY_BYTES, info: '', gasWanted: 0n, gasUsed: 0n };

/** Delivers the transaction: writes the median of its prices into the contract. */
export function deliverPrices(
  tx: Bytes,
  contract: Bytes,
  block: BlockHookContext,
  lastCommit: CommitInfo,
): ExecTxResult {
  const { state, height, context } = block;
  const extended = extendedCommitOf(tx, lastCommit);
  if (extended === undefined)
    return {
      ...RESULT,
      ...refuse('invalidRequest', 'the prices are not of the last commit: invalid request'),
      events: [],
    };
  const price = medianPrice(extended.votes);
  if (price === undefined) return { ...RESULT, code: 0, log: '', events: [] };
  const write = (slot: bigint, value: bigint): void => state.setStorage(contract, slotOf(slot), bigintToBytes(value));
  write(SLOT.answer, price);
  write(SLOT.timestamp, context.timestamp);
  write(SLOT.round, height);
  const prices = extended.votes.flatMap((vote) => priceOf(vote) ?? []).map(priceText);
  const attributes = { price: priceText(price), prices: prices.join(','), contract: checksumAddress(contract) };
  return { ...RESULT, code: 0, log: '', events: [event('price', attributes)] };
}
