/**
 * Makes the log entries of what consensus did in a height besides its block: rounds that failed, evidence with its
 * punishment, and changes of the validator set. Most heights have none of these.
 */
import type { FinalizeBlockResponse } from '../../abci/application.js';
import type { HalleyApplication } from '../../app/application.js';
import { consensusText } from '../../app/modules/staking/addresses.js';
import { validatorByConsensusAddress } from '../../app/modules/staking/store.js';
import type { BlockStore } from '../../chain/block_store/block_store.js';
import { misbehaviorOf } from '../../consensus/evidence/misbehavior.js';
import type { Block } from '../../consensus/types/block.js';
import { addressOf, incrementProposerPriority, powerOf, proposer } from '../../consensus/types/validator_set.js';
import type { Bytes } from '../../kernel/bytes.js';
import { toUpperHex } from '../../kernel/hex.js';
import { keyIndex, type SimNetwork, type ValidatorKey, validatorName } from '../../simulation/index.js';
import type { EvidenceEntry, FailedRound, LateDecisionEntry, LogEntry, ValidatorEntry } from './entry.js';

/** Parts of a chain whose rounds are logged. */
interface LoggedRounds {
  readonly blockStore: BlockStore;
  readonly keys: readonly ValidatorKey[];
  readonly simNetwork: SimNetwork;
}

/** Parts of a chain whose consensus is logged. */
export interface LoggedConsensus extends LoggedRounds {
  readonly app: HalleyApplication;
}

/** Returns whether the observed node has waited in vain for the proposal of a round. */
export type MissedProposal = (height: bigint, round: number) => boolean;

/** Most failed rounds that one entry describes. A stalled height may have thousands. */
const MAX_FAILED_ROUNDS = 10;

export function consensusEntries(chain: LoggedConsensus, height: bigint, missed: MissedProposal): readonly LogEntry[] {
  const { blockStore } = chain;
  const late = lateDecision(chain, height, missed);
  const results = blockStore.results(height);
  if (results === undefined) return [];
  const evidence = blockStore.block(height)?.block.evidence ?? [];
  return [
    ...(late === undefined ? [] : [late]),
    ...(evidence.length === 0 ? [] : evidenceEntries(chain, height, evidence, results)),
    ...(results.validatorUpdates.length === 0 ? [] : validatorEntries(chain, height, results)),
  ];
}

/** Returns the entry for a height that was not decided in round 0; undefined for others. */
export function lateDecision(
  chain: LoggedRounds,
  height: bigint,
  missed: MissedProposal,
): LateDecisionEntry | undefined {
  const { blockStore } = chain;
  const round = blockStore.commit(height)?.commit.round ?? 0;
  const set = round === 0 ? undefined : blockStore.validators(height);
  if (set === undefined) return undefined;
  const first = Math.max(0, round - MAX_FAILED_ROUNDS);
  const failed: FailedRound[] = [];
  let current = first === 0 ? set : incrementProposerPriority(set, first);
  for (let at = first; at < round; at++) {
    failed.push(failedRound(chain, proposer(current).address, height, at, missed));
    current = incrementProposerPriority(current, 1);
  }
  return {
    type: 'late',
    height: Number(height),
    round,
    proposer: validatorName(chain.keys, proposer(current).address),
    failed,
  };
}

function failedRound(
  chain: LoggedRounds,
  address: Bytes,
  height: bigint,
  round: number,
  missed: MissedProposal,
): FailedRound {
  const { keys, simNetwork } = chain;
  const index = keyIndex(keys, address);
  const isDown = index >= 0 && index < simNetwork.size && !simNetwork.node(index).up;
  const reason = isDown ? 'proposer down' : missed(height, round) ? 'no proposal' : 'too few votes';
  return { round, proposer: validatorName(chain.keys, address), reason };
}

/** Returns the entries for the evidence of a block. The events of the block say what slashing did. */
function evidenceEntries(
  chain: LoggedConsensus,
  height: bigint,
  evidence: Block['evidence'],
  { events }: FinalizeBlockResponse,
): readonly EvidenceEntry[] {
  const attributeOf = (name: string, accused: string): string | undefined =>
    events
      .filter(({ type, attributes }) => type === 'slash' && attributes.some(({ value }) => value === accused))
      .flatMap(({ attributes }) => attributes)
      .find(({ key }) => key === name)?.value;
  return evidence.flatMap(misbehaviorOf).map(({ type, validator: { address, power }, height: at }) => {
    const accused = consensusText(address, chain.app.params.bech32Prefix);
    const burned = attributeOf('burned_coins', accused);
    return {
      type: 'evidence',
      height: Number(height),
      kind: type === 'duplicate-vote' ? 'double vote' : 'light client attack',
      validator: validatorName(chain.keys, address),
      address: toUpperHex(address),
      power: `${power}`,
      at: Number(at),
      burned,
      jailed: attributeOf('jailed', accused) !== undefined,
    };
  });
}

function validatorEntries(
  chain: LoggedConsensus,
  height: bigint,
  { validatorUpdates }: FinalizeBlockResponse,
): readonly ValidatorEntry[] {
  const before = chain.blockStore.validators(height + 1n);
  return validatorUpdates.map(({ pubKey, power }) => {
    const address = addressOf(pubKey);
    const from = before === undefined ? 0n : powerOf(before, address);
    const staked = validatorByConsensusAddress(chain.app.devTxs.latest, address);
    return {
      type: 'validator',
      height: Number(height),
      change: from === 0n ? 'joins' : power === 0n ? 'leaves' : 'changes',
      validator: validatorName(chain.keys, address),
      address: toUpperHex(address),
      from: `${from}`,
      to: `${power}`,
      effective: Number(height + 2n),
      jailed: staked?.validator.jailed ?? false,
    };
  });
}
