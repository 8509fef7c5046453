/**
 * Implements the feed of rounds. It listens to the simulated network while someone listens to it, and makes the same
 * events and pictures for all. Whole heights are left out for a listener whose budget is used up, except in the mining
 * mode `step`; a picture follows.
 */
import type { PictureCause, RoundEvent, RoundFeed, RoundsMessage } from '../../backend/rounds.js';
import type { ValidatorSet } from '../../consensus/types/validator_set.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import type { EventLoop } from '../../kernel/fair_scheduler.js';
import { type NetworkEvent, type NetworkInput, type SimNetwork, validatorName } from '../../simulation/index.js';
import type { SimulatedChain } from '../chain/chain.js';
import { EventEncoder } from './rounds/encode_event.js';
import { Outbox } from './rounds/outbox.js';
import { RoundMessages } from './rounds/round_messages.js';
import { RoundsListener } from './rounds/rounds_listener.js';
import { roundsPicture } from './rounds/rounds_picture.js';
import { ValidatorIndexes } from './rounds/validator_indexes.js';

/** Most events of one message. */
const BATCH = 1000;
/** Listeners that get all events of their budgets. More of them share what these would get. */
const FULL_LISTENERS = 4;
/** Wait of a listener that may come back for the start of a height, in milliseconds. */
const WAIT_FOR_HEIGHT_MS = 1000;

/** Orders the causes of pictures: one picture has the cause that says most. */
const WEIGHTS: Readonly<Record<PictureCause, number>> = { gap: 0, network: 1, validators: 2, start: 3, revert: 4 };

export interface RoundFeedDeps {
  readonly chain: Pick<SimulatedChain, 'simNetwork' | 'keys'>;
  /** Event loop, by whose turns events are put together. */
  readonly loop: EventLoop;
  /** Starts a timer; returns the function that stops it. */
  readonly schedule: (delayMs: number, action: () => void) => () => void;
  /** Number of the first message. The default is 1. */
  readonly firstMessage?: number;
}

/** Notices when the members of the validator set, or their powers, differ from those of the last picture. */
class ValidatorSetWatch {
  #last: ValidatorSet['validators'] = [];

  remember({ validators }: ValidatorSet): void {
    this.#last = validators;
  }

  /** Compares members and powers; priorities change at every height. */
  hasChanged({ validators }: ValidatorSet): boolean {
    return (
      validators.length !== this.#last.length ||
      validators.some((validator, index) => {
        const before = this.#last[index];
        return before?.votingPower !== validator.votingPower || !equalBytes(before.address, validator.address);
      })
    );
  }
}

export class ChainRounds implements RoundFeed {
  readonly #listeners = new Set<RoundsListener>();
  readonly #indexes = new ValidatorIndexes();
  readonly #messages: RoundMessages;
  readonly #encoder: EventEncoder;
  readonly #set = new ValidatorSetWatch();
  readonly #outbox: Outbox;
  #batch: RoundEvent[] = [];
  #stopInputs: (() => void) | undefined;
  #stopEvents: (() => void) | undefined;
  /** Reason why everyone gets a picture at the end of this turn. */
  #due: PictureCause | undefined;
  #isFlushing = false;

  constructor(private readonly deps: RoundFeedDeps) {
    this.#outbox = new Outbox(deps.loop);
    this.#messages = new RoundMessages(this.#indexes, deps.firstMessage);
    this.#encoder = new EventEncoder(this.#indexes, this.#messages, (event) => this.#add(event));
  }

  listenToRounds(receive: (message: RoundsMessage) => void, perSecond: number): () => void {
    const listener = new RoundsListener(receive, perSecond, () => this.deps.loop.now());
    this.#seal();
    this.#listeners.add(listener);
    this.#stopInputs ??= this.#network.onInput((input) => this.#take(input));
    this.#show([listener], 'start');
    this.#flushSoon();
    return () => {
      listener.close();
      this.#listeners.delete(listener);
      this.#follow();
    };
  }

  get #network(): SimNetwork {
    return this.deps.chain.simNetwork;
  }

  /** Listeners for which no heights are being left out. */
  get #receivers(): readonly RoundsListener[] {
    return [...this.#listeners].filter(({ state }) => state === 'in');
  }

  /** Listens to the network while anyone receives its events. */
  #follow(): void {
    const wanted = this.#receivers.length > 0;
    if (wanted) this.#stopEvents ??= this.#network.listen((event) => this.#hear(event));
    else {
      this.#stopEvents?.();
      this.#stopEvents = undefined;
      this.#batch = [];
    }
    if (this.#listeners.size > 0) return;
    this.#stopInputs?.();
    this.#stopInputs = undefined;
  }

  #hear(event: NetworkEvent): void {
    // The picture after the revert has all of it.
    if (this.#due === 'revert') return;
    this.#encoder.encode(event);
    if (event.type !== 'noted' || event.note.type !== 'committed' || !event.note.first) return;
    if (this.#set.hasChanged(event.note.state.validators)) this.#showSoon('validators');
  }

  #take(input: NetworkInput): void {
    if (input.type === 'restore') {
      this.#showSoon('revert');
      return;
    }
    if (input.type !== 'command') return;
    const { command } = input;
    // The picture after a revert has what its commands restore.
    if (this.#due === 'revert' && command.type !== 'startHeight') return;
    switch (command.type) {
      case 'startHeight':
        this.#beginHeight();
        return;
      case 'crash':
        if (this.#network.node(command.node).up) this.#add(['crashed', this.#now, command.node]);
        break;
      case 'restart':
        if (!this.#network.node(command.node).up) this.#add(['restarted', this.#now, command.node]);
        break;
      case 'addNode':
        this.#showSoon('validators');
        return;
      case 'setFault':
      case 'endFaults':
      case 'connect':
      case 'disconnect':
      case 'markByzantine':
        break;
      default:
        return;
    }
    this.#showSoon('network');
  }

  get #now(): number {
    return Number(this.#network.now / 1000n);
  }

  /** Decides who sees the height that is about to start. */
  #beginHeight(): void {
    this.#seal();
    const mayLeaveOut = this.#network.miningMode?.type !== 'step';
    for (const listener of this.#receivers) if (mayLeaveOut && listener.budget.left <= 0) this.#leaveOut(listener);
    this.#bringBack();
  }

  #leaveOut(listener: RoundsListener): void {
    listener.state = 'out';
    this.#follow();
    listener.stopTimer = this.deps.schedule(listener.budget.recoveryMs, () => {
      listener.state = 'back';
      // Nothing may follow for a long time, and then the picture is all that there is to see.
      if (!this.#network.isHeightStarted || this.#network.miningMode?.type === 'step') this.#bringBack();
      else listener.stopTimer = this.deps.schedule(WAIT_FOR_HEIGHT_MS, () => this.#bringBack());
    });
  }

  /** Shows the present state to those for whom enough was left out. */
  #bringBack(): void {
    const back = [...this.#listeners].filter(({ state }) => state === 'back');
    if (back.length === 0) return;
    this.#seal();
    for (const listener of back) {
      listener.stopTimer();
      listener.state = 'in';
    }
    this.#show(back, 'gap');
    this.#flushSoon();
  }

  /** Passes a picture of the present state to listeners. */
  #show(listeners: readonly RoundsListener[], cause: PictureCause): void {
    const nameOf = (address: Bytes): string => validatorName(this.deps.chain.keys, address);
    this.#messages.describeAgain();
    const { picture, validators } = roundsPicture(this.#network, this.#indexes, this.#messages, nameOf);
    this.#set.remember(validators);
    this.#outbox.add(listeners, { type: 'picture', cause, picture });
    this.#follow();
  }

  /** Lets everyone have a picture at the end of this turn, when the change has taken effect. */
  #showSoon(cause: PictureCause): void {
    if (this.#due === undefined || WEIGHTS[cause] > WEIGHTS[this.#due]) this.#due = cause;
    this.#flushSoon();
  }

  #add(event: RoundEvent): void {
    if (this.#stopEvents === undefined) return;
    this.#batch.push(event);
    if (this.#batch.length >= BATCH) this.#seal();
    this.#flushSoon();
  }

  /** Ends the batch, and charges it to its receivers. */
  #seal(): void {
    if (this.#batch.length === 0) return;
    const events = this.#batch;
    this.#batch = [];
    const receivers = this.#receivers;
    this.#outbox.add(receivers, { type: 'events', events });
    const mayLeaveOut = this.#network.miningMode?.type !== 'step';
    for (const listener of receivers) {
      listener.budget.take(events.length * Math.max(1, this.#listeners.size / FULL_LISTENERS));
      if (mayLeaveOut && listener.budget.isFarOver) this.#leaveOut(listener);
    }
  }

  #flushSoon(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    this.deps.loop.afterIo(() => this.#flush());
  }

  #flush(): void {
    this.#isFlushing = false;
    this.#seal();
    const cause = this.#due;
    this.#due = undefined;
    if (cause !== undefined && this.#receivers.length > 0) this.#show(this.#receivers, cause);
    this.#outbox.drain();
  }
}
