/**
 * Defines verbs: what the timeline of a scenario can do to a devnet. A verb is one file of `verbs`, which gives its
 * fields, and what it does through the public API of the devnet.
 */
import type { ServerAnswer } from '../devnet/ask_server.js';
import type { Devnet, Engine } from '../devnet/index.js';
import { HalleyError, invariant } from '../kernel/errors.js';
import { didYouMean } from '../settings/did_you_mean.js';
import type { DataOf, Fields, ReadContext } from './document/field.js';
import type { LocatedTable } from './document/located.js';

/** Condition that an entry creates and another one may need. */
export interface Condition {
  readonly kind: 'fault' | 'snapshot' | 'crash';
  /** Name of the fault or the snapshot, or index of the validator. */
  readonly name: string;
}

interface Need extends Condition {
  /** Member of the table that has the name of the fault, the snapshot or the validator. */
  readonly member: string;
}

/** Provides what verbs act on. */
export interface Stage {
  /** The devnet, or the engine of another program's application. */
  readonly devnet: Pick<Devnet, 'network'>;
  /** Sends a transaction to the mempool. */
  readonly broadcast: Engine['broadcast'];
  /** Devnet with Halley's own application; `undefined` under another. */
  readonly own: Devnet | undefined;
  /** Sends a request to an interface of the devnet, past its faults. */
  readonly ask: (server: 'evm' | 'comet', method: string, params: unknown) => Promise<ServerAnswer>;
  /** Answers by the names of requests. */
  readonly answers: Map<string, ServerAnswer>;
  /** Ids of faults and snapshots by the names of the timeline. */
  readonly ids: Map<string, number>;
}

export interface VerbDefinition<Data> {
  readonly name: string;
  /** Effect of the verb, as a sentence. */
  readonly summary: string;
  readonly fields: Fields;
  /** Whether only Halley's own application can do it. */
  readonly isOfEvm?: boolean;
  /** Reads the table in place of `fields`, when its members depend on each other. */
  read?(table: LocatedTable, context: ReadContext): Data;
  /** Returns what an entry before must have done. */
  needs?(data: Data): readonly Need[];
  /** Returns what entries after it may need. */
  gives?(data: Data): readonly Condition[];
  /** Does it between two events of the network. Rejects with HalleyError when the devnet refuses. */
  perform(stage: Stage, data: Data): Promise<unknown>;
  /** Describes it for the trace, such as `crash validator-2, validator-3`. */
  describe(data: Data): string;
}

export const defineVerb = <F extends Fields>(
  definition: Omit<VerbDefinition<DataOf<F>>, 'fields'> & { readonly fields: F },
): VerbDefinition<never> => definition as unknown as VerbDefinition<never>;

/** Returns the devnet for a verb of Halley's own application, which no other scenario may have. */
export function ownOf({ own }: Stage): Devnet {
  invariant(own !== undefined, 'a scenario with another application has verbs of consensus alone');
  return own;
}

const keyOf = (kind: 'fault' | 'snapshot', name: string): string => `${kind} ${name}`;

/** Remembers the id of a fault or a snapshot under a name of the timeline. */
export function remember({ ids }: Stage, kind: 'fault' | 'snapshot', name: string, id: number): void {
  ids.set(keyOf(kind, name), id);
}

/** Returns the id that an entry before has remembered. Throws HalleyError `not-found` for a name that none has given. */
export function idOf({ ids }: Stage, kind: 'fault' | 'snapshot', name: string): number {
  const id = ids.get(keyOf(kind, name));
  if (id !== undefined) return id;
  const known = [...ids.keys()]
    .filter((key) => key.startsWith(keyOf(kind, '')))
    .map((key) => key.slice(kind.length + 1));
  throw new HalleyError(
    'not-found',
    `no entry before has named a ${kind} "${name}"${didYouMean(name, known)}, expected ${known.length === 0 ? `a ${kind} with this name earlier in the timeline` : `one of ${known.join(', ')}`}`,
    { name },
  );
}

export const nameOf = (index: number): string => `validator-${index}`;

/** Returns the names of validators, separated by commas: `validator-1, validator-2`. */
export const named = (validators: readonly number[]): string => validators.map(nameOf).join(', ');
