/** Logs rounds, votes, locks and timeouts as the observed node goes through them, in the mining mode `step`. */
import type { BusEvent } from '../../backend/comet.js';
import type { EventBus } from '../../chain/event_bus.js';
import { type RoundStep, stepName } from '../../consensus/round_step.js';
import { isNilBlockId } from '../../consensus/types/block_id.js';
import { isPlainRoundEvent } from '../../consensus/types/round_event.js';
import { VoteType } from '../../consensus/types/vote.js';
import type { Bytes } from '../../kernel/bytes.js';
import { toUpperHex } from '../../kernel/hex.js';
import { type MiningModeData, type ValidatorKey, validatorName } from '../../simulation/index.js';
import type { LogEntry } from './entry.js';
import type { NodeLog } from './node_log.js';

/** Parts of a chain whose rounds are logged. */
interface LoggedChain {
  readonly events: EventBus<BusEvent>;
  readonly keys: readonly ValidatorKey[];
}

/** Calls the listener with the mining mode when the chain starts, and after each change. */
type MiningModes = { onMiningMode(listener: (mode: MiningModeData) => void): void };

/**
 * Returns a function that begins to log rounds, and returns another that ends it. Rounds are logged in the mining mode
 * `step`. In other modes it does not listen, so that no round events are made for it.
 */
export function logRounds(chain: LoggedChain, loop: MiningModes, log: NodeLog): () => () => void {
  let [isStep, isWanted] = [false, false];
  let stop: (() => void) | undefined;
  const nameOf = (address: Bytes): string => validatorName(chain.keys, address);
  const report = (event: BusEvent): void => {
    const entry = log.quiet ? undefined : roundEntry(event, nameOf);
    if (entry !== undefined) log.write(entry);
  };
  const follow = (): void => {
    if (isStep && isWanted) stop ??= chain.events.listen(report);
    else {
      stop?.();
      stop = undefined;
    }
  };
  const want = (wanted: boolean): void => {
    isWanted = wanted;
    follow();
  };
  loop.onMiningMode(({ type }) => {
    isStep = type === 'step';
    follow();
  });
  return () => {
    want(true);
    return () => want(false);
  };
}

function roundEntry(event: BusEvent, nameOf: (address: Bytes) => string): LogEntry | undefined {
  switch (event.type) {
    case 'NewRound': {
      const { height, round, step, proposer } = event;
      return {
        type: 'round',
        height: Number(height),
        round,
        step: stepName(step as RoundStep),
        proposer: nameOf(proposer),
      };
    }
    case 'NewRoundStep': {
      const { height, round, step } = event;
      return { type: 'round', height: Number(height), round, step: stepName(step as RoundStep) };
    }
    case 'Vote': {
      const { type, height, round, blockId, validatorAddress } = event.vote;
      return {
        type: 'vote',
        height: Number(height),
        round,
        vote: type === VoteType.Prevote ? 'prevote' : 'precommit',
        validator: nameOf(validatorAddress),
        block: isNilBlockId(blockId) ? null : toUpperHex(blockId.hash),
      };
    }
    case 'CompleteProposal': {
      const { height, round, step, blockId } = event;
      const block = toUpperHex(blockId.hash);
      return {
        type: 'round',
        height: Number(height),
        round,
        step: stepName(step as RoundStep),
        event: event.type,
        block,
      };
    }
    default:
      if (!isPlainRoundEvent(event)) return undefined;
      return {
        type: 'round',
        height: Number(event.height),
        round: event.round,
        step: stepName(event.step as RoundStep),
        event: event.type,
      };
  }
}
