/** What is wrong with a store, each record's problem once, in the words in which a start tells of damage. */
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { damaged } from '../../storage/level_error.js';
import { recordName } from '../home/store_options.js';

export class Findings {
  /** Names of records. */
  readonly #told = new Set<string>();

  constructor(
    private readonly folder: string,
    private readonly hear: (problem: HalleyError) => void,
  ) {}

  get count(): number {
    return this.#told.size;
  }

  /** `height` where the record's name has none: that whose block makes the record what it should be. */
  tell(key: Bytes, how: string, height?: bigint): void {
    const name = recordName(key);
    const at = name.height ?? height;
    const when = name.height === undefined && height !== undefined ? `, as of height ${height},` : '';
    this.#reportOnce(name.text, () =>
      damaged(this.folder, `the record "${name.text}"${when} ${how}`, {
        record: name.text,
        ...(at !== undefined && { height: at }),
      }),
    );
  }

  /** The value of a record; undefined when there is none, or when it cannot be read, which is told. */
  read(read: () => Bytes | undefined): Bytes | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof HalleyError && error.code === 'corrupt-store')) throw error;
      this.#reportOnce(String(error.facts['record']), () => error);
      return undefined;
    }
  }

  #reportOnce(record: string, problem: () => HalleyError): void {
    if (this.#told.has(record)) return;
    this.#told.add(record);
    this.hear(problem());
  }
}
