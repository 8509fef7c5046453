/** Checks that a stored request of FinalizeBlock can be that of the next block of a chain. */
import type { CommitInfo, FinalizeBlockRequest } from '../../../abci/application.js';
import type { ChainState } from '../../../consensus/types/chain_state.js';
import { addressOf } from '../../../consensus/types/pub_key.js';
import { indexOfAddress, validatorsHash } from '../../../consensus/types/validator_set.js';
import { equalBytes } from '../../../kernel/bytes.js';
import { toUpperHex } from '../../../kernel/hex.js';
import { formatTime } from '../../../kernel/time.js';
import type { StoredRequest } from './stored_requests.js';

/**
 * Returns why the request cannot follow on the chain's state; undefined when it can. Votes have no times in a request, so
 * the time of a block is compared with that of the block before it only.
 */
export function requestProblem(chain: ChainState, { parentHash, request }: StoredRequest): string | undefined {
  const { initialHeight, lastBlockHeight, lastBlockId, nextValidators, validators } = chain;
  const { height, nextValidatorsHash, proposerAddress } = request;
  const expectedHeight = lastBlockHeight === 0n ? initialHeight : lastBlockHeight + 1n;
  if (height !== expectedHeight) return `its height is ${height}, expected ${expectedHeight}`;
  if (!equalBytes(parentHash, lastBlockId.hash))
    return `the hash of the block before is ${toUpperHex(parentHash)}, expected ${toUpperHex(lastBlockId.hash)}`;
  const next = validatorsHash(nextValidators);
  if (!equalBytes(nextValidatorsHash, next))
    return `next_validators_hash is ${toUpperHex(nextValidatorsHash)}, expected ${toUpperHex(next)}`;
  if (indexOfAddress(validators, proposerAddress) === -1)
    return `proposer_address is ${toUpperHex(proposerAddress)}, expected a validator of the height`;
  return timeProblem(chain, request) ?? votesProblem(chain, request.decidedLastCommit);
}

/** The first block has the time of genesis. */
function timeProblem(
  { lastBlockTime, lastValidators }: ChainState,
  { time }: FinalizeBlockRequest,
): string | undefined {
  if (lastValidators === undefined)
    return time === lastBlockTime
      ? undefined
      : `time is ${formatTime(time)}, expected ${formatTime(lastBlockTime)}, that of genesis`;
  return time > lastBlockTime ? undefined : `time is ${formatTime(time)}, expected after ${formatTime(lastBlockTime)}`;
}

/** The votes follow the order of the set that signed. */
function votesProblem({ lastValidators }: ChainState, { votes }: CommitInfo): string | undefined {
  const members = lastValidators?.validators ?? [];
  if (votes.length !== members.length) return `it has ${votes.length} votes, expected ${members.length}`;
  const wrong = votes.findIndex(({ validator: { address, power } }, index) => {
    const member = members[index];
    return member === undefined || member.votingPower !== power || !equalBytes(address, addressOf(member.pubKey));
  });
  return wrong === -1 ? undefined : `vote ${wrong} is not that of validator ${wrong} of the height before`;
}
