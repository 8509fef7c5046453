/**
 * Defines verbs: what the timeline of a scenario can do to a devnet. A verb is one file of `verbs`, which gives its
 * fields, and what it does through the public API of the devnet.
 */
import type { Devnet } from '../devnet/index.js';
import type { DataOf, Fields, ReadContext } from './document/field.js';
import type { LocatedTable } from './document/located.js';
import type { LightClientAttack } from './light_client_attack.js';

/** Provides what verbs act on. */
export interface Stage {
  readonly devnet: Devnet;
  /** Submits evidence of an attack to the observed node. Rejects with HalleyError when its pool refuses it. */
  attack(attack: LightClientAttack): Promise<unknown>;
  /** Remembers the ids of faults and snapshots by the names of the timeline. */
  readonly ids: Map<string, number>;
}

export interface VerbDefinition<Data> {
  readonly name: string;
  /** Says what the verb does, as a sentence. */
  readonly summary: string;
  readonly fields: Fields;
  /** Reads the table in place of `fields`, when its members depend on each other. */
  read?(table: LocatedTable, context: ReadContext): Data;
  /** Does it between two events of the network. Rejects with HalleyError when the devnet refuses. */
  perform(stage: Stage, data: Data): Promise<unknown>;
  /** Describes it for the trace, such as `crash v2, v3`. */
  describe(data: Data): string;
}

export const defineVerb = <F extends Fields>(
  definition: Omit<VerbDefinition<DataOf<F>>, 'fields'> & { readonly fields: F },
): VerbDefinition<never> => definition as unknown as VerbDefinition<never>;

/** Names validators for people: `v1`, `v2`. */
export const named = (validators: readonly number[]): string => validators.map((index) => `v${index}`).join(', ');
