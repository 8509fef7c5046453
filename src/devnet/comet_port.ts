/** Interface B's view of the chain: the ledger, one validator's node, the application's queries, and the way in. */

import type { CheckTxResponse } from '../abci/application.js';
import type { Refusal } from '../app/ante/refusal.js';
import { parseQuery } from '../chain/query/parse_query.js';
import { txHash } from '../consensus/types/block.js';
import { type Bytes, EMPTY_BYTES, equalBytes } from '../kernel/bytes.js';
import { HalleyError } from '../kernel/errors.js';
import type { BroadcastOutcome, CometPort, NodeView, TxLocation, UnconfirmedView } from '../rpc/ports.js';
import type { Chain } from './chain.js';
import { hostSchedule } from './host.js';
import type { Intake, TxIntake } from './intake.js';
import type { Mining } from './mining.js';
import { OBSERVED_NODE } from './observed_node.js';
import { roundStateView } from './round_state_view.js';

export interface CometPortParts {
  readonly chain: Chain;
  readonly mining: Mining;
  readonly intake: TxIntake;
  readonly node: () => NodeView;
}

export function cometPort({ chain, mining, intake, node }: CometPortParts): CometPort {
  const { app, ledger, world } = chain;
  return {
    genesis: chain.genesis,
    node,
    base: () => ledger.base,
    height: () => ledger.height,
    block: (height) => ledger.block(height),
    heightOfHash: (hash) => ledger.heightOfHash(hash),
    commit: (height) => ledger.commit(height),
    results: (height) => {
      const response = ledger.results(height);
      return response && { height, response };
    },
    validators: (height) => ledger.validators(height),
    params: (height) => ledger.params(height),
    tx: (hash) => locate(chain, hash),
    roundState: () => roundStateView(world.node(OBSERVED_NODE)),
    net: () => notYet('net_info'),
    peers: () => notYet('dump_consensus_state'),
    unconfirmed: (limit) => unconfirmed(chain, limit),
    checkTx: (bytes) => checkTxAlone(chain, mining, bytes),
    searchTxs: () => notYet('tx_search'),
    searchBlocks: () => notYet('block_search'),
    submitEvidence: async () => notYet('broadcast_evidence'),
    dial: async () => notYet('dial_peers'),
    flushMempool: () => mining.between(() => intake.flush()),
    info: () => app.info(),
    query: (request) => app.query(request),
    broadcast: async (bytes) => {
      const whole = app.normalize(bytes);
      return whole.type === 'refused' ? refusal(whole, bytes) : outcomeOf(await mining.check(whole.tx));
    },
    broadcastCommit: async (bytes, timeoutMs) => {
      const whole = app.normalize(bytes);
      if (whole.type === 'refused') return { outcome: refusal(whole, bytes), location: undefined };
      const waiting = waitFor(chain, txHash(whole.tx), timeoutMs);
      const intake = await mining.submit(whole.tx);
      if (intake.type === 'refused' || !intake.taken) waiting.cancel();
      return { outcome: outcomeOf(intake), location: await waiting.location };
    },
    parseQuery,
    listen: (listener) => chain.events.listen(listener),
  };
}

function notYet(route: string): never {
  throw new HalleyError('unavailable', `${route} has nothing behind it yet`);
}

/** A bare Ethereum transaction is wrapped as `broadcast` does. */
function checkTxAlone({ app }: Chain, mining: Mining, bytes: Bytes): Promise<CheckTxResponse> {
  return mining.between(async () => {
    const whole = app.normalize(bytes);
    return whole.type === 'refused' ? refusedCheck(whole) : app.checkTx({ tx: whole.tx, type: 'new' });
  });
}

function unconfirmed({ app, ledger, pool }: Chain, limit: number): UnconfirmedView {
  const txs = pool.waiting(app.evm.nextBaseFee(ledger.height), limit).map(({ tx }) => tx);
  return { txs, total: pool.size, totalBytes: BigInt(pool.bytes) };
}

function locate({ ledger }: Chain, hash: Bytes): TxLocation | undefined {
  const position = ledger.position(hash);
  if (position === undefined) return undefined;
  const tx = ledger.block(position.height)?.block.txs[position.index];
  const result = ledger.results(position.height)?.txResults[position.index];
  return tx && result && { ...position, tx, result };
}

function outcomeOf(intake: Intake): BroadcastOutcome {
  if (intake.type === 'refused') return { type: 'refused', reason: intake.reason };
  return { type: 'checked', check: intake.check, hash: intake.hash };
}

/** A bare Ethereum transaction that no wrapper can hold: as CheckTx would refuse it. */
function refusal(reason: Refusal, bytes: Bytes): BroadcastOutcome {
  return { type: 'checked', check: refusedCheck(reason), hash: txHash(bytes) };
}

function refusedCheck({ code, codespace, log }: Refusal): CheckTxResponse {
  return { data: EMPTY_BYTES, info: '', gasWanted: 0n, gasUsed: 0n, events: [], code, codespace, log };
}

/** Listens for a transaction before it is sent, so that its block cannot be missed. */
function waitFor(
  { events }: Chain,
  hash: Bytes,
  timeoutMs: number,
): { readonly location: Promise<TxLocation | undefined>; readonly cancel: () => void } {
  let finish: (location?: TxLocation) => void = () => undefined;
  const location = new Promise<TxLocation | undefined>((resolve) => {
    const stop = events.listen((event) => {
      if (event.type === 'Tx' && equalBytes(txHash(event.location.tx), hash)) finish(event.location);
    });
    const cancelTimer = hostSchedule(timeoutMs, () => finish());
    finish = (found) => {
      cancelTimer();
      stop();
      resolve(found);
    };
  });
  return { location, cancel: () => finish() };
}
