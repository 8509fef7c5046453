/** Defines the options of state files. */
import { amount, boolean, isRecord, type Members, object, text, where } from '../../settings/reader.js';

/** Contents of a state file besides the newest state. */
export interface DumpOptions {
  /** Also writes the states after the newest 500 blocks. The default is false. */
  readonly historicalStates?: boolean;
}

/** State file that a devnet writes. */
export interface DumpStateOption extends DumpOptions {
  /** Path of the file. For a folder, it is `state.json` in that folder. */
  readonly file: string;
  /**
   * Milliseconds between two writes of a changed state while the devnet runs. Without it, the file is written only on
   * `close`.
   */
  readonly intervalMs?: number;
  /**
   * Refuses to start with HalleyError `conflict` when the file exists and its newest block is not one of the chain, because
   * it would be overwritten. The default is false.
   */
  readonly onlyOwn?: boolean;
}

const isBytesOrJson = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : value instanceof Uint8Array || isRecord(value);

/** Reads a path, bytes or parsed JSON; the content is checked when it is loaded. */
export const loadState = where<string | Uint8Array | object>(
  isBytesOrJson,
  'the path of a state file, its bytes, or its parsed JSON',
);

const MEMBERS = {
  file: text,
  historicalStates: boolean,
  intervalMs: amount,
  onlyOwn: boolean,
} satisfies Members<DumpStateOption>;

const dumpObject = object<DumpStateOption>(MEMBERS, {
  required: ['file'],
  expected: 'the path of a state file, or an object with it',
});

/** Reads a path, or an object with it. */
export const dumpState = (value: unknown, path: string): DumpStateOption =>
  typeof value === 'string' ? { file: text(value, path) } : dumpObject(value, path);
