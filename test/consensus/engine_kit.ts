/**
 * Runs one engine among four validators: the test passes inputs in and reads events and effects. The engine must not
 * change its input.
 */

import { startDecidedState } from '../../src/consensus/decided_state.js';
import type { AbciCall, Effect } from '../../src/consensus/effect.js';
import { step } from '../../src/consensus/engine.js';
import type { EngineEvent } from '../../src/consensus/engine_event.js';
import type { Env, ValidatorKey } from '../../src/consensus/env.js';
import type { AbciReply, Input, Message } from '../../src/consensus/input.js';

import { type EngineState, newEngineState } from '../../src/consensus/state.js';
import type { BlockId } from '../../src/consensus/types/block_id.js';
import type { ChainState } from '../../src/consensus/types/chain_state.js';
import type { ConsensusParams } from '../../src/consensus/types/params.js';
import { type Vote, VoteType } from '../../src/consensus/types/vote.js';
import type { WholeBlock } from '../../src/consensus/types/whole_block.js';
import { EMPTY_BYTES } from '../../src/kernel/bytes.js';
import { utf8 } from '../../src/kernel/text.js';
import { anEnv, aProposal, aVote, firstBlock, fourValidators, GENESIS_TIME, type VoteFacts } from './chain_kit.js';

/** Freezes a value, so that later writes throw. Byte arrays cannot be frozen. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const name of Reflect.ownKeys(value)) deepFreeze(Reflect.get(value, name));
  return value;
}

export class EngineUnderTest {
  readonly chain: ChainState;
  readonly keys: readonly ValidatorKey[];
  readonly env: Env;
  state: EngineState;
  now = GENESIS_TIME + 1_000_000_000n;
  /** Effects of the last input, including those of the ABCI replies it needed. */
  effects: Effect[] = [];
  /** Every message that the engine has sent. */
  readonly outbox: Message[] = [];
  accept = true;

  /** Creates the engine of validator `v<node>`, which has begun round 0 of height 1. */
  constructor(node: number, change: Partial<Env> = {}, params?: ConsensusParams) {
    const { chain, keys } = fourValidators(params);
    this.chain = chain;
    this.keys = keys;
    this.env = anEnv(node, keys[node], change);
    this.state = newEngineState(startDecidedState(chain), undefined, this.now);
    this.feed({ type: 'start' });
    this.timeout();
  }

  get round() {
    return this.state.round;
  }

  get notes(): readonly EngineEvent[] {
    return this.effects.flatMap((effect) => (effect.type === 'note' ? [effect.note] : []));
  }

  /** Last events by name; a refusal is listed by its reason. */
  get emitted(): readonly string[] {
    return this.notes.map((note) => (note.type === 'refused' ? note.reason : note.type));
  }

  get sent(): readonly Message[] {
    return this.effects.flatMap((effect) => (effect.type === 'send' ? [effect.message] : []));
  }

  get voted(): readonly Vote[] {
    return this.sent.flatMap((message) => (message.type === 'vote' ? [message.vote] : []));
  }

  feed(first: Input): this {
    this.effects = [];
    for (let input: Input | undefined = first; input !== undefined; ) {
      const result = step(this.env, deepFreeze(this.state), input, this.now);
      this.state = result.state;
      this.effects.push(...result.effects);
      for (const effect of result.effects) if (effect.type === 'send') this.outbox.push(effect.message);
      const ask = result.effects.find((effect) => effect.type === 'ask');
      input = ask === undefined ? undefined : { type: 'reply', reply: this.#answer(ask.question) };
    }
    return this;
  }

  /** Fires the pending timeout at its time. */
  timeout(): this {
    const { timer } = this.state;
    if (timer === undefined) throw new Error('no timeout is set');
    this.now = timer.at;
    return this.feed({ type: 'timeout', timeout: timer });
  }

  hear(from: number, message: Message): this {
    return this.feed({ type: 'message', incoming: { from, message } });
  }

  vote(from: number, facts: VoteFacts = {}): Vote {
    return aVote(this.env, this.chain.validators, this.keys[from] as ValidatorKey, { timestamp: this.now, ...facts });
  }

  prevote(from: number, round: number, blockId: BlockId): this {
    return this.hear(from, { type: 'vote', vote: this.vote(from, { round, blockId }) });
  }

  precommit(from: number, round: number, blockId: BlockId): this {
    const vote = this.vote(from, { type: VoteType.Precommit, round, blockId });
    return this.hear(from, { type: 'vote', vote });
  }

  /** Makes a block of the initial height, proposed by `v<proposer>`. */
  block(proposer: number, text: string): WholeBlock {
    return firstBlock(this.env, this.chain, this.keys[proposer] as ValidatorKey, text);
  }

  proposal(from: number, round: number, polRound: number, blockId: BlockId): this {
    const proposal = aProposal(this.env, this.keys[from] as ValidatorKey, { height: 1n, round, polRound, blockId });
    return this.hear(from, { type: 'proposal', proposal });
  }

  parts(from: number, { parts }: WholeBlock): this {
    const { height, round } = this.round;
    for (const part of parts.parts) if (part !== undefined) this.hear(from, { type: 'part', height, round, part });
    return this;
  }

  #answer(question: AbciCall): AbciReply {
    switch (question.type) {
      case 'prepareProposal':
        return { type: question.type, txs: [utf8('own')] };
      case 'processProposal':
        return { type: question.type, accept: this.accept };
      case 'extendVote':
        return { type: question.type, voteExtension: utf8(`extension ${question.request.height}`) };
      case 'verifyVoteExtension':
        return { type: question.type, accept: this.accept };
      case 'finalizeBlock': {
        const result = {
          code: 0,
          data: EMPTY_BYTES,
          log: '',
          info: '',
          gasWanted: 0n,
          gasUsed: 0n,
          events: [],
          codespace: '',
        };
        const txResults = question.request.txs.map(() => result);
        return { type: question.type, response: { events: [], txResults, validatorUpdates: [], appHash: utf8('app') } };
      }
    }
  }
}
