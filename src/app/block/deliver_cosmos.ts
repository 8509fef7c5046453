/**
 * Delivers a Cosmos transaction (SDK baseapp `runTx`). First the ante checks run, whose writes stay. Then the messages
 * run in order, all or none. The whole fee is charged, however little gas is used.
 */
import type { Event, ExecTxResult } from '../../abci/application.js';
import type { Any } from '../../codec/cosmos/base.js';
import type { ContractAnswer, ContractCall, Execution } from '../../evm/machine.js';
import type { Awaitable } from '../../kernel/awaitable.js';
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import type { UnixNanos } from '../../kernel/time.js';
import { type AnteRules, runCosmosAnte } from '../ante/cosmos.js';
import { machineFailure } from '../machine/machine_failure.js';
import { changeSupply } from '../modules/bank/store.js';
import type { ChainParams } from '../sdk/chain_params.js';
import { type Attempt, attempt, attemptLater, messageData, runMessage } from '../sdk/module/attempt.js';
import { type CallEvm, callsNothing, meteredCalls } from '../sdk/module/call_evm.js';
import { GasMeter, unmetered } from '../sdk/module/gas_meter.js';
import type { MessageContext } from '../sdk/module/message.js';
import { MeteredState } from '../sdk/module/metered_state.js';
import type { WorkingState } from '../state/types.js';
import type { CosmosTx } from '../tx/tx.js';
import { type Refusal, TxFailure } from '../types/refusal.js';
import type { BlockRun } from './block_run.js';

/** Run and rules of the ante checks. */
export interface CosmosAnteRun extends AnteRules {
  readonly state: WorkingState;
  readonly params: ChainParams;
  readonly height: bigint;
  readonly time: UnixNanos;
}

/** Run of the messages. */
export interface CosmosRun extends CosmosAnteRun, BlockRun {}

/**
 * Runs the ante checks alone. Returns why the transaction fails before its messages, or undefined. Its writes stay in
 * the state.
 */
export function tryCosmosAnte(tx: CosmosTx, run: CosmosAnteRun): Refusal | undefined {
  const ante = charged(run, new GasMeter(tx.gas), (context) => runCosmosAnte(tx, context, run));
  return 'log' in ante ? ante : undefined;
}

/** No gas is owed for the call itself: that has been charged before. */
const NOTHING_OWED = { intrinsic: 0n, floor: 0n };

/** Calls contracts for Cosmos messages. Each call is a separate run in the block's machine, on the message's state. */
export const callsOf = (run: BlockRun, gas: GasMeter): CallEvm => meteredCalls(gas, (call) => callContract(run, call));

async function callContract(run: BlockRun, call: ContractCall): Promise<ContractAnswer> {
  const { state, params } = run;
  const start = state.checkpoint();
  const { burned, ...answer } = await executeCall(run, call);
  if (!call.commit) state.revertTo(start);
  else if (burned !== 0n) changeSupply(state, params.baseDenom, -burned);
  return answer;
}

/** Throws TxFailure when the machine fails. The block then uses another machine. */
async function executeCall(
  { state, machine, context }: BlockRun,
  { from, to, input, gas }: ContractCall,
): Promise<Execution> {
  const used = await machine(state);
  const message = {
    from,
    to,
    value: 0n,
    input,
    gasLimit: gas,
    gasPrice: 0n,
    accessList: undefined,
    authorizationList: undefined,
  };
  try {
    return await used.execute(context, message, NOTHING_OWED);
  } catch (error) {
    throw new TxFailure(machineFailure(used, error));
  }
}

/** Delivers a transaction. Any error that it throws is a bug of ours. */
export async function deliverCosmosTx(tx: CosmosTx, run: CosmosRun): Promise<ExecTxResult> {
  const gas = run.mode === 'simulate' ? unmetered() : new GasMeter(tx.gas);
  const ante = charged(run, gas, (context) => runCosmosAnte(tx, context, run));
  if ('log' in ante) return failed(ante, [], gas);
  const signer = tx.signers[0]?.address ?? EMPTY_BYTES;
  const messages = await attemptLater(run.state, contextOf(run, gas, callsOf(run, gas)), async (context) => {
    const responses: Any[] = [];
    for (const [index, message] of tx.messages.entries()) {
      const [sender = signer] = message.signers(run.params);
      responses.push(await naming(index, () => runMessage(message, sender, index, context)));
    }
    return messageData(responses);
  });
  if ('log' in messages) return failed(messages, ante.events, gas);
  return {
    code: 0,
    codespace: '',
    data: messages.result,
    log: '',
    info: '',
    gasWanted: gas.limit,
    gasUsed: gas.used,
    events: [...ante.events, ...messages.events],
  };
}

/** Adds the index of the message to the text of its failure, as the SDK does. */
async function naming<T>(index: number, act: () => Awaitable<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof TxFailure)) throw error;
    const { code, codespace, log } = error.refusal;
    throw new TxFailure({ code, codespace, log: `failed to execute message; message index: ${index}: ${log}` });
  }
}

/** Runs `act` on a state that charges `gas`, and reverts all of its writes when it fails. */
const charged = <T>(run: CosmosAnteRun, gas: GasMeter, act: (context: MessageContext) => T): Attempt<T> | Refusal =>
  attempt(run.state, contextOf(run, gas, callsNothing), act);

const contextOf = (
  { state, params, height, time }: CosmosAnteRun,
  gas: GasMeter,
  callEvm: CallEvm,
): Omit<MessageContext, 'emit'> => ({
  params,
  state: new MeteredState(state, gas),
  block: { height, time },
  gas,
  callEvm,
});

const failed = (refusal: Refusal, events: readonly Event[], gas: GasMeter): ExecTxResult => ({
  ...refusal,
  data: EMPTY_BYTES,
  info: '',
  gasWanted: gas.limit,
  gasUsed: gas.used,
  events,
});
