/** Records what the validators of a run go through: their traces, the decided heights, and round states at positions. */
import { stepName } from '../../consensus/round_step.js';
import { type BlockId, isNilBlockId } from '../../consensus/types/block_id.js';
import { BlockIdFlag, type Commit } from '../../consensus/types/commit.js';
import type { Evidence } from '../../consensus/types/evidence.js';
import { isPlainEngineEvent, PLAIN_ROUND_EVENTS } from '../../consensus/types/round_event.js';
import { VoteType } from '../../consensus/types/vote.js';
import type { WholeBlock } from '../../consensus/types/whole_block.js';
import type { SimulatedChain } from '../../devnet/chain/chain.js';
import type { Devnet, DevnetValidator } from '../../devnet/index.js';
import type { Bytes } from '../../kernel/bytes.js';
import { toHex } from '../../kernel/hex.js';
import { NANOS_PER_MILLISECOND, type UnixNanos } from '../../kernel/time.js';
import { keyIndex, type NetworkEvent, type NodeEvent } from '../../simulation/index.js';
import { type Position, positionText } from '../document/position.js';
import type {
  Observations,
  ObservedConflict,
  ObservedEvidence,
  ObservedHeight,
  ObservedRoundState,
} from '../observations.js';

type Committed = Extract<NodeEvent, { readonly type: 'committed' }>;

/** One line of a validator's trace. */
export interface TraceLine {
  /** Milliseconds since the run began. */
  readonly ms: number;
  readonly node: number;
  readonly height: number;
  readonly text: string;
}

const msOf = (nanos: bigint): number => Number(nanos) / Number(NANOS_PER_MILLISECOND);

/**
 * Writes the events of a validator as short lines, in the notation of consensus-engine.md 6: `S:Prevote`, `PV v1 A`,
 * `PC v2 nil`, `NewRound 2/1 v1`. Blocks are named A, B, … in the order in which each height's appear.
 */
export class BlockLetters {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<number, number>();

  nameOf(height: number, id: BlockId): string {
    if (isNilBlockId(id)) return 'nil';
    const key = `${height} ${toHex(id.hash)}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const count = this.#counts.get(height) ?? 0;
    const name = count < 26 ? String.fromCharCode(65 + count) : `Z${count - 25}`;
    this.#counts.set(height, count + 1);
    this.#names.set(key, name);
    return name;
  }
}

interface LineNames {
  readonly letters: BlockLetters;
  /** Returns the index of the validator with an address. */
  indexOf(address: Bytes): number;
}

/** Returns the lines of an event, with the height to which they belong. */
export function linesOf(event: NodeEvent, names: LineNames): { readonly height: number; readonly lines: string[] } {
  if (event.type === 'committed') {
    const { header, evidence } = event.decided.block;
    const height = Number(header.height);
    const found = evidence.map(() => 'NewEvidence');
    return { height, lines: [`NewBlock ${names.letters.nameOf(height, event.decided.blockId)}`, ...found] };
  }
  if (event.type === 'conflicting commits')
    return { height: Number(event.conflict.height), lines: ['Conflicting commits'] };
  const height = Number(event.height);
  if (event.type === 'jumped') return { height, lines: [`Jumped to ${height}`] };
  const line = lineOf(event, names);
  return { height, lines: line === undefined ? [] : [line] };
}

function lineOf(
  event: Exclude<NodeEvent, { readonly type: 'committed' | 'jumped' | 'conflicting commits' }>,
  { letters, indexOf }: LineNames,
): string | undefined {
  if (event.type === 'step') return `S:${stepName(event.step)}`;
  if (isPlainEngineEvent(event)) return PLAIN_ROUND_EVENTS[event.type];
  switch (event.type) {
    case 'newRound':
      return `NewRound ${event.height}/${event.round} v${indexOf(event.proposer)}`;
    case 'proposal complete':
      return `CompleteProposal ${letters.nameOf(Number(event.height), event.blockId)}`;
    case 'vote': {
      const { type, height, round, validatorAddress, blockId } = event.vote;
      const kind = type === VoteType.Prevote ? 'PV' : 'PC';
      const place = height === event.height && round === event.round ? '' : `${height}/${round} `;
      return `${kind} ${place}v${indexOf(validatorAddress)} ${letters.nameOf(Number(height), blockId)}`;
    }
    case 'accuse':
      return `Conflicting ${event.second.type === VoteType.Prevote ? 'PV' : 'PC'} v${indexOf(event.second.validatorAddress)}`;
    case 'refused':
      return undefined;
  }
}

export class Recorder {
  readonly lines: TraceLine[] = [];
  readonly #letters = new BlockLetters();
  readonly #start: UnixNanos;
  readonly #startTokens: readonly bigint[];
  /** Time of the first arrival at each `position` and `node position`. */
  readonly #reached = new Map<string, UnixNanos>();
  readonly #states = new Map<string, ObservedRoundState>();
  readonly #began = new Map<number, UnixNanos>();
  readonly #decided = new Map<number, { readonly at: UnixNanos; readonly event: Committed }>();
  #evidence: ObservedEvidence[] = [];

  constructor(
    private readonly chain: SimulatedChain,
    private readonly devnet: Pick<Devnet, 'network'> & { readonly validators: () => readonly DevnetValidator[] },
    /** Receives each line, as it happens. */
    private readonly onLine: (line: TraceLine) => void,
  ) {
    this.#start = chain.simNetwork.now;
    this.#startTokens = devnet.validators().map(({ tokens }) => tokens);
  }

  /** Simulated time since the run began, in milliseconds. */
  get ms(): number {
    return msOf(this.chain.simNetwork.now - this.#start);
  }

  see(event: NetworkEvent): void {
    if (event.type !== 'noted') return;
    const { note, at } = event;
    const names = { letters: this.#letters, indexOf: (address: Bytes) => this.#indexOf(address) };
    const { height, lines } = linesOf(note, names);
    for (const text of lines) {
      const line = { ms: msOf(at - this.#start), node: note.node, height, text };
      this.lines.push(line);
      this.onLine(line);
    }
    if (note.type === 'newRound') this.#reach({ height, round: note.round }, note.node, at);
    else if (note.type === 'step') this.#reach({ height, round: note.round, step: stepName(note.step) }, note.node, at);
    else if (note.type === 'committed' && note.first) this.#decide(note, at);
  }

  /** Returns when a position was first reached, by one validator or by any. */
  reachedAt(position: Position, by: number | undefined): UnixNanos | undefined {
    const text = positionText(position);
    return this.#reached.get(by === undefined ? text : `${by} ${text}`);
  }

  /** Forgets the heights above one, after a revert. */
  forgetAbove(height: number): void {
    for (const known of [...this.#decided.keys()]) if (known > height) this.#decided.delete(known);
    for (const known of [...this.#began.keys()]) if (known > height) this.#began.delete(known);
    for (const text of [...this.#reached.keys()])
      if (Number(/(\d+)\//.exec(text)?.[1]) > height) this.#reached.delete(text);
    this.#evidence = this.#evidence.filter(({ included }) => included <= height);
  }

  observations(): Omit<Observations, 'answers'> {
    const heights = new Map([...this.#decided.keys()].map((height) => [height, this.#heightOf(height)]));
    return {
      heights,
      evidence: this.#evidence,
      lines: (validator, height) =>
        this.lines.filter((line) => line.node === validator && line.height === height).map(({ text }) => text),
      stateAt: (validator, position) => this.#states.get(`${validator} ${position}`),
      validators: this.devnet.validators(),
      nodes: this.devnet.network.nodes,
      conflict: this.#conflict(),
      startTokens: this.#startTokens,
    };
  }

  #reach(position: Position, node: number, at: UnixNanos): void {
    const text = positionText(position);
    if (!this.#reached.has(text)) this.#reached.set(text, at);
    if (this.#reached.has(`${node} ${text}`)) return;
    this.#reached.set(`${node} ${text}`, at);
    this.#states.set(`${node} ${text}`, this.#roundState(node, position.height));
    if (position.step === undefined && position.round === 0 && !this.#began.has(position.height))
      this.#began.set(position.height, at);
  }

  #roundState(node: number, height: number): ObservedRoundState {
    const { lockedRound, lockedBlock, validRound, validBlock, proposalBlock } =
      this.chain.simNetwork.node(node).engine.round;
    const nameOf = (whole: WholeBlock | undefined) => whole && this.#letters.nameOf(height, whole.id);
    return {
      lockedRound,
      locked: nameOf(lockedBlock),
      validRound,
      valid: nameOf(validBlock),
      proposal: nameOf(proposalBlock),
    };
  }

  #decide(event: Committed, at: UnixNanos): void {
    const { header, evidence } = event.decided.block;
    const height = Number(header.height);
    this.#decided.set(height, { at, event });
    for (const item of evidence) this.#evidence.push(this.#evidenceOf(item, height));
  }

  #evidenceOf(item: Evidence, included: number): ObservedEvidence {
    if (item.type === 'duplicate-vote') {
      const { validatorAddress, height } = item.voteA;
      return { kind: item.type, validators: [this.#indexOf(validatorAddress)], height: Number(height), included };
    }
    const validators = item.byzantineValidators.map(({ address }) => this.#indexOf(address));
    return { kind: item.type, validators, height: Number(item.commonHeight), included };
  }

  #heightOf(height: number): ObservedHeight {
    const { at, event } = this.#decided.get(height) as { at: UnixNanos; event: Committed };
    const { header, txs } = event.decided.block;
    const { blockStore, genesis } = this.chain;
    const commit = blockStore.commit(BigInt(height))?.commit ?? event.decided.seenCommit;
    return {
      height,
      round: commit.round,
      proposer: this.#indexOf(header.proposerAddress),
      block: this.#letters.nameOf(height, event.decided.blockId),
      ms: msOf(at - (this.#began.get(height) ?? at)),
      headerMs: msOf(header.time - genesis.genesisTime),
      transactions: txs.length,
      signed: this.#voters(commit, BlockIdFlag.Commit),
      votedNil: this.#voters(commit, BlockIdFlag.Nil),
      absent: this.#absent(commit, BigInt(height)),
    };
  }

  #voters({ signatures }: Commit, flag: BlockIdFlag): readonly number[] {
    return sorted(
      signatures.flatMap(({ blockIdFlag, validatorAddress }) =>
        blockIdFlag === flag ? [this.#indexOf(validatorAddress)] : [],
      ),
    );
  }

  /** Returns absent validators by their place in the set, because an absent entry has no address. */
  #absent({ signatures }: Commit, height: bigint): readonly number[] {
    const set = this.chain.blockStore.validators(height)?.validators ?? [];
    return sorted(
      signatures.flatMap(({ blockIdFlag }, place) => {
        const address = set[place]?.address;
        return blockIdFlag === BlockIdFlag.Absent && address !== undefined ? [this.#indexOf(address)] : [];
      }),
    );
  }

  #conflict(): ObservedConflict | undefined {
    const { conflict } = this.devnet.network;
    const signersOf = (branch: number): readonly number[] =>
      sorted((conflict?.branches[branch]?.signers ?? []).flatMap(({ index }) => index ?? []));
    return conflict && { height: Number(conflict.height), signers: [signersOf(0), signersOf(1)] };
  }

  #indexOf(address: Bytes): number {
    return keyIndex(this.chain.keys, address);
  }
}

const sorted = (indexes: readonly number[]): readonly number[] => [...indexes].sort((a, b) => a - b);
