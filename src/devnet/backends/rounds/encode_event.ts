/** Converts the events of a simulated network to those of the dashboard. */
import type { RoundEvent } from '../../../backend/rounds.js';
import { isPlainEngineEvent } from '../../../consensus/types/round_event.js';
import type { UnixNanos } from '../../../kernel/time.js';
import type { NetworkEvent, NodeEvent } from '../../../simulation/index.js';
import { blockHash, blockOf } from './block_hash.js';
import type { RoundMessages } from './round_messages.js';
import type { ValidatorIndexes } from './validator_indexes.js';

/** Converts nanoseconds to microseconds. */
export const micros = (nanos: UnixNanos): number => Number(nanos / 1000n);

export class EventEncoder {
  /** Last time, because many events share an instant. */
  #time: UnixNanos = -1n;
  #at = 0;

  constructor(
    private readonly indexes: ValidatorIndexes,
    private readonly messages: RoundMessages,
    private readonly emit: (event: RoundEvent) => void,
  ) {}

  /** Passes on an event, after the description of its message if that is new. */
  encode(event: NetworkEvent): void {
    const at = this.#micros(event.at);
    switch (event.type) {
      case 'noted':
        this.#note(at, event.note);
        return;
      case 'scheduled': {
        const { node, height, round, step, until } = event;
        this.emit(['timeout', at, node, Number(height), round, step, micros(until)]);
        return;
      }
      case 'sent': {
        const number = this.#number(event);
        this.messages.sent(event.message, event.from, at);
        this.emit(['sent', at, event.from, event.to, number, micros(event.delay)]);
        return;
      }
      case 'received':
        this.emit(['received', at, event.from, event.to, this.#number(event)]);
        return;
      case 'dropped': {
        const by = event.by.type === 'fault' ? event.by.name : event.by.type;
        this.emit(['dropped', at, event.from, event.to, this.#number(event), by]);
      }
    }
  }

  #number({ message }: Extract<NetworkEvent, { readonly type: 'sent' | 'received' | 'dropped' }>): number {
    return this.messages.numberOf(message, (number, described) => this.emit(['message', number, described]));
  }

  #note(at: number, note: NodeEvent): void {
    const { node } = note;
    if (isPlainEngineEvent(note)) {
      const { type, round, step } = note;
      const height = Number(note.height);
      this.emit(type === 'step' ? ['step', at, node, height, round, step] : ['plain', at, node, height, round, type]);
      return;
    }
    switch (note.type) {
      case 'newRound':
        this.emit(['newRound', at, node, Number(note.height), note.round, this.indexes.of(note.proposer)]);
        return;
      case 'vote': {
        const { height, round, type, validatorAddress, blockId } = note.vote;
        const validator = this.indexes.of(validatorAddress);
        this.emit(['vote', at, node, Number(height), round, type, validator, blockOf(blockId)]);
        return;
      }
      case 'proposal complete':
        this.emit(['proposal', at, node, Number(note.height), note.round, blockHash(note.blockId.hash)]);
        return;
      case 'accuse': {
        const { height, round, type, validatorAddress } = note.second;
        this.emit(['accuse', at, node, Number(height), round, type, this.indexes.of(validatorAddress)]);
        return;
      }
      case 'refused':
        this.emit(['refused', at, node, Number(note.height), note.round, note.reason]);
        return;
      case 'committed': {
        const { block, blockId, seenCommit } = note.decided;
        const { height } = block.header;
        this.emit(['committed', at, node, Number(height), seenCommit.round, blockHash(blockId.hash)]);
        return;
      }
      case 'jumped':
        this.emit(['jumped', at, node, Number(note.height)]);
        return;
      case 'conflicting commits':
        this.emit(['conflict', at, node, Number(note.conflict.height)]);
    }
  }

  #micros(time: UnixNanos): number {
    if (time !== this.#time) {
      this.#time = time;
      this.#at = micros(time);
    }
    return this.#at;
  }
}
