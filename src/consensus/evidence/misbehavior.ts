/** Converts evidence to the application's form: one entry for each guilty validator (consensus-engine.md 7.5). */
import type { Misbehavior } from '../../abci/application.js';
import type { Evidence } from '../types/evidence.js';

export function misbehaviorOf(evidence: Evidence): readonly Misbehavior[] {
  const { type, timestamp: time, totalVotingPower } = evidence;
  if (type === 'duplicate-vote') {
    const { height, validatorAddress: address } = evidence.voteA;
    return [{ type, validator: { address, power: evidence.validatorPower }, height, time, totalVotingPower }];
  }
  return evidence.byzantineValidators.map(({ address, votingPower: power }) => ({
    type,
    validator: { address, power },
    height: evidence.commonHeight,
    time,
    totalVotingPower,
  }));
}
