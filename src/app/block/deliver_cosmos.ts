/**
 * A Cosmos transaction in a block (SDK baseapp `runTx`, `runMsgs`): what stands before the messages, which stays; then
 * the messages in turn, of which all happen or none. The whole fee is paid, whatever the gas.
 */
import type { Event, ExecTxResult } from '../../abci/application.js';
import { type Any, TxMsgData } from '../../codec/cosmos_base.js';
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import type { UnixNanos } from '../../kernel/time.js';
import { bech32Address } from '../address.js';
import { type AnteRules, runCosmosAnte } from '../ante/cosmos.js';
import type { Refusal } from '../ante/refusal.js';
import type { ChainParams } from '../chain_params.js';
import { event, inMessage } from '../events.js';
import { TxFailure } from '../module/failure.js';
import { GasMeter, unmetered } from '../module/gas_meter.js';
import type { AnyMessage, MessageContext } from '../module/message.js';
import { MeteredState } from '../module/metered_state.js';
import type { WorkingState } from '../state/types.js';
import type { CosmosTx } from '../tx/tx.js';

/** Where it runs, and by which rules. */
export interface CosmosRun extends AnteRules {
  readonly state: WorkingState;
  readonly params: ChainParams;
  readonly height: bigint;
  readonly time: UnixNanos;
}

/** Why the transaction would not come to its messages; undefined when it would. Leaves its writes in the state. */
export function tryCosmosAnte(tx: CosmosTx, run: CosmosRun): Refusal | undefined {
  const ante = attempt(run, new GasMeter(tx.gas), (context) => runCosmosAnte(tx, context, run));
  return 'log' in ante ? ante : undefined;
}

/** Anything that it throws is a bug of ours. */
export function deliverCosmosTx(tx: CosmosTx, run: CosmosRun): ExecTxResult {
  const gas = run.mode === 'simulate' ? unmetered() : new GasMeter(tx.gas);
  const ante = attempt(run, gas, (context) => runCosmosAnte(tx, context, run));
  if ('log' in ante) return failed(ante, [], tx, gas);
  const messages = attempt(run, gas, (context) =>
    tx.messages.map((message, index) => runMessage(tx, message, index, context)),
  );
  if ('log' in messages) return failed(messages, ante.events, tx, gas);
  return {
    code: 0,
    codespace: '',
    data: TxMsgData.encode({ msgResponses: messages.result }),
    log: '',
    info: '',
    gasWanted: tx.gas,
    gasUsed: gas.used,
    events: [...ante.events, ...messages.events],
  };
}

type Attempt<T> = { readonly result: T; readonly events: readonly Event[] };

/** Undoes what a failure has begun, its events too. */
function attempt<T>(run: CosmosRun, gas: GasMeter, act: (context: MessageContext) => T): Attempt<T> | Refusal {
  const { state, params, height, time } = run;
  const [checkpoint, emitted] = [state.checkpoint(), state.emitted];
  const context: MessageContext = {
    params,
    state: new MeteredState(state, gas),
    block: { height, time },
    gas,
    emit: (...events) => {
      for (const event of events) state.emit(event);
    },
  };
  try {
    return { result: act(context), events: state.eventsSince(emitted) };
  } catch (error) {
    if (!(error instanceof TxFailure)) throw error;
    state.revertTo(checkpoint);
    return error.refusal;
  }
}

/** Its events say which message they are of, behind one that names its action. */
function runMessage({ signers }: CosmosTx, message: AnyMessage, index: number, context: MessageContext): Any {
  const emitIndexed = (...events: readonly Event[]): void => context.emit(...inMessage(index, events));
  const [signer = signers[0]?.address ?? EMPTY_BYTES] = message.signers(context.params);
  emitIndexed(
    event('message', {
      action: message.typeUrl,
      sender: bech32Address(signer, context.params.bech32Prefix),
      module: moduleOf(message.typeUrl),
    }),
  );
  try {
    return message.handle({ ...context, emit: emitIndexed });
  } catch (error) {
    if (!(error instanceof TxFailure)) throw error;
    const { code, codespace, log } = error.refusal;
    throw new TxFailure({ code, codespace, log: `failed to execute message; message index: ${index}: ${log}` });
  }
}

/** `bank` of `/cosmos.bank.v1beta1.MsgSend`. */
const moduleOf = (typeUrl: string): string => typeUrl.split('.')[1] ?? '';

const failed = (refusal: Refusal, events: readonly Event[], tx: CosmosTx, gas: GasMeter): ExecTxResult => ({
  ...refusal,
  data: EMPTY_BYTES,
  info: '',
  gasWanted: tx.gas,
  gasUsed: gas.used,
  events,
});
