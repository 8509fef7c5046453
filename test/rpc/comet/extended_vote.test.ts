import { expect, it } from 'vitest';
import { NIL_BLOCK_ID } from '../../../src/consensus/types/block_id.js';
import type { Vote } from '../../../src/consensus/types/vote.js';
import { utf8 } from '../../../src/kernel/text.js';
import { extendedVote, extendedVoteText } from '../../../src/rpc/comet/dialects/shared/vote.js';

const vote: Vote = {
  ...{ type: 2, height: 7n, round: 1, blockId: NIL_BLOCK_ID, timestamp: 0n, validatorIndex: 3 },
  ...{ validatorAddress: new Uint8Array(20).fill(9), signature: { bytes: utf8('vote') } },
};

it('shows the extension of a vote and its signature, and null for a vote without one', () => {
  const extended = { ...vote, extension: { bytes: utf8('price=42'), signature: { bytes: utf8('signed') } } };
  expect(extendedVote(extended)).toMatchObject({ extension: 'cHJpY2U9NDI=', extension_signature: 'c2lnbmVk' });
  expect(extendedVote(vote)).toMatchObject({ extension: null, extension_signature: null });
  expect(extendedVoteText(extended)).toContain(' 70726963653D @ ');
  expect(extendedVoteText(vote)).toContain(' 000000000000 @ ');
});
