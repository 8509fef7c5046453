/**
 * Compares the round events that real CometBFT 0.38.25 nodes published, with one validator of four offline part of the
 * time. From the same facts our 0.38 dialect makes the same text, to the letter.
 */
import { describe, expect, it } from 'vitest';
import type { RoundEvent } from '../../../src/backend/comet.js';
import type { PlainRoundEventName } from '../../../src/consensus/types/round_event.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { parseTime, type UnixNanos } from '../../../src/kernel/time.js';
import { base64Bytes } from '../../../src/rpc/comet/protocol/bytes_text.js';
import recorded from '../../vectors/cometbft-0.38.25/round_events.json' with { type: 'json' };
import { aHandler, openSocket } from './calls.js';

// biome-ignore lint/suspicious/noExplicitAny: recorded values of any shape
type Value = any;

const STEPS = ['NewHeight', 'NewRound', 'Propose', 'Prevote', 'PrevoteWait', 'Precommit', 'PrecommitWait', 'Commit'];

const blockId = ({ hash, parts }: Value) => ({
  hash: fromHex(hash),
  parts: { total: parts.total, hash: fromHex(parts.hash) },
});

function eventOf(name: string, value: Value): RoundEvent {
  const attributes = new Map([['tm.event', [name]]]);
  if (name === 'Vote') {
    const { Vote: v } = value;
    const vote = {
      type: v.type,
      height: BigInt(v.height),
      round: v.round,
      blockId: blockId(v.block_id),
      timestamp: parseTime(v.timestamp) as UnixNanos,
      validatorAddress: fromHex(v.validator_address),
      validatorIndex: v.validator_index,
      signature: { bytes: base64Bytes(v.signature) },
    };
    return { type: 'Vote', vote, attributes };
  }
  const step = STEPS.indexOf(value.step.replace('RoundStep', '')) + 1;
  const place = { height: BigInt(value.height), round: value.round, step, attributes };
  if (name === 'NewRound')
    return { ...place, type: name, proposer: fromHex(value.proposer.address), proposerIndex: value.proposer.index };
  if (name === 'CompleteProposal') return { ...place, type: name, blockId: blockId(value.block_id) };
  return { ...place, type: name as PlainRoundEventName };
}

describe('the round events of a real node', () => {
  const { handler, chain } = aHandler({ dialect: '0.38' });
  const { connection, send } = openSocket(handler);
  const names = new Set(recorded.map(({ events }) => events['tm.event'][0] as string));

  it('are of nine kinds', () => {
    expect([...names].sort()).toEqual([
      'CompleteProposal',
      'Lock',
      'NewRound',
      'NewRoundStep',
      'Polka',
      'TimeoutPropose',
      'TimeoutWait',
      'ValidBlock',
      'Vote',
    ]);
    for (const name of names) send({ id: name, method: 'subscribe', params: { query: `tm.event='${name}'` } });
    expect(connection.frames).toHaveLength(names.size);
  });

  it.each(recorded.map((result, i) => [i, result.events['tm.event'][0] as string, result] as const))(
    'equal ours: %i, %s',
    (_i, name, result) => {
      chain.publish(eventOf(name, result.data.value));
      expect(connection.texts.at(-1)).toBe(JSON.stringify({ jsonrpc: '2.0', id: name, result }));
    },
  );
});
