/** Stores findings as files: a case, geth's result, and the finding. CI runs them on every machine. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EMPTY_BYTES, ZERO_HASH } from '../../src/kernel/bytes.js';
import { to0x } from '../../src/kernel/hex.js';
import { caseFromJson, caseToJson, type FuzzCase, type JsonCase, SENDER } from './case.js';
import type { Difference } from './compare.js';
import { askGeth, logsHash } from './geth.js';
import type { Outcome, Runner } from './run.js';

export const VECTORS = fileURLToPath(new URL('../../test/vectors/machine-fuzz/', import.meta.url));

/** Result of a transaction as two hashes. */
export interface Post {
  readonly stateRoot: string;
  readonly logsHash: string;
}

export interface Vector extends JsonCase {
  /** Finding in one sentence. */
  readonly about: string;
  readonly post: Post;
  /** Reason for each kind of machine with a known different result. */
  readonly apart?: Readonly<Record<string, string>>;
}

export async function postOf(runner: Runner, { state, execution }: Outcome): Promise<Post> {
  return {
    stateRoot: to0x(await runner.rootOf(state)),
    logsHash: to0x(logsHash(execution?.logs ?? [])),
  };
}

const NO_SUCH_LOG = { address: SENDER, topics: [], data: EMPTY_BYTES };

/** Returns geth's result, which geth reports when it differs from the expected one. */
export async function gethPost(drawn: FuzzCase): Promise<Post> {
  const got = async (root: Uint8Array): Promise<Uint8Array> => {
    const [answer] = await askGeth([{ drawn, expected: { root, logs: [NO_SUCH_LOG] } }]);
    const found = /got ([0-9a-f]{64})/.exec(answer?.complaint ?? '');
    if (found?.[1] === undefined) throw new Error(`geth reported ${answer?.complaint}`);
    return Uint8Array.from(Buffer.from(found[1], 'hex'));
  };
  const root = await got(ZERO_HASH);
  return { stateRoot: to0x(root), logsHash: to0x(await got(root)) };
}

export function writeVector(name: string, drawn: FuzzCase, difference: Difference, post: Post): string {
  mkdirSync(VECTORS, { recursive: true });
  const { where, ours, theirs } = difference;
  const vector: Vector = { about: `${where}: ${ours} | ${theirs}`.slice(0, 400), ...caseToJson(drawn), post };
  const file = join(VECTORS, `${name}.json`);
  writeFileSync(file, `${JSON.stringify(vector, undefined, 2)}\n`);
  return file;
}

export const readVectors = (): { readonly name: string; readonly vector: Vector; readonly drawn: FuzzCase }[] =>
  readdirSync(VECTORS)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const vector = JSON.parse(readFileSync(join(VECTORS, name), 'utf8')) as Vector;
      return { name, vector, drawn: caseFromJson(vector) };
    });
