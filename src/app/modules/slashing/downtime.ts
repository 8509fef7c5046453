/**
 * Punishes validators that do not sign (SDK x/slashing `HandleValidatorSignature`), on chains whose genesis says so. Each
 * block counts the votes of the last commit. A bitmap has the blocks of a window that a validator has missed; a validator
 * that misses too many loses a share of its tokens, and is jailed for some time.
 */
import type { Event, VoteInfo } from '../../../abci/application.js';
import { type Bytes, bytesToBigint, concatBytes } from '../../../kernel/bytes.js';
import type { BlockHeader, BlockHookContext, BlockPhase } from '../../sdk/module/module.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { multiplyDecimal } from '../../types/coins.js';
import { event, inPhase } from '../../types/events.js';
import { slash } from '../staking/slash.js';
import { type Registered, validatorByConsensusAddress } from '../staking/store.js';
import { jail, VALIDATOR_UPDATE_DELAY } from './evidence.js';
import { readSlashingParams, type SigningInfo, type SlashingParams, signingInfo, writeSigningInfo } from './store.js';

const MISSED_BLOCKS = Uint8Array.of(2);
/** Bits of one entry of a bitmap, as Go's `bitset` encodes it: the number of bits, then words, all big-endian. */
const CHUNK_BITS = 1024;
const WORD_BITS = 64;
const LENGTH_BYTES = 8;
const ABSENT = 1;

export function handleSignatures(block: BlockHookContext, { decidedLastCommit }: BlockHeader): readonly Event[] {
  const { votes } = decidedLastCommit;
  if (!block.params.punishesDowntime || votes.length === 0) return [];
  const params = readSlashingParams(block.state);
  return inPhase(
    'BeginBlock',
    votes.flatMap((vote) => handleSignature(block, vote, params)),
  );
}

/** Records whether a validator signed, and slashes and jails one that missed too many. Jailed ones are skipped. */
function handleSignature(block: BlockPhase, vote: VoteInfo, params: SlashingParams): readonly Event[] {
  const { state, height } = block;
  const { address } = vote.validator;
  const found = validatorByConsensusAddress(state, address);
  const info = signingInfo(state, address);
  if (found === undefined || found.validator.jailed || info === undefined) return [];
  const { signedBlocksWindow: window } = params;
  const index = info.indexOffset % window;
  const [before, missed] = [isMissed(state, address, index), vote.blockIdFlag === ABSENT];
  if (before !== missed) writeMissed(state, address, index, missed);
  const change = before === missed ? 0n : missed ? 1n : -1n;
  const counted: SigningInfo = {
    ...info,
    indexOffset: info.indexOffset + 1n,
    missedBlocksCounter: info.missedBlocksCounter + change,
  };
  const events: Event[] = missed
    ? [
        event('liveness', {
          address: info.address,
          missed_blocks: counted.missedBlocksCounter.toString(),
          height: height.toString(),
        }),
      ]
    : [];
  const mostMissed = window - multiplyDecimal(params.minSignedPerWindow, window);
  if (height <= info.startHeight + window || counted.missedBlocksCounter <= mostMissed) {
    writeSigningInfo(state, address, counted);
    return events;
  }
  return [...events, ...punish(block, vote, found, counted, params)];
}

/** Slashes and jails a validator, and begins its window anew. */
function punish(
  block: BlockPhase,
  { validator: { address, power } }: VoteInfo,
  guilty: Registered,
  info: SigningInfo,
  { slashFractionDowntime: fraction, downtimeJailDuration }: SlashingParams,
): readonly Event[] {
  const { state, height, time } = block;
  // The commit is of the block before, whose set follows from a block before that one.
  const infraction = { height: height - VALIDATOR_UPDATE_DELAY - 1n, power, fraction };
  const { burned, events } = slash(block, guilty, infraction);
  jail(state, guilty.operator);
  const prefix = missedPrefix(address);
  for (const [key] of [...state.entries('slashing', prefix)]) state.delete('slashing', key);
  writeSigningInfo(state, address, {
    ...info,
    jailedUntil: time + downtimeJailDuration,
    indexOffset: 0n,
    missedBlocksCounter: 0n,
  });
  return [
    ...events,
    event('slash', {
      address: info.address,
      power: power.toString(),
      reason: 'missing_signature',
      jailed: info.address,
      burned_coins: burned.toString(),
    }),
  ];
}

const missedPrefix = (address: Bytes): Bytes => concatBytes(MISSED_BLOCKS, Uint8Array.of(address.length), address);

interface Place {
  readonly key: Bytes;
  /** Byte of the chunk, and mask of the bit in it. */
  readonly byte: number;
  readonly mask: number;
}

/** Returns the place of a block of the window in the bitmap. */
function placeOf(address: Bytes, index: bigint): Place {
  const number = new Uint8Array(8);
  new DataView(number.buffer).setBigUint64(0, index / BigInt(CHUNK_BITS), true);
  const bit = Number(index % BigInt(CHUNK_BITS));
  const last = LENGTH_BYTES + (Math.floor(bit / WORD_BITS) + 1) * (WORD_BITS / 8) - 1;
  return {
    key: concatBytes(missedPrefix(address), number),
    byte: last - Math.floor((bit % WORD_BITS) / 8),
    mask: 1 << (bit % 8),
  };
}

function isMissed(state: StateReader, address: Bytes, index: bigint): boolean {
  const { key, byte, mask } = placeOf(address, index);
  return ((state.get('slashing', key)?.[byte] ?? 0) & mask) !== 0;
}

export function writeMissed(state: WorkingState, address: Bytes, index: bigint, missed: boolean): void {
  const { key, byte, mask } = placeOf(address, index);
  const chunk = state.get('slashing', key)?.slice() ?? emptyChunk();
  chunk[byte] = ((chunk[byte] ?? 0) & ~mask) | (missed ? mask : 0);
  state.set('slashing', key, chunk);
}

function emptyChunk(): Bytes {
  const chunk = new Uint8Array(LENGTH_BYTES + CHUNK_BITS / 8);
  new DataView(chunk.buffer).setBigUint64(0, BigInt(CHUNK_BITS));
  return chunk;
}

/**
 * Returns the indexes of blocks that a validator has missed, ascending. Like the SDK, it includes those that a shorter
 * window has left behind.
 */
export function missedBlocks(state: StateReader, address: Bytes): readonly bigint[] {
  const missed: bigint[] = [];
  const prefix = missedPrefix(address);
  for (const [key] of state.entries('slashing', prefix)) {
    const first = bytesToBigint(key.slice(prefix.length).toReversed()) * BigInt(CHUNK_BITS);
    for (let index = first; index < first + BigInt(CHUNK_BITS); index++)
      if (isMissed(state, address, index)) missed.push(index);
  }
  return missed.sort((a, b) => (a < b ? -1 : 1));
}
