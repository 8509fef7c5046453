/**
 * Defines the smallest application that detects consensus mistakes. Its hash covers every block, transaction and piece
 * of evidence so far. Its transactions can change the validators' powers, and it rejects some proposals. Replies depend
 * only on the request and its number.
 */
import type { ExecTxResult, FinalizeBlockRequest, FinalizeBlockResponse } from '../../abci/application.js';
import type { ValidatorKey } from '../../consensus/env.js';
import type { AbciReply } from '../../consensus/input.js';
import { type Bytes, concatBytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { sha256 } from '../../kernel/hash.js';
import { fromUtf8, utf8 } from '../../kernel/text.js';
import type { NodeAbciCall } from '../index.js';
import type { Plan } from './session_plan.js';

const OK: ExecTxResult = {
  code: 0,
  data: EMPTY_BYTES,
  log: '',
  info: '',
  gasWanted: 0n,
  gasUsed: 1n,
  events: [],
  codespace: '',
};

/**
 * Answers one ABCI request. `count` makes the proposals of one node differ, so that the application does not reject all
 * of them.
 */
export function answerOf(plan: Plan, keys: readonly ValidatorKey[], ask: NodeAbciCall, count: number): AbciReply {
  switch (ask.type) {
    case 'prepareProposal':
      return { type: ask.type, txs: proposedTxs(plan, ask.request.height, count) };
    case 'processProposal':
      return { type: ask.type, accept: !isRefused(plan, ask.request.hash) };
    case 'finalizeBlock':
      return { type: ask.type, response: execute(keys, ask.request) };
  }
}

function proposedTxs(plan: Plan, height: bigint, count: number): readonly Bytes[] {
  const updates = plan.updates.filter((update) => update.height === height);
  return [utf8(`count ${count}`), ...updates.map(({ key, power }) => utf8(`power ${key} ${power}`))];
}

/** Decides by the hash, so that either all nodes reject a block or none does. */
const isRefused = ({ refusals }: Plan, hash: Bytes): boolean => refusals > 0 && (hash[0] as number) % refusals === 0;

function execute(keys: readonly ValidatorKey[], request: FinalizeBlockRequest): FinalizeBlockResponse {
  const offences = Uint8Array.of(request.misbehavior.length);
  const validatorUpdates = request.txs.flatMap((tx) => {
    const [word, key, power] = fromUtf8(tx).split(' ');
    const pubKey = word === 'power' ? keys[Number(key)]?.pubKey : undefined;
    return pubKey === undefined ? [] : [{ pubKey, power: BigInt(power ?? 0) }];
  });
  return {
    events: [],
    txResults: request.txs.map(() => OK),
    validatorUpdates,
    appHash: sha256(concatBytes(request.hash, offences, ...request.txs)),
  };
}
