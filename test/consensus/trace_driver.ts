/**
 * Replays a machine-recorded trace of a CometBFT node on one engine. The recordings hold outputs only, so the driver
 * infers the inputs. When the engine is idle and another line is expected, that line shows its cause: another
 * validator's vote, a proposal or a timeout. Remarks of the recording's driver show the other inputs.
 */

import { startDecidedState } from '../../src/consensus/decided_state.js';
import type { AbciCall, Effect } from '../../src/consensus/effect.js';
import { step } from '../../src/consensus/engine.js';
import type { Env, ValidatorKey } from '../../src/consensus/env.js';
import type { AbciReply, Input, Message } from '../../src/consensus/input.js';

import { type EngineState, newEngineState } from '../../src/consensus/state.js';
import { isFull } from '../../src/consensus/tally/vote_set.js';
import { type BlockId, NIL_BLOCK_ID } from '../../src/consensus/types/block_id.js';
import type { ChainState } from '../../src/consensus/types/chain_state.js';
import type { Commit } from '../../src/consensus/types/commit.js';
import { proposer } from '../../src/consensus/types/validator_set.js';
import { VoteType } from '../../src/consensus/types/vote.js';
import type { WholeBlock } from '../../src/consensus/types/whole_block.js';
import { toHex } from '../../src/kernel/hex.js';
import { utf8 } from '../../src/kernel/text.js';
import { blockLines, traceLine } from '../../src/simulation/trace.js';
import { aProposal, aVote, firstBlock, GENESIS_TIME } from './chain_kit.js';

const MS = 1_000_000n;
const LABELS = ['A', 'B', 'C'];

export class TraceDriver {
  readonly emitted: string[] = [];
  readonly accused: number[] = [];
  #state: EngineState;
  #now = GENESIS_TIME + 1000n * MS;
  #seenCommit: Commit | undefined;
  readonly #blocks = new Map<string, WholeBlock>();
  readonly #names = new Map<string, string>();

  constructor(
    private readonly env: Env,
    private readonly keys: readonly ValidatorKey[],
    private readonly genesis: ChainState,
    private readonly appHashOf: (height: bigint) => string,
  ) {
    this.#state = newEngineState(startDecidedState(genesis), undefined, this.#now);
    this.#feed({ type: 'start' });
  }

  /** Makes the input that must precede `line`. */
  provoke(line: string): void {
    const [event, place, ...rest] = line.split(' ');
    if (event === 'Vote') this.#vote(place as string, rest as [string, string, string]);
    else if (event === 'CompleteProposal') this.#propose((rest[1] as string).slice('block='.length));
    else if (event === 'NewRound' || event === 'TimeoutPropose' || event === 'TimeoutWait' || event === 'NewRoundStep')
      this.#fireTimer();
  }

  /** Applies a remark of the recording: an input, or the expected state. Returns the differences from that state. */
  remark(line: string): readonly string[] {
    const wrong = line.includes('rpc height/round/step=') ? this.#compare(line.slice(line.indexOf('rpc '))) : [];
    if (line.includes('tx arrives')) this.#feed({ type: 'transactions available' });
    if (line.includes('second vote of v3')) this.#vote('1/0', ['prevote', 'v3', 'nil']);
    const flags = /seen commit flags \[([\d ]+)\]/.exec(line)?.[1];
    if (flags !== undefined && flags !== this.#seenCommit?.signatures.map((slot) => slot.blockIdFlag).join(' '))
      wrong.push(`seen commit flags are not ${flags}`);
    const round = /seen commit round (\d+)/.exec(line)?.[1];
    if (round !== undefined && Number(round) !== this.#seenCommit?.round) wrong.push(`seen commit is not of ${round}`);
    if (line.includes('LastCommit now') && !(this.#round.lastCommit && isFull(this.#round.lastCommit)))
      wrong.push('the last commit is not full');
    return wrong;
  }

  get #round() {
    return this.#state.round;
  }

  #feed(first: Input): void {
    let input: Input | undefined = first;
    this.#now += MS;
    while (input !== undefined) {
      const { state, effects } = step(this.env, this.#state, input, this.#now);
      this.#state = state;
      input = undefined;
      for (const effect of effects) {
        this.#observe(effect);
        if (effect.type === 'ask') input = { type: 'reply', reply: this.#answer(effect.question) };
      }
    }
  }

  #observe(effect: Effect): void {
    if (effect.type === 'note' && effect.note.type === 'proposal complete') this.#name(effect.note.blockId);
    if (effect.type === 'note' && effect.note.type !== 'accuse')
      this.emitted.push(traceLine(effect.note, (id) => this.#name(id)));
    if (effect.type === 'accuse') this.accused.push(effect.second.validatorIndex);
    if (effect.type !== 'decided') return;
    const { block, blockId, seenCommit } = effect.decided;
    this.#seenCommit = seenCommit;
    this.emitted.push(...blockLines(block, blockId, (id) => this.#name(id)));
  }

  #answer(question: AbciCall): AbciReply {
    switch (question.type) {
      case 'prepareProposal':
        return { type: question.type, txs: [utf8('own')] };
      case 'processProposal':
        return { type: question.type, accept: true };
      case 'extendVote':
        return { type: question.type, voteExtension: utf8('extension') };
      case 'verifyVoteExtension':
        return { type: question.type, accept: true };
      case 'finalizeBlock': {
        const { height, txs } = question.request;
        const txResults = txs.map(() => ({
          code: 0,
          data: utf8(''),
          log: '',
          info: '',
          gasWanted: 0n,
          gasUsed: 0n,
          events: [],
          codespace: '',
        }));
        const response = { events: [], txResults, validatorUpdates: [], appHash: utf8(this.appHashOf(height)) };
        return { type: question.type, response };
      }
    }
  }

  #fireTimer(): void {
    const { timer } = this.#state;
    if (timer === undefined) throw new Error('no timer is set');
    this.#now = timer.at;
    this.#feed({ type: 'timeout', timeout: timer });
  }

  #deliver(from: number, message: Message): void {
    this.#feed({ type: 'message', incoming: { from, message } });
  }

  #vote(place: string, [kind, voter, label]: readonly [string, string, string]): void {
    const [height, round] = place.split('/') as [string, string];
    const from = Number(voter.slice(1));
    const key = this.keys[from] as ValidatorKey;
    const vote = aVote(this.env, this.genesis.validators, key, {
      type: kind === 'prevote' ? VoteType.Prevote : VoteType.Precommit,
      height: BigInt(height),
      round: Number(round),
      blockId: label === 'nil' ? NIL_BLOCK_ID : this.#block(label).id,
      timestamp: this.#now,
    });
    this.#deliver(from, { type: 'vote', vote });
  }

  /** Delivers the proposal and its parts; only the parts when the block is decided and missing. */
  #propose(label: string): void {
    const { height, round, proposal, commitRound, validBlock, validRound } = this.#round;
    const from = this.#round.validators.proposerIndex;
    const known = this.#blocks.get(label);
    const polRound = known !== undefined && validBlock !== undefined && known.id === validBlock.id ? validRound : -1;
    const whole = this.#block(label);
    if (proposal === undefined && commitRound < 0) {
      const facts = { height, round, polRound, blockId: whole.id };
      const signed = aProposal(this.env, this.keys[from] as ValidatorKey, facts);
      this.#deliver(from, { type: 'proposal', proposal: signed });
    }
    for (const part of whole.parts.parts)
      if (part !== undefined) this.#deliver(from, { type: 'part', height, round, part });
  }

  /** Returns the block that the recording calls `label`; the proposer of the current round makes a new one. */
  #block(label: string): WholeBlock {
    const known = this.#blocks.get(label) ?? this.#ownBlock(label);
    if (known !== undefined) return known;
    const { address } = proposer(this.#round.validators);
    const key = this.keys.find((candidate) => candidate.address === address) ?? (this.keys[0] as ValidatorKey);
    const whole = firstBlock(this.env, this.genesis, key, `block ${label}`);
    this.#blocks.set(label, whole);
    this.#names.set(toHex(whole.id.hash), label);
    return whole;
  }

  #ownBlock(label: string): WholeBlock | undefined {
    const { proposalBlock, validBlock } = this.#round;
    return [proposalBlock, validBlock].find((whole) => whole !== undefined && this.#name(whole.id) === label);
  }

  #name(id: BlockId): string {
    const hash = toHex(id.hash);
    const known = this.#names.get(hash);
    if (known !== undefined) return known;
    const taken = new Set(this.#names.values());
    const label = LABELS.find((candidate) => !taken.has(candidate)) ?? '?';
    this.#names.set(hash, label);
    return label;
  }

  #compare(expected: string): string[] {
    const rs = this.#round;
    const name = (whole: WholeBlock | undefined): string => (whole === undefined ? 'nil' : this.#name(whole.id));
    const actual = [
      `rpc height/round/step=${rs.height}/${rs.round}/${rs.step} locked_round=${rs.lockedRound}`,
      `locked=${name(rs.lockedBlock)} valid_round=${rs.validRound} valid=${name(rs.validBlock)}`,
      `commit_round=${rs.commitRound} proposal_block=${name(rs.proposalBlock)}`,
    ].join(' ');
    return actual === expected ? [] : [`state is "${actual}", recorded "${expected}"`];
  }
}
