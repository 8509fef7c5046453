/** Passes one message through active faults: those of whole messages first, then those of its calls. */
import type { ActiveFault } from './active_fault.js';
import type { FaultAnswer, FaultContext, FaultExchange, RpcReply } from './fault.js';
import { answerOf, type ReadCall, type ReadMessage, readReply } from './message.js';

export interface Passing {
  /** Faults that apply to the client, in the order in which they began. */
  readonly active: readonly ActiveFault[];
  readonly message: ReadMessage;
  readonly exchange: FaultExchange;
  /** Lets the node answer the message as it is. */
  readonly whole: () => Promise<FaultAnswer>;
  /** Lets the node answer one call. */
  readonly one: (call: ReadCall) => Promise<FaultAnswer>;
}

/** Reports an answer of the node that is no answer of JSON-RPC. */
class ForeignAnswer extends Error {
  constructor(readonly answer: FaultAnswer) {
    super('the node has not answered by JSON-RPC');
  }
}

/** Passes a message on. Returns undefined when no fault hits it; nothing has happened to it then. */
export function pass(passing: Passing): Promise<FaultAnswer> | undefined {
  return passMessage(passing, 0) ?? passCalls(passing);
}

/** Lets the first fault from `at` on that hits the message answer it; undefined when none does. */
function passMessage(passing: Passing, at: number): Promise<FaultAnswer> | undefined {
  const { active, message, exchange, whole } = passing;
  const methods = message.calls.map(({ method }) => method);
  for (let i = at; i < active.length; i++) {
    const { definition, fault } = active[i] as ActiveFault;
    if (definition.message === undefined || definition.concerns?.(exchange) === false) continue;
    const context = active[i]?.hit({ ...exchange, methods });
    if (context === undefined) continue;
    const next = async (): Promise<FaultAnswer> => passMessage(passing, i + 1) ?? passCalls(passing) ?? whole();
    return Promise.resolve(definition.message(fault, exchange, next, context));
  }
  return undefined;
}

interface Hit {
  readonly active: ActiveFault;
  readonly context: FaultContext;
}

function passCalls(passing: Passing): Promise<FaultAnswer> | undefined {
  const { active, message, exchange } = passing;
  if (!message.isRpc) return undefined;
  const onCalls = active.filter(({ definition }) => definition.call !== undefined);
  if (onCalls.length === 0) return undefined;
  const hits = message.calls.map(({ method }) =>
    onCalls.flatMap((fault): readonly Hit[] => {
      const context = fault.hit({ ...exchange, methods: [method] });
      return context === undefined ? [] : [{ active: fault, context }];
    }),
  );
  return hits.every((ofCall) => ofCall.length === 0) ? undefined : answerCalls(passing, hits);
}

async function answerCalls(passing: Passing, hits: readonly (readonly Hit[])[]): Promise<FaultAnswer> {
  const { message, exchange } = passing;
  const replies: RpcReply[] = [];
  for (const [at, call] of message.calls.entries()) {
    try {
      replies.push(await answerCall(passing, call, hits[at] ?? [], 0));
    } catch (error) {
      if (!(error instanceof ForeignAnswer)) throw error;
      if (!message.isBatch) return error.answer;
      replies.push({ error: { code: -32603, message: `${error.message}: status ${error.answer.status}` } });
    }
  }
  return answerOf(exchange.server, message, replies);
}

async function answerCall(passing: Passing, call: ReadCall, hits: readonly Hit[], at: number): Promise<RpcReply> {
  const hit = hits[at];
  if (hit === undefined) {
    const answer = await passing.one(call);
    const reply = readReply(answer.body);
    if (reply === undefined) throw new ForeignAnswer(answer);
    return reply;
  }
  const { active, context } = hit;
  const next = (changed: object = {}): Promise<RpcReply> => answerCall(passing, { ...call, ...changed }, hits, at + 1);
  const { definition, fault } = active;
  return definition.call === undefined ? next() : definition.call(fault, call, next, context, passing.exchange);
}
