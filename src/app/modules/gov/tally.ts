/**
 * Counts the votes on a proposal (SDK x/gov `Tally`). A vote counts with its voter's bonded stake. A
 * validator also votes for its delegators who have not voted themselves.
 */
import { toHex } from '../../../kernel/hex.js';
import type { StateReader } from '../../state/types.js';
import { storedAddress } from '../../types/address.js';
import { DECIMAL_ONE, divideDecimal, formatDecimal, multiplyDecimal } from '../../types/coins.js';
import { balanceOf } from '../bank/store.js';
import { Delegation, tokensFromShares } from '../staking/delegation.js';
import { electedOf } from '../staking/elected.js';
import { BONDED_POOL } from '../staking/pools.js';
import { delegationsPrefix, readStakingParams, readValidators } from '../staking/store.js';
import type { Validator } from '../staking/validator.js';
import { decimalOf } from './params.js';
import { OPTION, type Proposal, type TallyResult, Vote, type WeightedVoteOption } from './proposal.js';
import { partsPrefix, readGovParams, VOTES } from './store.js';

interface Tally {
  readonly passes: boolean;
  readonly burnsDeposits: boolean;
  readonly result: TallyResult;
}

/** Validators whose power counts, and voters as far as they are known. */
export interface Electorate {
  /** By operator in hex. */
  readonly validators: ReadonlyMap<string, Validator>;
  /** By address in bech32: the same accounts vote on many proposals. */
  readonly voters: Map<string, Voter>;
}

interface Voter {
  /** Address in hex, which is that of the operator if a validator votes. */
  readonly address: string;
  /** Delegations to the electorate. */
  readonly stakes: readonly { readonly operator: string; readonly shares: bigint; readonly power: bigint }[];
}

interface Bonded {
  readonly validator: Validator;
  /** Shares whose owners have voted. */
  voted: bigint;
  vote: readonly WeightedVoteOption[];
}

/** Powers by option, and in all, as decimals. */
interface Powers {
  readonly of: Map<number, bigint>;
  total: bigint;
}

/** Returns the electorate, which changes only with staking: proposals that end in one block share it. */
export const electorateOf = (state: StateReader): Electorate => ({
  validators: new Map(
    electedOf(readValidators(state), readStakingParams(state).maxValidators)
      .filter(({ validator }) => validator.status === 'bonded')
      .map(({ operator, validator }) => [toHex(operator), validator]),
  ),
  voters: new Map(),
});

export function tallyOf(state: StateReader, proposal: Proposal, electorate = electorateOf(state)): Tally {
  const powers = countVotes(state, proposal.id, electorate);
  const of = (option: number): bigint => powers.of.get(option) ?? 0n;
  const whole = (option: number): string => (of(option) / DECIMAL_ONE).toString();
  const result = {
    yesCount: whole(OPTION.yes),
    abstainCount: whole(OPTION.abstain),
    noCount: whole(OPTION.no),
    noWithVetoCount: whole(OPTION.veto),
  };
  const ended = (passes: boolean, burnsDeposits = false): Tally => ({ passes, burnsDeposits, result });
  const bonded = balanceOf(state, BONDED_POOL.address, readStakingParams(state).bondDenom);
  if (bonded === 0n) return ended(false);
  const params = readGovParams(state);
  if (divideDecimal(powers.total, bonded * DECIMAL_ONE) < decimalOf(params.quorum))
    return ended(false, params.burnVoteQuorum);
  const decided = powers.total - of(OPTION.abstain);
  if (decided === 0n) return ended(false);
  if (divideDecimal(of(OPTION.veto), powers.total) > decimalOf(params.vetoThreshold))
    return ended(false, params.burnVoteVeto);
  const threshold = decimalOf(proposal.expedited ? params.expeditedThreshold : params.threshold);
  return ended(divideDecimal(of(OPTION.yes), decided) > threshold);
}

function countVotes(state: StateReader, id: bigint, electorate: Electorate): Powers {
  const powers: Powers = { of: new Map(), total: 0n };
  const validators = new Map(
    Array.from(electorate.validators, ([operator, validator]): [string, Bonded] => [
      operator,
      { validator, voted: 0n, vote: [] },
    ]),
  );
  for (const [, value] of state.entries('gov', partsPrefix(VOTES, id))) {
    const { voter, options } = Vote.decode(value);
    const { address, stakes } = voterOf(state, voter, electorate);
    const own = validators.get(address);
    if (own !== undefined) own.vote = options;
    for (const { operator, shares, power } of stakes) {
      (validators.get(operator) as Bonded).voted += shares;
      addPower(powers, power, options);
    }
  }
  for (const { validator, voted, vote } of validators.values())
    if (vote.length > 0) addPower(powers, tokensFromShares(validator, validator.shares - voted), vote);
  return powers;
}

function voterOf(state: StateReader, text: string, { validators, voters }: Electorate): Voter {
  const known = voters.get(text);
  if (known !== undefined) return known;
  const address = storedAddress(text);
  const stakes: Voter['stakes'][number][] = [];
  const prefix = delegationsPrefix(address);
  for (const [key, entry] of state.entries('staking', prefix)) {
    // The key below the prefix is the operator's address after its length.
    const operator = toHex(key.subarray(prefix.length + 1));
    const validator = validators.get(operator);
    if (validator === undefined) continue;
    const { shares } = Delegation.decode(entry);
    stakes.push({ operator, shares, power: tokensFromShares(validator, shares) });
  }
  const voter = { address: toHex(address), stakes };
  voters.set(text, voter);
  return voter;
}

/** Weight of a vote's only option. */
const WHOLE_WEIGHT = formatDecimal(DECIMAL_ONE);

function addPower(powers: Powers, power: bigint, options: readonly WeightedVoteOption[]): void {
  for (const { option, weight } of options) {
    const share = weight === WHOLE_WEIGHT ? power : multiplyDecimal(power, decimalOf(weight));
    powers.of.set(option, (powers.of.get(option) ?? 0n) + share);
  }
  powers.total += power;
}
