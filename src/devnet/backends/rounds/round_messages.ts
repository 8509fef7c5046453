/** The messages of consensus for the dashboard, numbered by identity. */
import type { RoundMessage } from '../../../backend/rounds.js';
import type { Message } from '../../../consensus/input.js';
import type { Evidence } from '../../../consensus/types/evidence.js';
import { VoteType } from '../../../consensus/types/vote.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { to0x } from '../../../kernel/hex.js';
import { fromUtf8 } from '../../../kernel/text.js';
import { blockHash, blockOf } from './block_hash.js';
import type { ValidatorIndexes } from './validator_indexes.js';

interface Numbered {
  readonly number: number;
  /** Epoch in which listeners have received the description. */
  describedIn: number;
  /** Last sender of the message, with the time in microseconds. */
  from: number;
  sentAt: number;
}

/** Numbers messages. One object is one message, however many nodes receive it. */
export class RoundMessages {
  readonly #numbers = new WeakMap<Message, Numbered>();
  #next: number;
  #epoch = 0;

  constructor(
    private readonly indexes: ValidatorIndexes,
    first = 1,
  ) {
    this.#next = first;
  }

  /** Lets every message be described again, because a new listener knows none. */
  describeAgain(): void {
    this.#epoch++;
  }

  /** Returns the number of a message. Calls `describe` before, when listeners do not know it. */
  numberOf(message: Message, describe: (number: number, message: RoundMessage) => void): number {
    const numbered = this.#numbered(message);
    if (numbered.describedIn !== this.#epoch) {
      numbered.describedIn = this.#epoch;
      describe(numbered.number, roundMessage(message, this.indexes));
    }
    return numbered.number;
  }

  /** Records when a node sent a message. */
  sent(message: Message, from: number, at: number): void {
    const numbered = this.#numbered(message);
    numbered.from = from;
    numbered.sentAt = at;
  }

  /** Returns when a node sent a message; undefined when that is not known. */
  sentAt(message: Message, from: number): number | undefined {
    const numbered = this.#numbers.get(message);
    return numbered?.from === from ? numbered.sentAt : undefined;
  }

  #numbered(message: Message): Numbered {
    const known = this.#numbers.get(message);
    if (known !== undefined) return known;
    const numbered = { number: this.#next++, describedIn: -1, from: -1, sentAt: 0 };
    this.#numbers.set(message, numbered);
    return numbered;
  }
}

function roundMessage(message: Message, indexes: ValidatorIndexes): RoundMessage {
  switch (message.type) {
    case 'proposal': {
      const { height, round, blockId, polRound } = message.proposal;
      return { kind: 'proposal', height: Number(height), round, block: blockHash(blockId.hash), polRound };
    }
    case 'part':
      return { kind: 'part', height: Number(message.height), round: message.round, part: message.part.index };
    case 'vote': {
      const { type, height, round, blockId, validatorAddress, extension } = message.vote;
      return {
        kind: type === VoteType.Prevote ? 'prevote' : 'precommit',
        height: Number(height),
        round,
        block: blockOf(blockId),
        validator: indexes.of(validatorAddress),
        ...(extension !== undefined && { extension: extensionText(extension.bytes) }),
      };
    }
    case 'majority':
      return {
        kind: 'majority',
        height: Number(message.height),
        round: message.round,
        block: blockOf(message.blockId),
      };
    case 'catch up': {
      const { height, round, blockId } = message.commit;
      return { kind: 'catch-up', height: Number(height), round, block: blockOf(blockId) };
    }
    case 'evidence':
      return { kind: 'evidence', ...placeOf(message.evidence, indexes) };
  }
}

/** Most bytes of an extension that are shown. */
const MAX_SHOWN = 64;

function extensionText(bytes: Bytes): string {
  const shown = bytes.subarray(0, MAX_SHOWN);
  const text = shown.every((byte) => byte >= 0x20 && byte < 0x7f) ? fromUtf8(shown) : to0x(shown);
  return bytes.length > MAX_SHOWN ? `${text}… (${bytes.length} bytes)` : text;
}

function placeOf(evidence: Evidence, indexes: ValidatorIndexes): Pick<RoundMessage, 'height' | 'round' | 'validator'> {
  if (evidence.type !== 'duplicate-vote') return { height: Number(evidence.commonHeight), round: 0 };
  const { height, round, validatorAddress } = evidence.voteA;
  return { height: Number(height), round, validator: indexes.of(validatorAddress) };
}
