/** Passes on the rounds of a run. A run steps through its events, so nothing is left out. */
import type { RoundsMessage } from '../../backend/rounds.js';
import type { ChainRuntime } from '../../devnet/chain_runtime.js';

/** Is more events in a second than any run makes. */
const ALL_EVENTS = 1e9;

export class ScenarioRounds {
  readonly #stop: () => void;
  #isQuiet = false;

  constructor(
    private readonly runtime: Pick<ChainRuntime, 'chain' | 'rounds'>,
    receive: (message: RoundsMessage) => void,
  ) {
    this.#stop = runtime.rounds.listenToRounds((message) => {
      this.#isQuiet = false;
      receive(message);
    }, ALL_EVENTS);
  }

  /** Resolves when everything was passed on: in a turn of the event loop without messages. */
  async end(): Promise<void> {
    for (let quietTurns = 0; quietTurns < 2; quietTurns = this.#isQuiet ? quietTurns + 1 : 0) {
      this.#isQuiet = true;
      await new Promise<void>((resolve) => this.runtime.chain.scheduler.afterIo(resolve));
    }
    this.#stop();
  }
}
