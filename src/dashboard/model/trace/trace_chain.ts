/** Converts the lines of one chain of a trace to the messages that the page receives of a running chain. */
import type { PlainRoundEvent, RoundEvent, RoundsPicture } from '../../../backend/rounds.js';
import { PLAIN_ROUND_EVENTS } from '../../../consensus/types/round_event.js';
import type { ModelMessage, NetworkEvent, WrittenEvent } from '../network_state.js';
import { incrementsAfter } from '../proposers.js';
import { MessageNumbers } from './message_numbers.js';
import { TraceFaults } from './trace_faults.js';
import { type Member, TraceError } from './trace_lines.js';
import {
  blockOf,
  hexOf,
  type IndexOf,
  MAX_NODES,
  memberOf,
  messageFrom,
  microsOf,
  nodeOf,
  numberOf,
  powerOf,
  roundOf,
  shownName,
  shownText,
  textOf,
} from './trace_values.js';

const isPlain = (type: string): type is PlainRoundEvent => type !== 'step' && Object.hasOwn(PLAIN_ROUND_EVENTS, type);

interface TracedNetwork extends Pick<RoundsPicture, 'cuts'> {
  /** Validators that are down. */
  readonly down: readonly number[];
  readonly active: RoundsPicture['faults'];
}

const NEW_NETWORK: TracedNetwork = { down: [], active: [], cuts: [] };

export class TraceChain {
  readonly #nodes: { readonly name: string; readonly address: string; readonly power: string; priority: string }[] = [];
  readonly #byzantine = new Set<number>();
  readonly #numbers = new MessageNumbers();
  readonly #faults = new TraceFaults();
  #down = new Set<number>();
  readonly #snapshots = new Map<number, TracedNetwork>();
  #at = 0;
  #height: number;
  #pending: (RoundEvent | NetworkEvent | WrittenEvent)[] = [];
  #messages: ModelMessage[] = [];
  #begun = false;

  /** Takes the line that begins the chain. */
  constructor(line: Member) {
    const genesis = memberOf(line['genesis']);
    const initial = numberOf(genesis['initial_height'] ?? 1);
    this.#height = Math.max(initial, numberOf(line['height'] ?? 0) + 1);
    const validators = Array.isArray(genesis['validators']) ? genesis['validators'] : [];
    this.#at = new Date(textOf(genesis['genesis_time'])).getTime() * 1000 || 0;
    const count = Math.max(validators.length, numberOf(line['validators'] ?? 0));
    if (count > MAX_NODES)
      throw new TraceError(`The file has a chain of ${count} validators, and the page shows at most ${MAX_NODES}.`);
    for (let index = 0; index < count; index++) this.#addNode(memberOf(validators[index]), index);
    this.#prioritise();
  }

  /** Takes a line of the chain, and returns what it makes of it. */
  take(line: Member): readonly ModelMessage[] {
    if (line['type'] === 'event') this.#event(memberOf(line['event']));
    else if (line['type'] === 'command') this.#command(memberOf(line['command']));
    else if (line['type'] === 'snapshot') this.#snapshots.set(numberOf(line['snapshot'] ?? 0), this.#network());
    else if (line['type'] === 'revert') this.#goBack(line, this.#snapshots.get(numberOf(line['snapshot'] ?? 0)));
    else if (line['type'] === 'rollback' || line['type'] === 'restart') this.#goBack(line, undefined);
    if (this.#messages.length === 0 && this.#pending.length === 0) return [];
    this.#flush();
    const messages = this.#messages;
    this.#messages = [];
    return messages;
  }

  #addNode(validator: Member, index: number): void {
    const { name, address, power } = validator;
    const shown = typeof name === 'string' ? shownName(name) : '';
    this.#nodes.push({
      name: shown === '' ? `validator-${nodeOf(index)}` : shown,
      address: typeof address === 'string' ? address.toUpperCase() : '',
      power: powerOf(power),
      priority: '0',
    });
  }

  /** The first set of a chain has taken one turn. */
  #prioritise(): void {
    const candidates = this.#nodes.map(({ address, power }) => ({ address, power: BigInt(power), priority: 0n }));
    const [turn] = incrementsAfter(candidates, 1);
    for (const [index, node] of this.#nodes.entries()) node.priority = String(turn?.after[index] ?? 0n);
  }

  readonly #indexOf: IndexOf = (address) => this.#nodes.findIndex((node) => node.address === address.toUpperCase());

  #begin(cause: 'start' | 'revert'): void {
    const clean = this.#nodes.map((_, index) => ({
      ...{ up: !this.#down.has(index), height: this.#height, round: 0, step: 1, proposer: -1, votes: [] },
    }));
    const { validators, faults, cuts } = {
      validators: this.#validators(),
      faults: this.#faults.active,
      cuts: this.#faults.cuts,
    };
    const rest = { inFlight: [], messages: {}, faults, cuts };
    const picture = { at: this.#at, events: 0, height: this.#height, validators, nodes: clean, ...rest };
    this.#messages.push({ type: 'picture', cause, picture });
    this.#begun = true;
  }

  #validators(): RoundsPicture['validators'] {
    return this.#nodes.map((node, index) => ({ ...node, byzantine: this.#byzantine.has(index) }));
  }

  /** Returns the part of the network that a snapshot contains. */
  #network(): TracedNetwork {
    return { down: [...this.#down], active: this.#faults.active, cuts: this.#faults.cuts };
  }

  /** Goes back to a height, with the network of a snapshot or with a new one, whose validators are up. */
  #goBack(line: Member, { down, active, cuts }: TracedNetwork = NEW_NETWORK): void {
    this.#flush();
    this.#height = numberOf(line['height'] ?? 0) + 1;
    this.#down = new Set(down);
    this.#faults.active = active;
    this.#faults.cuts = cuts;
    this.#numbers.forget();
    this.#begin('revert');
  }

  #flush(): void {
    if (this.#pending.length === 0) return;
    this.#messages.push({ type: 'events', events: this.#pending });
    this.#pending = [];
  }

  #emit(event: RoundEvent | NetworkEvent | WrittenEvent): void {
    if (!this.#begun) this.#begin('start');
    this.#pending.push(event);
  }

  #event(event: Member): void {
    this.#at = microsOf(event['at']);
    if (event['type'] === 'noted') this.#noted(memberOf(event['note']));
    else this.#passage(event);
  }

  #passage(event: Member): void {
    const [from, to] = [nodeOf(event['from']), nodeOf(event['to'])];
    const number = this.#number(memberOf(event['message']));
    const at = this.#at;
    if (event['type'] === 'sent') this.#emit(['sent', at, from, to, number, microsOf(event['delay'])]);
    else if (event['type'] === 'received') this.#emit(['received', at, from, to, number]);
    else this.#emit(['dropped', at, from, to, number, obstacleOf(memberOf(event['by']))]);
  }

  #number(message: Member): number {
    return this.#numbers.of(message, (number) => this.#emit(['message', number, messageFrom(message, this.#indexOf)]));
  }

  #noted(note: Member): void {
    const [node, height, round] = [nodeOf(note['node']), numberOf(note['height']), roundOf(note['round'])];
    const at = this.#at;
    const type = textOf(note['type']);
    if (isPlain(type)) {
      this.#emit(['plain', at, node, height, round, type]);
      return;
    }
    switch (type) {
      case 'step':
        this.#emit(['step', at, node, height, round, numberOf(note['step'])]);
        return;
      case 'newRound':
        this.#emit(['newRound', at, node, height, round, this.#indexOf(hexOf(note['proposer']))]);
        return;
      case 'proposal complete':
        this.#emit(['proposal', at, node, height, round, blockOf(note['blockId']) ?? '']);
        return;
      case 'committed':
        this.#height = Math.max(this.#height, height + 1);
        this.#emit(['committed', at, node, height, round, hexOf(note['hash'])]);
        return;
      case 'refused':
        this.#emit(['refused', at, node, height, round, textOf(note['reason'])]);
        return;
      case 'jumped':
        this.#emit(['jumped', at, node, height]);
        return;
      case 'conflicting commits':
        this.#emit(['conflict', at, node, this.#height]);
        return;
      default:
        this.#vote(note, node);
    }
  }

  #vote(note: Member, node: number): void {
    const isVote = note['type'] === 'vote';
    const vote = memberOf(isVote ? note['vote'] : note['second']);
    const type = numberOf(vote['type']) === 1 ? 1 : 2;
    const [height, round] = [numberOf(vote['height']), roundOf(vote['round'])];
    const validator = this.#indexOf(hexOf(vote['validatorAddress']));
    if (isVote) this.#emit(['vote', this.#at, node, height, round, type, validator, blockOf(vote['blockId'])]);
    else if (note['type'] === 'accuse') this.#emit(['accuse', this.#at, node, height, round, type, validator]);
  }

  #command(command: Member): void {
    const node = nodeOf(command['node']);
    switch (command['type']) {
      case 'crash':
        if (this.#down.has(node)) return;
        this.#down.add(node);
        this.#emit(['crashed', this.#at, node]);
        return;
      case 'restart':
        if (this.#down.delete(node)) this.#emit(['restarted', this.#at, node]);
        return;
      case 'startHeight':
        if (command['lastCommitTime'] !== undefined) this.#emit(['written', this.#at]);
        return;
      case 'addNode':
        this.#addNode(addedNode(memberOf(command['key'])), this.#nodes.length);
        return;
      case 'setFault':
        this.#faults.set(shownText(command['name']), command['fault']);
        this.#showFaults();
        return;
      case 'endFaults':
        for (const name of Array.isArray(command['names']) ? command['names'] : []) {
          this.#faults.set(shownText(name), undefined);
          this.#showFaults();
        }
        return;
      case 'disconnect':
      case 'connect':
        this.#faults.cut(node, nodeOf(command['peer']), command['type'] === 'disconnect');
        this.#showFaults();
        return;
      case 'markByzantine':
        for (const index of Array.isArray(command['nodes']) ? command['nodes'] : []) this.#byzantine.add(nodeOf(index));
        return;
      default:
    }
  }

  #showFaults(): void {
    this.#emit(['network', this.#at, this.#faults.active, this.#faults.cuts]);
  }
}

const addedNode = (key: Member): Member => ({ name: textOf(key['name']), address: hexOf(key['address']) });

function obstacleOf(by: Member): string {
  return by['type'] === 'fault' ? shownText(by['name']) : textOf(by['type']);
}
